import { describe, expect, it } from 'vitest'
import type { Engine, EngineRequest, FindRequest } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import type { Document } from '../../src/model/document.js'
import { DOCUMENT_SIMILARITIES } from '../../src/model/similarity.js'
import fc from '../property.js'
import type { SuiteOptions } from './engine-suite.js'
import { contentOf, rounded } from './found-content.js'
import { largeBucketTests } from './large-bucket-suite.js'

const texts = fc.array(
  fc
    .array(fc.constantFrom('a', 'b', 'B', 'c', 'd', 'É', '東京', 'word'), { maxLength: 14 })
    .map((words) => words.join(' ')),
  { maxLength: 18 },
)

/** Two sides that share some documents, with copies inside and across; ids of the two may be the same. */
const sides = fc.tuple(texts, texts, fc.boolean()).map(([one, other, named]) => {
  const documents = (list: readonly string[]) =>
    list.map((text, i): Document => (named ? { id: `d${i}`, text } : { text }))
  return [
    documents([...one, ...one.slice(0, 4), ...other.slice(0, 3)]),
    documents([...other, ...other.slice(0, 5), ...one.slice(2, 5)]),
  ] as const
})

const REQUESTS: readonly FindRequest[] = [
  { threshold: 0.8, recall: 0.95, method: 'bands', shingle: { k: 1 }, seed: 7, audit: 6 },
  { threshold: 0.5, recall: 0.9, shingle: { k: 2, bag: true }, clusters: 'stars' },
  { threshold: 0.4, recall: 1, shingle: { k: 1 }, maxGroup: 2 },
  { similarity: 'containment', threshold: 0.6, recall: 0.9, shingle: { k: 1 }, audit: 7 },
  { threshold: 0.5, recall: 0.9, method: 'bands', shingle: { k: 2 } },
  { threshold: 0.6, recall: 1, shingle: { k: 2 }, audit: 10 },
  { threshold: 0.7, recall: 0.9, shingle: { kind: 'chars', k: 3 }, audit: 5 },
  { threshold: 0.5, recall: 0.99, method: 'bands', shingle: { k: 1 }, maxGroup: 3 },
  {
    similarity: 'cosine',
    threshold: 0.5,
    recall: 0.9,
    method: 'bands',
    shingle: { k: 1 },
    maxGroup: 3,
    seed: 1,
  },
  ...DOCUMENT_SIMILARITIES.flatMap((similarity) => [
    ...(similarity === 'containment'
      ? []
      : [{ similarity, threshold: 0.6, recall: 0.9, shingle: { k: 1 }, audit: 7 }]),
    { similarity, threshold: 0.75, method: 'exact', shingle: { k: 2 }, clusters: 'stars', seed: 3 } as const,
    { similarity, threshold: 0.5, recall: 1, shingle: { k: 1, bag: true }, maxGroup: 3 },
  ]),
]

/** Few requests with every kind of option between them. */
const FEW_REQUESTS: readonly FindRequest[] = [
  { threshold: 0.8, recall: 0.95, method: 'bands', shingle: { k: 1 }, seed: 7, audit: 6 },
  {
    ...{ similarity: 'containment', threshold: 0.6, recall: 0.9, audit: 7, maxGroup: 2 },
    ...{ shingle: { kind: 'chars', k: 3, bag: true }, clusters: 'stars' },
  },
]

/** What every engine must do with a second side, compared with the inline engine and with a search of both sides together. */
export function againstSuite(
  name: string,
  engine: Engine,
  { runs, isShort = false }: SuiteOptions = {},
): void {
  const contents = async (documents: readonly Document[], request: EngineRequest) =>
    contentOf(await engine.find(documents, request))
  const unnamed = (documents: readonly Document[]) => documents.map(({ text }) => ({ text }))

  // Few requests get documents of their own each.
  const seedOf = (request: FindRequest) => (isShort ? { seed: 1 + FEW_REQUESTS.indexOf(request) } : {})

  describe(`the engine ${name}, against other documents`, () => {
    // The inline engine is not compared with itself.
    it.each(engine === inlineEngine ? [] : isShort ? FEW_REQUESTS : REQUESTS)(
      'finds what the inline engine finds, in every field: %o',
      async (request) => {
        await fc.assert(
          fc.asyncProperty(sides, fc.boolean(), async ([documents, against], alsoWithin) => {
            const asked = { ...request, against, alsoWithin }
            const expected = await contentOf(await inlineEngine.find(documents, asked))
            const got = await contents(documents, asked)
            // What an exact search compares is up to the engine.
            if (expected.counts.plan.method === 'exact') got.candidates = expected.candidates
            expect(rounded(got)).toEqual(rounded(expected))
          }),
          { ...seedOf(request), numRuns: runs ?? 6, endOnFailure: runs !== undefined },
        )
      },
    )

    if (!isShort) largeBucketTests(engine, true)

    // An engine that finds what the inline engine finds does this, too.
    const repeated = runs === undefined ? REQUESTS : REQUESTS.slice(0, isShort ? 0 : 1)
    it.each(repeated)('finds the pairs between the sides of a whole search: %o', async (request) => {
      await fc.assert(
        fc.asyncProperty(sides, async ([documents, against]) => {
          const { plan } = (await engine.find(documents, { ...request, against })).summary
          const all = { plan: { ...plan, maxGroup: 'all' as const } }
          const whole = await contents(unnamed([...documents, ...against]), all)
          const across = whole.batches.filter(({ a, b }) => a < documents.length && b >= documents.length)
          const inside = whole.batches.filter(({ a, b }) => a < documents.length && b < documents.length)
          const between = await contents(documents, { ...all, against })
          expect(between.batches).toEqual(across)
          expect(between.clusters).toEqual([])
          const both = await contents(documents, { ...all, against, alsoWithin: true })
          const sorted = [...across, ...inside].sort((x, y) => x.a - y.a || x.b - y.b)
          expect(both.batches).toEqual(sorted)
          const alone = await contents(documents, all)
          expect(rounded(both.clusters)).toEqual(rounded(alone.clusters))
        }),
        { numRuns: runs ?? 3, endOnFailure: runs !== undefined },
      )
    })

    it('names the documents of both sides, which may have the same ids', async () => {
      const documents = [
        { id: 'x', text: 'a b c d' },
        { id: 'y', text: 'p q r s' },
      ]
      const against = [{ text: 'p q r s' }, { text: 'a b c d e' }]
      const request = { threshold: 0.7, shingle: { k: 1 }, against }
      const found = await engine.find(documents, request)
      const idOf = await found.ids([0, 1, 2, 3])
      expect([0, 1, 2, 3].map(idOf)).toEqual(['x', 'y', 0, 1])
      const { pairs, batches, counts } = await contentOf(found)
      expect(pairs).toEqual([
        { a: 'x', b: 1, similarity: 0.8, against: true },
        { a: 'y', b: 0, similarity: 1, against: true },
      ])
      expect(batches.map(({ a, b }) => [a, b])).toEqual([
        [0, 3],
        [1, 2],
      ])
      expect(counts).toMatchObject({
        documents: 2,
        pairs: 2,
        clusters: 0,
        against: { documents: 2, empty: 0, identical: 1, equal: 0 },
      })
    })

    if (!isShort) againstLaws(engine)

    it('plans for two sides, and refuses what makes no sense', async () => {
      const documents = Array.from({ length: 50 }, (_, i) => ({ text: `the same words here ${i}` }))
      const request = { threshold: 0.6, shingle: { k: 1 }, method: 'bands' } as const
      const against = documents.slice(0, 10)
      const alone = await engine.plan([...documents, ...against], request)
      const both = await engine.plan(documents, { ...request, against })
      expect(both.sample!.documents).toBe(60)
      expect(both.predicted!.candidates).toBeLessThan(alone.predicted!.candidates)
      await expect(engine.find(documents, { alsoWithin: true })).rejects.toThrow('against')
      await expect(engine.find(documents, { against: 7 as never })).rejects.toThrow('against')
    })

    it('reports which side a bad document is on', async () => {
      const bad = [{ text: 'a b c' }, { text: 5 }] as unknown as Document[]
      const good = [{ text: 'a b c' }]
      await expect(engine.find(good, { against: bad })).rejects.toMatchObject({ file: 'against', line: 2 })
      const request = { shingle: { k: 1 }, onError: 'skip' } as const
      const { counts, batches } = await contents(bad, { ...request, against: [...bad, ...good] })
      expect(counts.skipped.map(({ file, line }) => [file, line])).toEqual([
        ['documents', 2],
        ['against', 2],
      ])
      expect(batches.map(({ a, b }) => [a, b])).toEqual([
        [0, 2],
        [0, 4],
      ])
    })
  })
}

/** What every engine does that finds what the inline engine finds, since that one does it. */
function againstLaws(engine: Engine): void {
  it('finds nothing in or against nothing', async () => {
    const documents = [{ text: 'a b c' }, { text: 'a b c' }]
    const sides = [
      [[], documents],
      [documents, []],
      [[], []],
    ] as const
    for (const [one, other] of sides) {
      const { counts, pairs } = await contentOf(await engine.find(one, { against: other, shingle: { k: 1 } }))
      expect(counts).toMatchObject({ documents: one.length, pairs: 0, clusters: 0 })
      expect(counts.against).toMatchObject({ documents: other.length })
      expect(pairs).toEqual([])
    }
  })

  it('lists no pairs of copies within a side, and pairs each copy with those of the other side', async () => {
    const copies = (count: number) => Array.from({ length: count }, () => ({ text: 'the same words here' }))
    const { counts } = await contentOf(
      await engine.find(copies(3), { against: copies(500), shingle: { k: 1 } }),
    )
    expect(counts).toMatchObject({ pairs: 1500, pairsOmitted: { count: 0 } })
    const limited = await contentOf(
      await engine.find(copies(30), { against: copies(20), shingle: { k: 1 }, maxGroup: 5 }),
    )
    expect(limited.counts).toMatchObject({ pairs: 49, pairsOmitted: { count: 600 - 49 } })
    expect(new Set(limited.batches.map(({ a }) => a)).size).toBe(30)
    expect(new Set(limited.batches.map(({ b }) => b)).size).toBe(20)
  })

  it('measures the recall on the documents of the source', async () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i}`)
    const variants = (count: number, by: string) =>
      Array.from({ length: count }, (_, i) => ({ text: words.with(i % 30, `${by}${i}`).join(' ') }))
    const request = { threshold: 0.7, method: 'exact', shingle: { k: 1 }, audit: 15 } as const
    const found = await engine.find(variants(40, 'one'), { ...request, against: variants(50, 'other') })
    const { audit, recall, pairs } = found.summary
    await found[Symbol.asyncDispose]()
    expect(pairs).toBe(2000)
    expect(audit).toMatchObject({ documents: 15, truePairs: 750, found: 750, falsePairs: 0, measured: 1 })
    expect(recall).toMatchObject({ measured: 1, guaranteed: 1 })
  })
}
