import { UnreadableInput } from '../../model/errors.js'

/** The error for a file without anything in it. */
export function emptyFile(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file is empty', 'remove it from the inputs')
}

/** The error for a file that could hold records and holds none. */
export function noRecord(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file has no records', 'remove it from the inputs')
}
