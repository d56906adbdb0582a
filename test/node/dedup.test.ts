// Worker threads run what is built, so this test does, too.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dedup, recluster, restore } from '../../dist/public/node.js'
import { collect } from '../collect.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OPTIONS = { threshold: 0.5, shingle: { k: 1 }, workers: 1 } as const
const ROWS = [
  { id: 1, text: 'a b c d', from: 'x' },
  { id: 2, text: 'q r s', from: 'x' },
  { id: 3, text: 'a b c d e', from: 'y' },
  { id: 4, text: 'a b c d', from: 'y', note: { kept: null } },
]

describe('dedup', () => {
  it('streams the rows that are kept and those that are removed, with the reason', async () => {
    await using result = await dedup(ROWS, OPTIONS)
    expect(result.summary).toMatchObject({ documents: 4, kept: 2, removed: 2, clusters: 1 })
    expect(await collect(result.kept())).toEqual([ROWS[0], ROWS[1]])
    expect(await collect(result.removed())).toEqual([
      { position: 2, id: 3, survivor: 1, similarity: 0.8, reason: 'similar', document: ROWS[2] },
      { position: 3, id: 4, survivor: 1, similarity: 1, reason: 'identical', document: ROWS[3] },
    ])
  })

  it('keeps the documents that the policy prefers, and counts by source', async () => {
    await using result = await dedup(ROWS, { ...OPTIONS, survivor: 'longest', sourceField: 'from' })
    expect((await collect(result.kept())).map(({ id }) => id)).toEqual([2, 3])
    expect(await result.sources()).toEqual([
      { source: 'x', documents: 2, removed: 1 },
      { source: 'y', documents: 2, removed: 1 },
    ])
  })

  it('keeps the field of the policy in a run directory, for recluster', async () => {
    const file = join(folder, 'rated.jsonl')
    const rated = ROWS.map((row) => JSON.stringify({ ...row, rating: row.id === 3 ? 9 : 1 }))
    writeFileSync(file, `${rated.join('\n')}\n`)
    const runDir = join(folder, 'rated-run')
    const survivor = { field: 'rating', prefer: 'largest' } as const
    await using result = await dedup(file, { ...OPTIONS, survivor, runDir })
    expect((await collect(result.removed())).map(({ id }) => id)).toEqual([1, 4])
    const again = await recluster(runDir, { threshold: 0.6, survivor })
    expect(await collect(again.removed())).toEqual([
      { id: 1, survivor: 3 },
      { id: 4, survivor: 3 },
    ])
  })

  it('stops reading when no more is requested', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => ({ text: `word${i} other${i} third${i}` }))
    await using result = await dedup(many, OPTIONS)
    for await (const { text } of result.kept()) {
      expect(text).toBe(many[0]!.text)
      break
    }
    expect((await collect(result.kept())).map(({ text }) => text)).toEqual(many.map(({ text }) => text))
  })

  it('uses positions for rows before the first one with an id', async () => {
    const rows = [
      { id: null, text: 'a b c d e f', more: 'é' },
      { text: 'g h i j k l' },
      { id: 10n, text: 'a b c d e f' },
      { text: 'm n o p q r' },
    ] as unknown as Document[]
    await using result = await dedup(rows)
    expect(await collect(result.kept())).toEqual([
      { id: 0, text: 'a b c d e f', more: 'é' },
      { text: 'g h i j k l', id: 1 },
      { text: 'm n o p q r', id: 3 },
    ])
    expect(await collect(result.removed())).toMatchObject([{ position: 2, id: 10, survivor: 0 }])
  })

  it('accepts instances of classes, whose text may be computed', async () => {
    class Page {
      constructor(
        readonly id: string,
        readonly words: readonly string[],
      ) {}
      get text(): string {
        return this.words.join(' ')
      }
    }
    await using result = await dedup([new Page('p', ['a', 'b']), new Page('q', ['a', 'b'])], OPTIONS)
    expect((await collect(result.removed())).map(({ id, survivor }) => [id, survivor])).toEqual([['q', 'p']])
  })

  it('writes files from which restore recovers the input, and overwrites nothing unless forced', async () => {
    const input = join(folder, 'input.csv')
    const content = `id;text\n1;a b c d\n\n2;q r s\n3;"a b c d e"\n`
    writeFileSync(input, content)
    const write = {
      kept: join(folder, 'kept.csv'),
      removed: join(folder, 'removed.csv'),
      manifest: join(folder, 'manifest.json'),
    }
    const result = await dedup(input, { ...OPTIONS, write })
    await result.close()
    expect(readFileSync(write.kept, 'utf8')).toBe('id;text\n1;a b c d\n2;q r s\n')
    await expect(dedup(input, { ...OPTIONS, write })).rejects.toMatchObject({ code: 'unwritable-output' })
    await (await dedup(input, { ...OPTIONS, write: { ...write, force: true } })).close()
    const output = join(folder, 'back.csv')
    expect(await restore(write.manifest, { output })).toEqual({ files: [output], documents: 3 })
    expect(readFileSync(output, 'utf8')).toBe(content)
    await expect(restore(write.manifest, { output })).rejects.toMatchObject({ code: 'unwritable-output' })
  })
})
