// The same records in every format that holds records, and packed in every way. Parts of the build are used, because a process can
// start zstd only once.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openZstd } from '../../../dist/parquet/node-zstd.js'
import { openTable } from '../../../dist/write/node-open-table.js'

export type TextRecord = Readonly<Record<string, string>>

/** One way to write records. */
interface Example {
  /** What `--format` calls it. */
  readonly format: string
  readonly extension: string
  write(records: readonly TextRecord[], folder: string): Promise<Uint8Array> | string
}

const lines = (records: readonly TextRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

function delimited(delimiter: string) {
  return (records: readonly TextRecord[]) => {
    const quoted = (fields: readonly string[]) =>
      `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(delimiter)}\r\n`
    return [Object.keys(records[0]!), ...records.map((record) => Object.values(record))].map(quoted).join('')
  }
}

/** At least one for every format of records, as a test checks. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  'JSON Lines': { format: 'jsonl', extension: 'jsonl', write: lines },
  'a JSON array': { format: 'json', extension: 'json', write: (records) => JSON.stringify(records) },
  'a pretty JSON array': {
    format: 'json',
    extension: 'json',
    write: (records) => JSON.stringify(records, null, 2),
  },
  'pretty JSON objects': {
    format: 'json',
    extension: 'json',
    write: (records) => records.map((record) => JSON.stringify(record, null, 2)).join('\n'),
  },
  CSV: { format: 'csv', extension: 'csv', write: delimited(',') },
  'CSV with semicolons': { format: 'csv', extension: 'csv', write: delimited(';') },
  TSV: { format: 'tsv', extension: 'tsv', write: delimited('\t') },
  Parquet: {
    format: 'parquet',
    extension: 'parquet',
    async write(records, folder) {
      const path = join(folder, `${Math.random()}.parquet`)
      const columns = Object.keys(records[0]!).map((name) => ({ name, type: 'string' as const }))
      const table = await openTable(path, columns)
      for (const record of records) await table.write(record)
      await table.close()
      return readFileSync(path)
    },
  },
}

/** How a file may be packed. */
export const PACKED = {
  '.gz': async (bytes: Uint8Array): Promise<Uint8Array> => gzipSync(bytes),
  '.zst': async (bytes: Uint8Array): Promise<Uint8Array> => {
    const { compress } = await openZstd()
    return compress(Buffer.from(bytes))
  },
}
