import { UnreadableInput } from '../../model/errors.js'

/** The error for an empty file. */
export function emptyFile(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file is empty', 'remove it from the inputs')
}

/** The error for a file that could contain records but has none. */
export function noRecord(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file has no records', 'remove it from the inputs')
}
