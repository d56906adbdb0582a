// Worker threads run what is built, so this test does, too.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dedup, find } from '../../dist/public/node.js'
import { type IndexOptions, type LiveIndex, openMemoryStore } from '../../dist/public/store.js'
import { openLmdbStore } from '../../dist/public/store-lmdb.js'
import { Random } from '../../src/hash/random.js'
import type { Document } from '../../src/model/document.js'
import { cases } from '../depth.js'
import fc from '../property.js'

const folder = mkdtempSync(join(tmpdir(), 'against-index-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const texts = fc.array(
  fc
    .array(fc.constantFrom('a', 'b', 'B', 'c', 'd', 'É', '東京', 'word'), { maxLength: 14 })
    .map((words) => words.join(' ')),
  { minLength: 1, maxLength: 18 },
)

/** Two sides with copies inside and across; some of their ids are the same. */
const sides = fc.tuple(texts, texts).map(([one, other]) => {
  const documents = (list: readonly string[]) =>
    list.map((text, i) => ({ id: i % 2 === 0 ? `d${i}` : i, text }))
  return [
    documents([...one, ...one.slice(0, 4), ...other.slice(0, 3)]),
    documents([...other, ...other.slice(0, 5), ...one.slice(2, 5)]),
  ] as const
})

const OPTIONS: readonly IndexOptions[] = [
  { threshold: 0.5, recall: 0.9, shingle: { k: 2 } },
  { threshold: 0.8, recall: 0.95, shingle: { k: 1 }, seed: 7 },
  { threshold: 0.5, recall: 0.9, shingle: { kind: 'chars', k: 3 } },
  { threshold: 0.4, recall: 0.9, shingle: { k: 1, bag: true } },
]

type Named = Document & { readonly id: string | number }

async function indexOf(documents: readonly Named[], options: IndexOptions): Promise<LiveIndex> {
  const index = await openMemoryStore(options)
  await index.addMany(documents)
  return index
}

/** Pairs as text, in an order of their own: an index knows no order of its documents. */
async function pairsOf(
  source: readonly Document[],
  options: Parameters<typeof find>[1],
): Promise<{
  readonly pairs: readonly string[]
  readonly summary: Awaited<ReturnType<typeof find>>['summary']
}> {
  await using found = await find(source, options)
  const pairs: string[] = []
  for await (const { a, b, similarity } of found.pairs()) pairs.push(JSON.stringify([a, b, similarity]))
  return { pairs: pairs.sort(), summary: found.summary }
}

describe('an index as the second side', () => {
  it.each(OPTIONS)('has the pairs that its documents have: %o', async (options) => {
    await fc.assert(
      fc.asyncProperty(
        sides,
        fc.constantFrom({ workers: 1 }, { workers: 2 }, { workers: 1, memory: '256MB' }),
        fc.constantFrom(
          {},
          { alsoWithin: true },
          { threshold: 0.85 },
          { similarity: 'dice', threshold: 0.9 },
          { maxGroup: 2 },
          { audit: 5 },
        ),
        async ([documents, others], running, request) => {
          const index = await indexOf(others, options)
          const got = await pairsOf(documents, { against: index, ...running, ...request })
          const { plan } = got.summary
          const { audit, alsoWithin } = request as { audit?: number; alsoWithin?: boolean }
          const more = { ...(audit && { audit }), ...(alsoWithin && { alsoWithin }) }
          const expected = await pairsOf(documents, { against: others, plan, workers: 1, ...more })
          expect(got.pairs).toEqual(expected.pairs)
          const { against, ...summary } = got.summary
          const { against: expectedAgainst, ...expectedSummary } = expected.summary
          expect(summary).toEqual(expectedSummary)
          // The index keeps no texts: what is identical is counted as equal.
          const { identical, equal, ...counts } = expectedAgainst!
          expect(against).toEqual({ ...counts, identical: 0, equal: identical + equal })
        },
      ),
      { numRuns: cases(6) },
    )
  })

  it('counts large buckets on both sides as files do', async () => {
    const random = new Random(5)
    const page = Array.from({ length: 60 }, () => `w${random.below(1000)}`)
    const copies = (count: number, start: number): Named[] =>
      Array.from({ length: count }, (_, i) => {
        const words = [...page]
        for (let n = 0; n < 1 + (i % 3); n++) words[random.below(page.length)] = `v${random.below(10_000)}`
        return { id: start + i, text: words.join(' ') }
      })
    const [documents, others] = [copies(700, 0), copies(900, 10_000)]
    const options = { threshold: 0.6, shingle: { k: 2 } }
    const index = await indexOf(others, options)
    const got = await pairsOf(documents, { against: index, maxGroup: 100 })
    const expected = await pairsOf(documents, { against: others, plan: got.summary.plan })
    expect(got.summary.pairsOmitted.count).toBeGreaterThan(0)
    // Which pairs connect depends on the order of the documents, how many there are in all does not.
    const total = ({ pairs, pairsOmitted }: typeof got.summary) => pairs + pairsOmitted.count
    expect(total(got.summary) / total(expected.summary)).toBeCloseTo(1, 1)
    const named = (pairs: readonly string[]) => new Set(pairs.map((pair) => JSON.parse(pair)[0] as number))
    expect(named(got.pairs)).toEqual(named(expected.pairs))
  })

  it('leaves out documents that have expired or are in another namespace', async () => {
    let now = 1000
    const index = await openMemoryStore({ expiry: { maxAge: 100 }, clock: () => now })
    const text = 'one two three four five six seven'
    await index.add({ id: 'old', text })
    now = 1090
    await index.add({ id: 'new', text })
    await index.namespace('other').add({ id: 'elsewhere', text })
    now = 1150
    const { pairs } = await pairsOf([{ id: 'a', text }], { against: index })
    expect(pairs).toEqual(['["a","new",1]'])
  })

  it('is found by its folder, and extended by what is kept', async () => {
    const path = join(folder, 'seen')
    const text = (name: string) => `${name} two three four five six seven eight nine ten`
    {
      await using index = await openLmdbStore(path, { shingle: { k: 2 } })
      await index.add({ id: 'known', text: text('one') })
    }
    const source = join(folder, 'new.jsonl')
    const documents = [
      { id: 'a', text: text('one') },
      { id: 'b', text: 'something else that nobody has written before' },
      { id: 'c', text: 'something else that nobody has written before' },
    ]
    writeFileSync(source, documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
    await using result = await dedup(source, { against: path, alsoWithin: true, add: true })
    expect(result.summary).toMatchObject({ kept: 1, removed: 2, added: { added: 1, replaced: 0, empty: 0 } })
    await result.close()
    await using index = await openLmdbStore(path, { readOnly: true })
    expect(await index.stats()).toMatchObject({ documents: 2 })
    expect((await index.check(documents[1]!.text)).matches[0]).toMatchObject({ id: 'b', kind: 'identical' })
  })

  it('is not read in a namespace that does not exist', async () => {
    const path = join(folder, 'namespaces')
    const source = [{ id: 1, text: 'one two three four five six seven' }]
    {
      await using index = await openLmdbStore(path)
      await index.add(source[0]!)
    }
    const options = { against: path, againstIndex: { namespace: 'tow' } }
    const problem = /there is no namespace "tow"; leave the namespace out: the index has only the unnamed one/
    await expect(find(source, options)).rejects.toThrow(problem)
    await expect(dedup(source, options)).rejects.toThrow(problem)
    await using result = await dedup(source, { ...options, add: true })
    expect(result.summary).toMatchObject({ kept: 1, added: { added: 1 } })
  })

  it('rejects a plan that it was not built for, and options that conflict with a plan', async () => {
    const index = await indexOf([{ id: 1, text: 'a b c d' }], { threshold: 0.7, shingle: { k: 1 } })
    const source = [{ id: 1, text: 'a b c d' }]
    await using found = await find(source, { against: index, threshold: 0.8 })
    const { plan } = found.summary
    await using same = await find(source, { against: index, plan })
    expect(same.summary).toEqual(found.summary)
    for (const [options, problem] of [
      [{ plan, threshold: 0.9 }, /threshold conflicts with/],
      [{ plan: { ...plan, threshold: 0.2, recall: 0.001 } }, /at least 0.7/],
      [{ plan: { ...plan, keepPairsFrom: 0.75 } }, /keepPairsFrom/],
    ] as const) {
      await expect(find(source, { against: index, ...options })).rejects.toThrow(problem)
    }
  })

  it('rejects queries that it was not built for', async () => {
    const index = await openMemoryStore({ threshold: 0.7, shingle: { k: 3 } })
    const source = [{ id: 1, text: 'a b c d' }]
    const refused = (options: Parameters<typeof find>[1]) => find(source, { against: index, ...options })
    await expect(refused({ threshold: 0.5 })).rejects.toThrow(/at least 0.7/)
    await expect(refused({ recall: 0.999 })).rejects.toThrow(/at most 0.9/)
    for (const [shingle, problem] of [
      [
        { k: 5 },
        'invalid shingle: words:5; expected the value that the index in memory was built with: words:3',
      ],
      [
        { kind: 'chars', k: 5, bag: true },
        'invalid shingle: chars:5, bag: true; expected the value that the index in memory was built with: words:3, bag: false',
      ],
      [
        { k: 3, ignorePhrases: ['a b c d'] },
        'invalid shingle: words:3, ignorePhrases: a b c d; expected the value that the index in memory was built with: words:3, ignorePhrases: none',
      ],
    ] as const)
      await expect(refused({ shingle })).rejects.toThrow(problem)
    await expect(refused({ similarity: 'containment' })).rejects.toThrow(
      /one of jaccard, cosine, dice with an index/,
    )
    await expect(refused({ method: 'exact' })).rejects.toThrow(/bands/)
    await expect(refused({ runDir: join(folder, 'run') })).rejects.toThrow(/no run directory/)
    expect(existsSync(join(folder, 'run'))).toBe(false)
    await expect(dedup(source, { against: [{ text: 'a' }], add: true })).rejects.toThrow(/index/)
    await expect(dedup([{ text: 'a b c d' }], { against: index, add: true, id: false })).rejects.toThrow(
      /no ids/,
    )
  })
})
