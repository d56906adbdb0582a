import { UnreadableInput } from '../../model/errors.js'
import { RECORD_FORMATS } from '../consumers.js'
import { endingsOf } from '../format.js'

/** The error for an empty file. */
export function emptyFile(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file is empty', 'remove it from the inputs')
}

/** The error for a file that could contain records but has none. */
export function noRecord(name: string): UnreadableInput {
  return new UnreadableInput(name, 'the file has no records', 'remove it from the inputs')
}

/** The error for a folder or a glob in which everything with the extension of a table is output of this program. */
export function noTable(name: string): UnreadableInput {
  return new UnreadableInput(
    name,
    'no table found (output of this program is not read)',
    `name the file of the table; known extensions: ${endingsOf(RECORD_FORMATS)}`,
  )
}
