/**
 * What a file holds: JSON Lines, JSON (objects, or one list of them), CSV, TSV, Parquet, a document on each line, or a text or
 * page as a document.
 */
export type Format = 'jsonl' | 'json' | 'csv' | 'tsv' | 'parquet' | 'lines' | 'text' | 'html'

export const FORMATS: readonly Format[] = ['jsonl', 'json', 'csv', 'tsv', 'parquet', 'lines', 'text', 'html']

export type Compression = 'gzip' | 'zstd'

const ENDINGS: ReadonlyMap<string, Format> = new Map([
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['json', 'json'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['parquet', 'parquet'],
  ['txt', 'text'],
  ['md', 'text'],
  ['text', 'text'],
  ['html', 'html'],
  ['htm', 'html'],
])

const COMPRESSED: ReadonlyMap<string, Compression> = new Map([
  ['gz', 'gzip'],
  ['zst', 'zstd'],
])

/** The endings that are known, for messages. */
export const KNOWN_ENDINGS = [...ENDINGS.keys()].map((ending) => `.${ending}`).join(' ')

/** What the endings of a file's name say, in either case: `news.CSV.gz` is CSV in gzip. */
export function formatByEnding(name: string): {
  readonly format: Format | undefined
  readonly compression: Compression | undefined
} {
  const parts = name.slice(name.lastIndexOf('/') + 1).split('.')
  const endings = parts.slice(1).map((part) => part.toLowerCase())
  const compression = COMPRESSED.get(endings.at(-1) ?? '')
  if (compression !== undefined) endings.pop()
  return { format: ENDINGS.get(endings.at(-1) ?? ''), compression }
}

/** Whether each file is one document. */
export function isOneDocument(format: Format): boolean {
  return format === 'text' || format === 'html'
}

/** Whether a file is rows of delimited fields. */
export function isDelimited(format: Format): format is 'csv' | 'tsv' {
  return format === 'csv' || format === 'tsv'
}
