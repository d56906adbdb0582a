// The registry of formats. A format is an entry here and a reader in `formats/`. Every format except `sets` can be read as documents; those
// that hold records can also be read as sets and as tables.

import type { Compression } from './compression.js'
import { compressionByEnding } from './compression.js'
import type { Decoding } from './encoding.js'
import type { FormatReader } from './formats/reader.js'

interface FormatRow {
  /** Extensions, without the dot. */
  readonly endings: readonly string[]
  /** What a file holds: records with fields, one text or one set per line, or one document. */
  readonly holds: 'records' | 'texts' | 'sets' | 'document'
  /** Added to the name in help, if it does not say enough. */
  readonly note?: string
  readonly decoding: Decoding
  /** Loads the reader when it is needed. */
  readonly load: () => Promise<FormatReader>
}

const TABLE = {
  jsonl: {
    endings: ['jsonl', 'ndjson'],
    holds: 'records',
    decoding: 'unicode',
    load: async () => (await import('./formats/node-json.js')).jsonReader,
  },
  json: {
    endings: ['json'],
    holds: 'records',
    decoding: 'unicode',
    load: async () => (await import('./formats/node-json.js')).jsonReader,
  },
  csv: {
    endings: ['csv'],
    holds: 'records',
    decoding: 'detected',
    load: async () => (await import('./formats/node-delimited.js')).delimitedReader,
  },
  tsv: {
    endings: ['tsv'],
    holds: 'records',
    decoding: 'detected',
    load: async () => (await import('./formats/node-delimited.js')).delimitedReader,
  },
  parquet: {
    endings: ['parquet'],
    holds: 'records',
    decoding: 'binary',
    load: async () => (await import('./formats/node-parquet.js')).parquetReader,
  },
  lines: {
    endings: [],
    holds: 'texts',
    note: 'one document per line',
    decoding: 'detected',
    load: async () => (await import('./formats/node-lines.js')).linesReader,
  },
  text: {
    endings: ['txt', 'md', 'text'],
    holds: 'document',
    note: 'one document per file',
    decoding: 'document',
    load: async () => (await import('./formats/node-document.js')).textReader,
  },
  html: {
    endings: ['html', 'htm'],
    holds: 'document',
    decoding: 'document',
    load: async () => (await import('./formats/node-document.js')).htmlReader,
  },
  sets: {
    endings: ['sets'],
    holds: 'sets',
    note: 'one set per line',
    decoding: 'detected',
    load: async () => (await import('./formats/node-lines.js')).linesReader,
  },
} as const satisfies Readonly<Record<string, FormatRow>>

/** What a file holds. */
export type AnyFormat = keyof typeof TABLE

/**
 * The format of a file of documents: JSON Lines, JSON (objects, or one list of them), CSV, TSV, Parquet, one document per line, or a text
 * or page as a document.
 */
export type Format = Exclude<AnyFormat, 'sets'>

/** What a file of records holds. */
export type RecordFormat = {
  [Name in AnyFormat]: (typeof TABLE)[Name]['holds'] extends 'records' ? Name : never
}[AnyFormat]

const NAMES = Object.keys(TABLE) as AnyFormat[]

const BY_ENDING: ReadonlyMap<string, AnyFormat> = new Map(
  NAMES.flatMap((name) => TABLE[name].endings.map((ending) => [ending, name] as const)),
)

/** The formats of documents. */
export const FORMATS: readonly Format[] = NAMES.filter((name): name is Format => name !== 'sets')

/** The formats of records with fields. */
export const RECORD_FORMATS: readonly RecordFormat[] = NAMES.filter(holdsRecords)

/** What help says about a format in addition to its name. */
export function formatNote(format: AnyFormat): string | undefined {
  const row: FormatRow = TABLE[format]
  return row.note
}

/** The known extensions of documents, for messages. */
export const KNOWN_ENDINGS = endingsOf(FORMATS)

/** The extensions of some formats, for messages. */
export function endingsOf(formats: readonly AnyFormat[]): string {
  return formats.flatMap((format) => TABLE[format].endings.map((ending) => `.${ending}`)).join(' ')
}

/** Detects the format from the extensions of a file name, ignoring case: `news.CSV.gz` is CSV in gzip. */
export function formatByEnding(name: string): {
  readonly format: AnyFormat | undefined
  readonly compression: Compression | undefined
} {
  const start = name.lastIndexOf('/') + 1
  const last = endingIn(name, start, name.length)
  const compression = compressionByEnding(last)
  const ending = compression === undefined ? last : endingIn(name, start, name.length - last.length - 1)
  return { format: BY_ENDING.get(ending), compression }
}

/** The last extension in a part of a name, in lower case and without its dot; the empty string if there is none. */
function endingIn(name: string, start: number, end: number): string {
  const dot = end > start ? name.lastIndexOf('.', end - 1) : -1
  return dot < start ? '' : name.slice(dot + 1, end).toLowerCase()
}

/** How the bytes of a format become text. */
export function decodingOf(format: AnyFormat): Decoding {
  return TABLE[format].decoding
}

export function readerOf(format: AnyFormat): Promise<FormatReader> {
  return TABLE[format].load()
}

/** Whether a file holds records with fields. */
export function holdsRecords(format: AnyFormat): format is RecordFormat {
  return TABLE[format].holds === 'records'
}

/** Whether each file is one document. */
export function isOneDocument(format: AnyFormat): boolean {
  return TABLE[format].holds === 'document'
}

/** Whether a file is JSON, in lines or not. */
export function isJson(format: AnyFormat): format is 'json' | 'jsonl' {
  return format === 'json' || format === 'jsonl'
}

/** Whether a file is rows of delimited fields. */
export function isDelimited(format: AnyFormat): format is 'csv' | 'tsv' {
  return format === 'csv' || format === 'tsv'
}
