import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTable } from '../../../src/write/node-open-table.js'
import { RowBytes } from '../../../src/write/node-row-bytes.js'
import { makeFolder } from '../read/folder.js'

const folder = makeFolder()

const VALUES: readonly (string | number)[] = [
  ...[0, 7, 10, 99, 100, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 1e21],
  ...[-0, -5, 0.1 + 0.2, 5e-324, -2.2250738585072014e-308, 1 / 3],
  ...['', 'plain', 'with "quotes", a\ttab and\nlines', 'ümlaut', '\u{1f600}', '\ud800', 'x'.repeat(100_000)],
]

it.each(['jsonl', 'csv', 'tsv'])('rows as bytes are the same as rows of a table, in %s', async (format) => {
  const [plain, fast] = ['plain', 'fast'].map((name) => join(folder, `${name}.${format}`)) as [string, string]
  const id = format === 'jsonl' ? 'json' : 'string'
  const columns = [
    { name: 'a', type: id },
    { name: 'b', type: id },
    { name: 'similarity', type: 'number' },
    { name: 'against', type: 'boolean' },
  ] as const
  const [one, other] = [await openTable(plain, columns), await openTable(fast, columns)]
  const rows = new RowBytes(other.text!)
  for (let i = 0; i < 30_000; i++) {
    const isKnown = i < VALUES.length ** 2
    const a = isKnown ? VALUES[i % VALUES.length]! : i >> 2
    const b = isKnown ? VALUES[Math.floor(i / VALUES.length)]! : i
    const [similarity, against] = [(i % 5000) / (1 + (i % 7)), i % 3 === 0]
    await one.write({ a, b, similarity, against })
    for (const value of [a, b, similarity, against]) rows.add(value)
    rows.endRow()
    if (rows.isFull) await rows.flush()
  }
  await rows.flush()
  await one.close()
  await other.close()
  expect(readFileSync(fast).equals(readFileSync(plain))).toBe(true)
})
