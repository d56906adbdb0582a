import { type Output, outputFormat } from '../write/node-output.js'

/** The extensions of files that can store documents unchanged. `.txt` is one document per line. */
export type StoredEnding = '.jsonl' | '.json' | '.parquet' | '.csv' | '.tsv' | '.txt'

/** How the inputs are stored, if they are all stored the same way. */
export interface StoredFormat {
  readonly ending: StoredEnding
  /** The extension of compressed files; empty if they are not compressed. */
  readonly compression: '' | '.gz' | '.zst'
}

export const PLAIN_JSON_LINES: StoredFormat = { ending: '.jsonl', compression: '' }

/** One of the two files with documents that dedup writes. */
export type Which = 'kept' | 'removed'

/**
 * The extension of a file of documents that the user does not name. Removed lines are written as rows, because a line has no fields for the
 * reason of the removal.
 */
export function outputEnding({ ending, compression }: StoredFormat, which: Which): string {
  return `${ending === '.txt' && which === 'removed' ? '.tsv' : ending}${compression}`
}

/** Whether the inputs are read as rows or lines whose bytes are copied. */
export function isCopiedText(ending: StoredEnding): boolean {
  return ending === '.csv' || ending === '.tsv' || ending === '.txt'
}

/** Whether rows or lines of the inputs are copied to an output as they are stored. Stdout has the format of the inputs if that is text. */
export function isCopied(ending: StoredEnding, output: Output, which: Which): boolean {
  if (ending === '.jsonl' || ending === '.json') return false
  const format = outputFormat(output)
  if (format === undefined) return isCopiedText(ending)
  if (ending === '.txt') return format === (which === 'kept' ? 'lines' : 'tsv')
  return ending === `.${format}`
}
