import { readJsonRecord } from '../../../kernel/json-record.js'
import type { KernelOptions } from '../../../kernel/kernel.js'
import { checkShingleOptions } from '../../../text/shingle-options.js'
import { wideShingles } from '../../../text/wide-shingles.js'

/** The wide set of the document in a line of JSON that the kernel has read before. */
export function wideSetOf(line: Uint8Array, { textFields, shingle = {} }: KernelOptions): Float64Array {
  const record = readJsonRecord(line, textFields)
  if ('problem' in record) throw new Error(`a record that was read before has ${record.problem}`)
  return wideShingles(record.text, checkShingleOptions(shingle))
}
