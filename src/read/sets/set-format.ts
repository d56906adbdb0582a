import { formatByEnding } from '../format.js'

/** What a file of sets holds: one set a line, or records. */
export type SetFormat = 'sets' | 'jsonl' | 'json' | 'csv' | 'tsv' | 'parquet'

/** Endings of files with one set a line; transaction files go by the last two. */
const LINES = /\.(sets|dat|txt)(\.(gz|zst))?$/i

/** The endings that are known, for messages. */
export const KNOWN_SET_ENDINGS = '.sets .dat .txt .jsonl .ndjson .json .csv .tsv .parquet'

/** What the endings of a file's name say. */
export function setFormatByEnding(name: string): SetFormat | undefined {
  if (LINES.test(name)) return 'sets'
  const { format } = formatByEnding(name)
  return format === 'text' || format === 'html' || format === 'lines' ? undefined : format
}
