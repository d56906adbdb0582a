import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openSource } from '../../src/read/node-open-source.js'
import { readRecords } from '../../src/read/node-records.js'
import type { Column } from '../../src/write/column.js'
import { openTable } from '../../src/write/node-open-table.js'
import { cases } from '../depth.js'
import fc from '../property.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-properties-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const columns: readonly Column[] = [
  { name: 'text', type: 'string' },
  { name: 'odd "name", 漢', type: 'string' },
  { name: 'score', type: 'number' },
  { name: 'size', type: 'integer' },
  { name: 'kept', type: 'boolean' },
]

// Whole code points only: a lone surrogate has no UTF-8. No -0: JSON writes it as 0.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.stringMatching(/^[a"',;\t\n\r\\ \ufeff]{0,12}$/),
)
const record = fc.record({
  text,
  'odd "name", 漢': text,
  // Whole numbers that JavaScript cannot hold for certain are read as their digits.
  score: fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !/^-?\d{16,}$/.test(String(value)) || Number.isSafeInteger(value))
    .map((value) => value + 0),
  size: fc.maxSafeInteger().map((value) => value + 0),
  kept: fc.boolean(),
})
const records = fc.array(record, { minLength: 1, maxLength: 20 })

async function roundTrip(
  ending: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<unknown[]> {
  const path = join(folder, `table.${ending}`)
  const table = await openTable(path, columns)
  for (const row of rows) await table.write(row)
  await table.close()
  const source = await openSource([path])
  const read: unknown[] = []
  for await (const { value } of readRecords(source)) read.push(value)
  await source.close()
  return read
}

describe('records written and read again', () => {
  for (const ending of ['jsonl', 'jsonl.gz', 'jsonl.zst', 'parquet']) {
    it(`are the same as .${ending}`, async () => {
      await fc.assert(
        fc.asyncProperty(records, async (rows) => {
          expect(await roundTrip(ending, rows)).toEqual(rows)
        }),
        { numRuns: cases(60) },
      )
    })
  }

  for (const ending of ['csv', 'tsv', 'csv.gz', 'tsv.zst']) {
    it(`are the same as .${ending}, with every value as a string`, async () => {
      await fc.assert(
        fc.asyncProperty(records, async (rows) => {
          const strings = rows.map((row) =>
            Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
          )
          expect(await roundTrip(ending, rows)).toEqual(strings)
        }),
        { numRuns: cases(60) },
      )
    })
  }
})
