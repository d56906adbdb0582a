import { UnreadableInput } from '../model/errors.js'
import { DELIMITERS, detectDelimiter } from './delimiter.js'
import { isBlank } from './json-list.js'

const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

/** Standard input has no extension: what is no JSON is most likely a table or plain lines. */
export function checkJsonLines(name: string, head: Uint8Array): void {
  const first = head.find((byte) => !isBlank(byte))
  if (first === OPEN_OBJECT) return
  const guess =
    first === OPEN_LIST ? 'json' : detectDelimiter({ head, isWhole: false }, DELIMITERS) ? 'csv' : 'lines'
  throw new UnreadableInput(
    name,
    'it is not JSON Lines, which is the default for standard input and pipes',
    `add --format ${guess}, or the format that it has`,
  )
}
