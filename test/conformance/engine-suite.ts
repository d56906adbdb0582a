import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Documents, Engine, FindRequest } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { Random } from '../../src/hash/random.js'
import { joinEveryPair } from '../../src/join/every-pair.js'
import type { Document } from '../../src/model/document.js'
import { BadRecord, InvalidOption } from '../../src/model/errors.js'
import { listPairs } from '../../src/model/pair.js'
import { DOCUMENT_SIMILARITIES, type DocumentSimilarity, minJaccard } from '../../src/model/similarity.js'
import { shingleCollection, shingleStrings } from '../../src/text/shingles.js'
import { contentOf, rounded } from './found-content.js'
import { largeBucketTests } from './large-bucket-suite.js'

/** Documents of a small vocabulary, so that many are similar; some empty, some copies, some with ids. */
const collections = fc
  .array(
    fc
      .array(fc.constantFrom('a', 'b', 'B', 'c', 'd', 'É', '東京', 'word'), { maxLength: 14 })
      .map((words) => words.join(' ')),
    { maxLength: 25 },
  )
  .chain((texts) => fc.shuffledSubarray([...texts, ...texts.slice(0, 6)], { minLength: texts.length }))
  .chain((texts) =>
    fc.boolean().map((named) => texts.map((text, i): Document => (named ? { id: `d${i}`, text } : { text }))),
  )

/** One of each kind. */
const KINDS: readonly FindRequest[] = [
  { threshold: 0.6, recall: 1, shingle: { k: 2 }, audit: 10 },
  { threshold: 0.7, recall: 0.9, shingle: { kind: 'chars', k: 3 }, audit: 5 },
  { threshold: 0.5, recall: 0.9, shingle: { k: 2, bag: true }, clusters: 'stars' },
  { threshold: 0.5, recall: 0.99, method: 'bands', shingle: { k: 1 }, maxGroup: 3 },
  { threshold: 0.5, recall: 0.9, method: 'bands', shingle: { k: 2, ignorePhrases: ['a b É', '東京 word'] } },
]

const REQUESTS: readonly FindRequest[] = [
  ...KINDS,
  { threshold: 0.5, recall: 0.9, method: 'bands', shingle: { k: 2 } },
  { threshold: 0.8, recall: 0.95, method: 'bands', shingle: { k: 1 }, seed: 7 },
]

/** Every similarity with every method that can find it. */
const SIMILARITY_REQUESTS: readonly FindRequest[] = DOCUMENT_SIMILARITIES.flatMap((similarity) => [
  { similarity, threshold: 0.6, recall: 0.9, shingle: { k: 1 }, audit: 7 },
  { similarity, threshold: 0.75, method: 'exact', shingle: { k: 2 }, clusters: 'stars', seed: 3 },
  { similarity, threshold: 0.5, recall: 1, shingle: { k: 1, bag: true }, maxGroup: 3 },
  ...(minJaccard(similarity, 0.6) === 0
    ? []
    : ([
        { similarity, threshold: 0.6, recall: 0.95, method: 'bands', shingle: { k: 1 }, audit: 9 },
      ] as const)),
])

/** For an engine that takes long for each search. */
function oneOfEachSimilarity(): FindRequest[] {
  return DOCUMENT_SIMILARITIES.map((one) => SIMILARITY_REQUESTS.find(({ similarity }) => similarity === one)!)
}

/** The pairs of documents that reach a threshold, by comparing every two in both directions. */
function truePairs(
  documents: readonly Document[],
  similarity: DocumentSimilarity,
  threshold: number,
  shingle: { readonly k: number; readonly bag?: boolean },
): { a: number; b: number; similarity: number }[] {
  const sets = documents.map(({ text }) => new Set(shingleStrings(text, shingle).map(numberCopies())))
  const pairs: { a: number; b: number; similarity: number }[] = []
  sets.forEach((one, a) => {
    sets.forEach((other, b) => {
      if (a === b || (similarity !== 'containment' && b < a) || one.size === 0 || other.size === 0) return
      const shared = [...one].filter((element) => other.has(element)).length
      const value = {
        jaccard: shared / (one.size + other.size - shared),
        containment: shared / one.size,
        cosine: shared / Math.sqrt(one.size * other.size),
        dice: (2 * shared) / (one.size + other.size),
      }[similarity]
      if (value >= threshold) pairs.push({ a, b, similarity: value })
    })
  })
  return pairs
}

/** The second copy of an element as another element, and so on. */
function numberCopies(): (element: string) => string {
  const seen = new Map<string, number>()
  return (element) => {
    const copy = seen.get(element) ?? 0
    seen.set(element, copy + 1)
    return copy === 0 ? element : `${element} ${copy}`
  }
}

/** Two documents of some 60 words each, one of them with others in the place of some or with more. */
function randomTwins(random: Random): Document[] {
  const word = () => `w${Math.floor(random.unit() * 1e6)}`
  const words = Array.from({ length: 40 + Math.floor(random.unit() * 40) }, word)
  const changed = Math.floor(random.unit() * 15)
  const added = Math.floor(random.unit() * 15)
  const other = [...words.slice(changed), ...Array.from({ length: changed + added }, word)]
  return [{ text: words.join(' ') }, { text: other.join(' ') }]
}

/** How much of a suite an engine runs that takes long for each search. */
export interface SuiteOptions {
  /** Times that each property is tried; what follows from others is left out. Default: as many as the suite says. */
  readonly runs?: number
  /** Whether one request of each kind is enough. Default: false. */
  readonly oneOfEachKind?: boolean
}

/** What every engine must do, compared with the inline engine and with the truth. */
export function engineSuite(name: string, engine: Engine, { runs, oneOfEachKind }: SuiteOptions = {}): void {
  const similar = runs === 1 ? oneOfEachSimilarity() : SIMILARITY_REQUESTS
  describe(`the engine ${name}`, () => {
    it.each(oneOfEachKind ? KINDS : [...REQUESTS, ...similar])(
      'finds what the inline engine finds, in every field: %o',
      async (request) => {
        await fc.assert(
          fc.asyncProperty(collections, async (documents) => {
            const expected = await contentOf(await inlineEngine.find(documents, request))
            const got = await contentOf(await engine.find(documents, request))
            // What an exact search compares is up to the engine.
            if (expected.counts.plan.method === 'exact') got.candidates = expected.candidates
            expect(rounded(got)).toEqual(rounded(expected))
          }),
          { seed: 1, numRuns: runs ?? 12, endOnFailure: runs !== undefined },
        )
      },
    )

    largeBucketTests(engine, false, oneOfEachKind)

    it('lists exactly the true pairs with recall 1', async () => {
      await fc.assert(
        fc.asyncProperty(collections, async (documents) => {
          const truth = joinEveryPair(
            shingleCollection(
              documents.map(({ text }) => text),
              { k: 2 },
            ),
            { threshold: 0.5 },
          )
          const found = await engine.find(documents, { threshold: 0.5, recall: 1, shingle: { k: 2 } })
          const { batches } = await contentOf(found)
          expect(batches).toEqual(listPairs(truth))
        }),
        { seed: 2, numRuns: runs ?? 12, endOnFailure: runs !== undefined },
      )
    })

    const similarities = oneOfEachKind ? (['containment', 'dice'] as const) : DOCUMENT_SIMILARITIES
    it.each(similarities)('lists exactly the true pairs by %s, in every direction', async (similarity) => {
      await fc.assert(
        fc.asyncProperty(collections, fc.boolean(), async (documents, bag) => {
          for (const threshold of runs === undefined ? [0.4, 2 / 3, 0.8, 1] : [2 / 3]) {
            const truth = truePairs(documents, similarity, threshold, { k: 1, bag })
            const request = { similarity, threshold, recall: 1, shingle: { k: 1, bag } }
            const { batches, counts } = await contentOf(await engine.find(documents, request))
            expect(batches).toEqual(truth)
            expect(counts.plan.similarity ?? 'jaccard').toBe(similarity)
          }
        }),
        { seed: 3, numRuns: runs ?? 8, endOnFailure: runs !== undefined },
      )
    })

    const banded = oneOfEachKind ? (['cosine'] as const) : (['jaccard', 'cosine', 'dice'] as const)
    it.each(banded)(
      'lists only true pairs by %s with bands, and as many as it promises',
      async (similarity) => {
        const random = new Random(11)
        const documents = Array.from({ length: 150 }, () => randomTwins(random)).flat()
        const shingle = { k: 1 }
        const [threshold, recall] = [0.7, 0.8]
        const truth = truePairs(documents, similarity, threshold, shingle)
        const request = { similarity, threshold, recall, shingle, method: 'bands', maxGroup: 'all' } as const
        const { batches, recall: reported } = await contentOf(await engine.find(documents, request))
        const known = new Map(truth.map(({ a, b, similarity: value }) => [`${a} ${b}`, value]))
        for (const { a, b, similarity: value } of batches) expect(known.get(`${a} ${b}`)).toBe(value)
        expect(reported.guaranteed).toBeGreaterThanOrEqual(recall)
        // Twins are independent of each other: fewer are found only with a probability below 1 in 30,000.
        const twins = truth.filter(({ a, b }) => b === a + 1 && a % 2 === 0).length
        const found = batches.filter(({ a, b }) => b === a + 1 && a % 2 === 0).length
        expect(twins).toBeGreaterThan(40)
        expect(found).toBeGreaterThanOrEqual(twins * recall - 4 * Math.sqrt(twins * recall * (1 - recall)))
      },
    )

    it('refuses bands for containment, and searches exactly whatever the recall', async () => {
      const documents = [{ text: 'a b c' }, { text: 'a b c d e f g h i j' }, { text: 'x y' }]
      const request = { similarity: 'containment', shingle: { k: 1 } } as const
      await expect(engine.find(documents, { ...request, method: 'bands' })).rejects.toThrow(
        'expected exact for the similarity containment',
      )
      const { counts, batches, recall } = await contentOf(
        await engine.find(documents, { ...request, recall: 0.5 }),
      )
      expect(counts.plan).toMatchObject({ method: 'exact', similarity: 'containment' })
      expect(batches).toEqual([{ a: 0, b: 1, similarity: 1 }])
      expect(recall).toMatchObject({ guaranteed: 1, estimated: 1 })
    })

    it('takes iterables and async iterables, one by one and in batches', async () => {
      const documents = ['a b c d', 'x y z w', 'a b c d e'].map((text, i) => ({ id: 10 * i, text }))
      async function* one() {
        yield* documents
      }
      async function* batches() {
        yield documents.slice(0, 2)
        yield documents.slice(2)
      }
      const request = { threshold: 0.5, shingle: { k: 1 } }
      const sources: Documents[] = [one(), batches(), documents, new Set(documents)]
      for (const source of oneOfEachKind ? sources.slice(0, 2) : sources) {
        const { pairs, clusters } = await contentOf(await engine.find(source, request))
        expect(pairs).toEqual([{ a: 0, b: 20, similarity: 0.8 }])
        expect(clusters).toMatchObject([{ members: [0, 20], pairs: 1 }])
      }
    })

    it('finds nothing in nothing', async () => {
      const { counts, pairs } = await contentOf(await engine.find([]))
      expect(counts).toMatchObject({ documents: 0, pairs: 0, clusters: 0 })
      expect(pairs).toEqual([])
    })

    it('looks ids up by position', async () => {
      const documents = ['a b', 'c d', 'a b'].map((text, i) => ({ id: `id ${i}`, text }))
      const found = await engine.find(documents, { shingle: { k: 1 } })
      const idOf = await found.ids([0, 2])
      expect([idOf(0), idOf(2)]).toEqual(['id 0', 'id 2'])
      await found[Symbol.asyncDispose]()
    })

    it('follows a given plan, checks it, and refuses options that conflict with it', async () => {
      const documents = ['a b c d', 'a b c d e'].map((text) => ({ text }))
      const { plan } = await engine.plan(documents, { threshold: 0.6, shingle: { k: 1 }, method: 'bands' })
      const found = await engine.find(documents, { plan })
      expect(found.summary.plan).toEqual(plan)
      await found[Symbol.asyncDispose]()
      await expect(engine.find(documents, { plan, threshold: 0.5 })).rejects.toThrow(InvalidOption)
      await expect(engine.find(documents, { plan: { ...plan, threshold: 7 } })).rejects.toThrow()
      await expect(engine.plan(documents, { plan, threshold: 0.5 })).rejects.toThrow(InvalidOption)
    })

    it('refuses unknown options and values out of range', async () => {
      for (const request of [
        { treshold: 0.5 },
        { threshold: 0 },
        { recall: 2 },
        { audit: 0 },
        { onError: 'no' },
      ]) {
        await expect(engine.find([{ text: 'a' }], request as FindRequest)).rejects.toThrow(InvalidOption)
      }
    })

    it('stops at a bad document, or skips and lists it', async () => {
      const documents = [{ text: 'a b c' }, { text: 5 }, { text: 'a b c' }] as unknown as Document[]
      const stopped = engine.find(documents, { shingle: { k: 1 } })
      await expect(stopped).rejects.toThrow(BadRecord)
      await expect(stopped).rejects.toMatchObject({ file: 'documents', line: 2 })
      const found = await engine.find(documents, { shingle: { k: 1 }, onError: 'skip' })
      expect(found.summary.documents).toBe(2)
      expect(found.summary.skipped).toMatchObject([{ line: 2, problem: 'the field "text" is not a string' }])
      expect((await contentOf(found)).batches).toEqual([{ a: 0, b: 2, similarity: 1 }])
    })

    it('refuses two documents with one id', async () => {
      const documents = [
        { id: 1, text: 'a' },
        { id: 1, text: 'b' },
      ]
      await expect(engine.find(documents)).rejects.toMatchObject({ code: 'bad-record', line: 2 })
    })

    it('ends when its signal says so', async () => {
      const reason = new Error('enough')
      const signal = AbortSignal.abort(reason)
      await expect(engine.find([{ text: 'a' }], {}, { signal })).rejects.toBe(reason)
    })

    it('gives the seed of the request to the plan and to the audit', async () => {
      const documents = Array.from({ length: 40 }, (_, i) => ({ text: `same words here ${i % 9}` }))
      for (const method of (['bands', 'exact'] as const).slice(0, runs ?? 2)) {
        const audits = []
        for (const seed of oneOfEachKind ? [1, 1, 2] : [1, 1, 2, 3, 4]) {
          const found = await engine.find(documents, { method, seed, audit: 3, shingle: { k: 1 } })
          audits.push(JSON.stringify(found.summary.audit))
          await found[Symbol.asyncDispose]()
        }
        expect(audits[0]).toBe(audits[1])
        expect(new Set(audits).size).toBeGreaterThan(1)
      }
    })

    it('measures the share listed within its interval where pairs of a large group are omitted', async () => {
      const words = Array.from({ length: 30 }, (_, i) => `word${i}`)
      const documents = Array.from({ length: 120 }, (_, i) => ({
        text: words.with(i % 30, `slot${i}`).join(' '),
      }))
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8].slice(0, runs ?? 8)) {
        const found = await engine.find(documents, {
          ...{ method: 'exact', seed, audit: 20, maxGroup: 10, threshold: 0.7, shingle: { k: 1 } },
        })
        const { pairs, pairsOmitted, audit, recall } = found.summary
        await found[Symbol.asyncDispose]()
        expect(pairs + pairsOmitted.count).toBe((120 * 119) / 2)
        const share = pairs / (pairs + pairsOmitted.count)
        expect(audit!.low).toBeLessThanOrEqual(share)
        expect(audit!.high).toBeGreaterThanOrEqual(share)
        expect(recall.measured).toBeCloseTo(share, 12)
      }
    })
  })
}
