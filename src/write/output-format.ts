import { UnwritableOutput } from '../model/errors.js'

/** `lines` is one text per line; only texts can be written to it. */
type OutputFormat = 'jsonl' | 'json' | 'csv' | 'tsv' | 'parquet' | 'lines'

export type OutputCompression = 'gzip' | 'zstd'

const ENDINGS: ReadonlyMap<string, OutputFormat> = new Map([
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['json', 'json'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['parquet', 'parquet'],
])

const LINES: readonly string[] = ['txt', 'text']

const COMPRESSED: ReadonlyMap<string, OutputCompression> = new Map([
  ['gz', 'gzip'],
  ['zst', 'zstd'],
])

export interface OutputKind {
  readonly format: OutputFormat
  readonly compression: OutputCompression | undefined
}

/** The error for a name whose extension is not that of a table. */
export function unknownExtension(path: string): UnwritableOutput {
  return new UnwritableOutput(
    path,
    'unknown extension',
    `use one of ${[...ENDINGS.keys()].map((ending) => `.${ending}`).join(' ')}, followed by .gz or .zst to compress it`,
  )
}

/** The format and compression of a file, according to the extensions of its name. */
export function outputKind(path: string): OutputKind {
  const endings = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split('.')
    .slice(1)
  const compression = COMPRESSED.get(endings.at(-1) ?? '')
  if (compression !== undefined) endings.pop()
  const ending = endings.at(-1) ?? ''
  const format = ENDINGS.get(ending) ?? (LINES.includes(ending) ? 'lines' : undefined)
  if (format === undefined) throw unknownExtension(path)
  if (format === 'parquet' && compression !== undefined) {
    throw new UnwritableOutput(
      path,
      'Parquet files are compressed internally',
      'leave out the last extension',
    )
  }
  return { format, compression }
}
