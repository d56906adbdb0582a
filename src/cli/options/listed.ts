/** The names of a table for help, each with its note: `jsonl, lines (one document per line) or html`. */
export function listed<Name extends string>(
  names: readonly Name[],
  noteOf: (name: Name) => string | undefined,
): string {
  const shown = names.map((name) => {
    const note = noteOf(name)
    return note === undefined ? name : `${name} (${note})`
  })
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}
