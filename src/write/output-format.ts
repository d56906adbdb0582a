import { UnwritableOutput } from '../model/errors.js'

type OutputFormat = 'jsonl' | 'csv' | 'tsv' | 'parquet'

export type OutputCompression = 'gzip' | 'zstd'

const ENDINGS: ReadonlyMap<string, OutputFormat> = new Map([
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['parquet', 'parquet'],
])

const COMPRESSED: ReadonlyMap<string, OutputCompression> = new Map([
  ['gz', 'gzip'],
  ['zst', 'zstd'],
])

export interface OutputKind {
  readonly format: OutputFormat
  readonly compression: OutputCompression | undefined
}

/** How a file is written, by the endings of its name. */
export function outputKind(path: string): OutputKind {
  const endings = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split('.')
    .slice(1)
  const compression = COMPRESSED.get(endings.at(-1) ?? '')
  if (compression !== undefined) endings.pop()
  const format = ENDINGS.get(endings.at(-1) ?? '')
  if (format === undefined) {
    throw new UnwritableOutput(
      path,
      'unknown extension',
      `use one of ${[...ENDINGS.keys()].map((ending) => `.${ending}`).join(' ')}, followed by .gz or .zst to compress it`,
    )
  }
  if (format === 'parquet' && compression !== undefined) {
    throw new UnwritableOutput(
      path,
      'Parquet files are compressed internally',
      'leave out the last extension',
    )
  }
  return { format, compression }
}
