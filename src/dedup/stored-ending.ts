import { type Output, outputFormat } from '../write/node-output.js'

/** The extensions of files that can store documents unchanged. */
export type StoredEnding = '.jsonl' | '.parquet' | '.csv' | '.tsv'

export function isDelimitedEnding(ending: StoredEnding): boolean {
  return ending === '.csv' || ending === '.tsv'
}

/** Whether rows of the inputs are copied to an output as they are stored. Stdout has the format of delimited text. */
export function isCopied(ending: StoredEnding, output: Output): boolean {
  if (ending === '.jsonl') return false
  const format = outputFormat(output)
  return format === undefined ? isDelimitedEnding(ending) : ending === `.${format}`
}
