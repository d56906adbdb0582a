// Worker threads run what is built, so this test does, too.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { join, probe } from '../../dist/public/node.js'
import { collect } from '../collect.js'

const folder = mkdtempSync(pathOf(tmpdir(), 'likewise-node-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BASKETS = [
  { customer: 'x', items: ['bread', 'milk', 'eggs'] },
  { customer: 'y', items: ['tea'] },
  { customer: 'z', items: ['eggs', 'milk', 'bread', 'salt'] },
]

describe('join', () => {
  it('finds the pairs of records, of files and of async iterables, by id', async () => {
    const file = pathOf(folder, 'baskets.jsonl')
    writeFileSync(file, BASKETS.map((basket) => `${JSON.stringify(basket)}\n`).join(''))
    async function* stream() {
      yield BASKETS.slice(0, 2)
      yield BASKETS[2]!
    }
    for (const source of [BASKETS, stream(), file]) {
      await using joined = await join(source, { threshold: 0.7, id: 'customer', memory: '256MB' })
      expect(await collect(joined.pairs())).toEqual([{ a: 'x', b: 'z', similarity: 0.75 }])
      expect(joined.summary).toMatchObject({
        sets: [3],
        empty: [0],
        pairs: 1,
        pairsOmitted: { count: 0 },
        skipped: [],
      })
    }
  })

  it('names the positions of batches on each side', async () => {
    const others = [
      { customer: 'q', items: ['salt'] },
      { customer: 'r', items: ['milk', 'bread', 'eggs'] },
    ]
    const options = { threshold: 0.7, id: 'customer' }
    for (const [open, expected] of [
      [() => join(BASKETS, options), [['x', 'z']]],
      [
        () => join(BASKETS, others, options),
        [
          ['x', 'r'],
          ['z', 'r'],
        ],
      ],
      [
        () => probe(BASKETS, others, options),
        [
          ['r', 'x'],
          ['r', 'z'],
        ],
      ],
      // Without ids, a set is named by its position.
      [() => join(BASKETS, { threshold: 0.7, id: false }), [[0, 2]]],
    ] as const) {
      await using joined = await open()
      const ids = await joined.ids()
      const batches = await collect(joined.pairBatches())
      const named = batches.flatMap(({ count, a, b }) =>
        Array.from({ length: count }, (_, i) => [ids.a(a[i]!), ids.b(b[i]!)]),
      )
      expect(named).toEqual(expected)
    }
  })

  it('takes a second input, other similarities, and one element per record', async () => {
    const long = [
      { user: 1, item: 'a' },
      { user: 1, item: 'b' },
      { user: 2, item: 'b' },
    ]
    await using joined = await join([{ tags: ['a'] }], [{ tags: ['a', 'b'] }, { tags: ['b'] }], {
      similarity: 'containment',
      threshold: 1,
    })
    expect(await collect(joined.pairs())).toEqual([{ a: 0, b: 0, similarity: 1 }])
    await using own = await join(long, { set: 'user', element: 'item', similarity: 'overlap', threshold: 1 })
    expect(await collect(own.pairs())).toEqual([{ a: 1, b: 2, similarity: 1 }])
  })

  it('joins documents by their shingles', async () => {
    const documents = ['a b c d', 'x y', 'a b c d e'].map((text, i) => ({ id: `d${i}`, text }))
    await using joined = await join(documents, { text: 'text', shingle: { k: 1 }, threshold: 0.5 })
    expect(await collect(joined.pairs())).toEqual([{ a: 'd0', b: 'd2', similarity: 0.8 }])
  })

  it('probe has the query first, and only its most similar sets', async () => {
    const index = [{ tags: ['a', 'b'] }, { tags: ['a'] }, { tags: ['q'] }]
    await using found = await probe(index, [{ tags: ['a', 'b', 'c'] }], { top: 1 })
    expect(await collect(found.pairs())).toEqual([{ a: 0, b: 0, similarity: 2 / 3 }])
  })

  it('reports its progress in sets', async () => {
    const seen: unknown[] = []
    await using _ = await join(BASKETS, { onProgress: (progress) => seen.push(progress), workers: 1 })
    expect(seen[0]).toEqual({ stage: 'read', done: 3, total: 0, documents: 3 })
    expect(seen.at(-1)).toEqual({ stage: 'join', done: 3, total: 3, documents: 3 })
  })

  it('leaves out files that match a pattern, of sets and of documents', async () => {
    const inputs = mkdtempSync(pathOf(folder, 'inputs-'))
    for (const name of ['a', 'b', 'old']) {
      const record = { id: name, items: ['x', 'y'], text: 'x y' }
      writeFileSync(pathOf(inputs, `${name}.jsonl`), `${JSON.stringify(record)}\n`)
    }
    const runDir = pathOf(folder, 'excluded-run')
    for (const options of [{}, { runDir }, { text: 'text', shingle: { k: 1 } }]) {
      await using joined = await join(inputs, { ...options, exclude: ['old*'] })
      expect(await collect(joined.pairs())).toEqual([{ a: 'a', b: 'b', similarity: 1 }])
    }
    await expect(join(inputs, { runDir, resume: true })).rejects.toThrow(runDir)
  })

  it('refuses what it cannot use, and leaves nothing behind', async () => {
    const temporary = mkdtempSync(pathOf(folder, 'temporary-'))
    await expect(join(BASKETS, { treshold: 1 } as object)).rejects.toMatchObject({ option: 'treshold' })
    await expect(join(BASKETS, { similarity: 'overlap' })).rejects.toMatchObject({ option: 'threshold' })
    await expect(join(BASKETS, { text: 'x', list: 'items' })).rejects.toMatchObject({ option: 'list' })
    await expect(join(BASKETS, { workers: 0 })).rejects.toMatchObject({ option: 'workers' })
    await expect(join(BASKETS, { maxEqual: 0 })).rejects.toMatchObject({ option: 'maxEqual' })
    await expect(join(BASKETS, { top: 1, maxEqual: 5 })).rejects.toThrow('maxEqual conflicts with `top`')
    await expect(join([{ items: 5 }], { list: 'items', temporary })).rejects.toMatchObject({
      code: 'bad-record',
      file: 'sets',
      line: 1,
    })
    const joined = await join([{ items: 5 }, ...BASKETS], { list: 'items', onError: 'skip', temporary })
    expect(joined.summary.skipped).toMatchObject([{ line: 1 }])
    await joined.close()
    expect(readdirSync(temporary)).toEqual([])
  })
})
