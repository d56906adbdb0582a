import { UnreadableInput } from '../model/errors.js'
import { DELIMITERS, detectDelimiter } from './delimiter.js'
import { isBlank } from './json-list.js'

const OPEN_OBJECT = 0x7b

/**
 * Standard input has no extension, and its first bytes identify only JSON and Parquet: anything else is most likely a table or plain lines.
 */
export function checkJsonLines(name: string, head: Uint8Array): void {
  if (head.find((byte) => !isBlank(byte)) === OPEN_OBJECT) return
  const guess = detectDelimiter({ head, isWhole: false }, DELIMITERS) === undefined ? 'lines' : 'csv'
  throw new UnreadableInput(
    name,
    'it is not JSON Lines, which is the default for standard input and pipes',
    `add \`format: '${guess}'\` or another format`,
  )
}
