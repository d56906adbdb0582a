import { type AnyFormat, isOneDocument } from './format.js'

/** The properties of an input that matter here. */
interface OfFormat {
  readonly format: AnyFormat
}

/** Whether the documents of a format have no fields, so that theirs can be named like those of other inputs. */
export function hasNoFields(format: AnyFormat): boolean {
  return isOneDocument(format) || format === 'lines'
}

/** Groups adjacent inputs that are one document each; every other input is a group by itself. */
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
