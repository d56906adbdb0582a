/** The fields of a task by their names. */
type Fields = Readonly<Record<string, unknown>>

/** What all tasks of a stage have in common, and how to leave it out of one. */
export interface CommonValues {
  readonly values: Fields
  readonly without: (task: object) => object
}

/**
 * Finds the objects that all tasks share, such as the list of all blocks: copying them to a thread with every task would take longer
 * than many a task, so they are sent once.
 */
export function commonValues(tasks: readonly object[]): CommonValues {
  const [first, ...others] = tasks as readonly Fields[]
  const names = Object.keys(first ?? {}).filter(
    (name) =>
      typeof first![name] === 'object' &&
      others.length > 0 &&
      others.every((task) => task[name] === first![name]),
  )
  return {
    values: pick(first ?? {}, names),
    without: (task) => {
      const rest: Record<string, unknown> = { ...task }
      for (const name of names) delete rest[name]
      return rest
    },
  }
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
