import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LongList } from '../../../src/write/long-list.js'
import { openTable } from '../../../src/write/node-open-table.js'

const COLUMNS = [
  { name: 'cluster', type: 'integer' },
  { name: 'members', type: 'json' },
  { name: 'mean', type: 'number' },
] as const

const LISTS: readonly (readonly unknown[])[] = [
  [],
  [7],
  Array.from({ length: 5000 }, (_, i) => i),
  Array.from({ length: 2048 }, (_, i) => `a "quoted", ümlaut ${i}`),
]

describe('a long list', () => {
  it.each(['jsonl', 'csv', 'tsv'])('is written as a list is, in %s', async (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'likewise-test-'))
    try {
      const texts = []
      for (const isLong of [false, true]) {
        const path = join(folder, `${isLong}.${format}`)
        const table = await openTable(path, COLUMNS)
        for (const [cluster, list] of LISTS.entries()) {
          const members = isLong ? new LongList(list.length, (i) => list[i]) : list
          await table.write({ cluster, members, mean: 0.5 })
        }
        await table.close()
        texts.push(readFileSync(path, 'utf8'))
      }
      expect(texts[1]).toBe(texts[0])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is made in parts', () => {
    const parts = [...new LongList(5000, (i) => i).parts()]
    expect(parts.length).toBeGreaterThan(4)
    expect(JSON.parse(parts.join(''))).toEqual(Array.from({ length: 5000 }, (_, i) => i))
  })
})
