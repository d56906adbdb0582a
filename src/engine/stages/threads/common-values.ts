// Values that all tasks of a stage share, such as the list of all blocks. Copying them to a thread with every task would take longer than
// many tasks do. So each value is sent to a thread once, and is kept there as long as the next stages use it.

type Fields = Readonly<Record<string, unknown>>

/** The fields that all tasks of a stage have in common. */
export class CommonValues {
  readonly #names: readonly string[]
  readonly #fields: Fields

  constructor(tasks: readonly object[]) {
    const [first = {}, ...others] = tasks as readonly Fields[]
    this.#fields = first
    this.#names = Object.keys(first).filter((name) => {
      const value = first[name]
      const isObject = typeof value === 'object' && value !== null
      return isObject && others.length > 0 && others.every((task) => task[name] === value)
    })
  }

  /** Removes the common fields from a task. */
  without(task: object): object {
    const rest: Record<string, unknown> = { ...task }
    for (const name of this.#names) delete rest[name]
    return rest
  }

  entries(): (readonly [string, object])[] {
    return this.#names.map((name) => [name, this.#fields[name] as object])
  }
}

/** Common values on their way to a thread. Those that it has from the previous stage are sent as numbers only. */
export type SentValues = Readonly<Record<string, { readonly number: number; readonly value?: object }>>

/** Keeps track of what a thread was sent for a run. */
export class SentOnce {
  #stage: CommonValues | undefined
  #numbers = new Map<object, number>()
  #next = 0

  /** What the thread must be sent before it can run a task of the stage; undefined if it is in that stage already. */
  begin(stage: CommonValues): SentValues | undefined {
    if (stage === this.#stage) return undefined
    this.#stage = stage
    const known = this.#numbers
    this.#numbers = new Map()
    return Object.fromEntries(
      stage.entries().map(([name, value]) => {
        const number = known.get(value) ?? this.#next++
        this.#numbers.set(value, number)
        return [name, known.has(value) ? { number } : { number, value }]
      }),
    )
  }
}

/** The receiving end: restores the common fields of tasks. */
export class ReceivedValues {
  #fields: Fields = {}
  #byNumber = new Map<number, object>()

  receive(sent: SentValues): void {
    const known = this.#byNumber
    this.#byNumber = new Map()
    const fields: Record<string, object> = {}
    for (const [name, { number, value = known.get(number)! }] of Object.entries(sent)) {
      this.#byNumber.set(number, value)
      fields[name] = value
    }
    this.#fields = fields
  }

  complete(task: object): object {
    return { ...this.#fields, ...task }
  }
}
