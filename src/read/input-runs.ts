import { type AnyFormat, isOneDocument } from './format.js'

/** What must be known of an input. */
interface OfFormat {
  readonly format: AnyFormat
}

/** Whether documents come without fields, so that theirs may be called what those of others are. */
export function hasNoFields(format: AnyFormat): boolean {
  return isOneDocument(format) || format === 'lines'
}

/** Neighbors that are one document each, together; every other input alone. */
export function runsOf<Input extends OfFormat>(inputs: readonly Input[]): Input[][] {
  const runs: Input[][] = []
  for (const input of inputs) {
    const last = runs.at(-1)
    const joins = last !== undefined && isOneDocument(input.format) && isOneDocument(last[0]!.format)
    if (joins) last.push(input)
    else runs.push([input])
  }
  return runs
}
