import { describe, expect, it } from 'vitest'
import type { Documents, Engine, FindRequest, Progress } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import type { Document } from '../../src/model/document.js'
import { DOCUMENT_SIMILARITIES, minJaccard } from '../../src/model/similarity.js'
import fc from '../property.js'
import { engineLaws } from './engine-laws.js'
import { contentOf, rounded } from './found-content.js'
import { goldenTests } from './golden-suite.js'
import { largeBucketTests } from './large-bucket-suite.js'
import { collections } from './small-collections.js'

const REQUESTS: readonly FindRequest[] = [
  { threshold: 0.6, recall: 1, shingle: { k: 2 }, audit: 10 },
  { threshold: 0.7, recall: 0.9, shingle: { kind: 'chars', k: 3 }, audit: 5 },
  { threshold: 0.5, recall: 0.9, shingle: { k: 2, bag: true }, clusters: 'stars' },
  { threshold: 0.5, recall: 0.99, method: 'bands', shingle: { k: 1 }, maxGroup: 3 },
  { threshold: 0.5, recall: 0.9, method: 'bands', shingle: { k: 2, ignorePhrases: ['a b É', '東京 word'] } },
  { threshold: 0.5, recall: 0.9, method: 'bands', shingle: { k: 2 } },
  { threshold: 0.8, recall: 0.95, method: 'bands', shingle: { k: 1 }, seed: 7 },
]

/** The stages of a search. An engine may do without some of them, or be done with them at once. */
const STAGES: readonly Progress['stage'][] = ['read', 'sketch', 'band', 'sets', 'verify', 'cluster', 'audit']

/** Few requests with every kind of option between them. */
const FEW_REQUESTS: readonly FindRequest[] = [
  { threshold: 0.6, recall: 1, shingle: { k: 2 }, audit: 10 },
  {
    ...{ similarity: 'cosine', threshold: 0.5, recall: 0.9, method: 'bands', seed: 7, audit: 5, maxGroup: 3 },
    ...{ shingle: { k: 2, bag: true, ignorePhrases: ['a b É', '東京 word'] }, clusters: 'stars' },
  },
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

/** How much of a suite an engine runs that takes long for each search. */
export interface SuiteOptions {
  /** Times that each property is tried; what follows from others is left out. Default: as many as the suite says. */
  readonly runs?: number
  /**
   * Whether a few requests are enough, without the tests of what every engine does that finds what the inline engine finds. Default:
   * false.
   */
  readonly isShort?: boolean
  /** Whether one search of large buckets is enough. Default: false. */
  readonly oneLarge?: boolean
}

/** What every engine must do, compared with the inline engine and with the truth. */
export function engineSuite(
  name: string,
  engine: Engine,
  { runs, isShort = false, oneLarge = false }: SuiteOptions = {},
): void {
  const similar = runs === 1 ? oneOfEachSimilarity() : SIMILARITY_REQUESTS
  // Few requests get documents of their own each.
  const seedOf = (request: FindRequest) => (isShort ? { seed: 1 + FEW_REQUESTS.indexOf(request) } : {})
  describe(`the engine ${name}`, () => {
    // The inline engine is not compared with itself.
    const requests = engine === inlineEngine ? [] : isShort ? FEW_REQUESTS : [...REQUESTS, ...similar]
    it.each(requests)('finds what the inline engine finds, in every field: %o', async (request) => {
      await fc.assert(
        fc.asyncProperty(collections, async (documents) => {
          const expected = await contentOf(await inlineEngine.find(documents, request))
          const got = await contentOf(await engine.find(documents, request))
          expect(rounded(got)).toEqual(rounded(expected))
        }),
        { ...seedOf(request), numRuns: runs ?? 12, endOnFailure: runs !== undefined },
      )
    })

    goldenTests(engine)

    largeBucketTests(
      engine,
      false,
      oneLarge ? 'one' : isShort ? 'some' : undefined,
      runs === undefined ? 4 : 0,
    )
    if (!isShort) {
      engineLaws(engine, runs)
      engineInputs(engine)
    }

    it('finds nothing in nothing', async () => {
      const { counts, pairs } = await contentOf(await engine.find([]))
      expect(counts).toMatchObject({ documents: 0, pairs: 0, clusters: 0 })
      expect(pairs).toEqual([])
    })

    it('refuses unknown options and values out of range', async () => {
      for (const request of [
        { treshold: 0.5 },
        { threshold: 0 },
        { recall: 2 },
        { audit: 0 },
        { onError: 'no' },
      ]) {
        await expect(engine.find([{ text: 'a' }], request as FindRequest)).rejects.toMatchObject({
          code: 'invalid-option',
        })
      }
    })

    it('returns the plan that it follows, as the same text as the inline engine', async () => {
      const documents = ['a b c d', 'x y z w', 'a b c d e'].map((text, id) => ({ id, text }))
      for (const request of [{}, { method: 'bands', seed: 3 }, { threshold: 0.6, recall: 1 }] as const) {
        const { plan } = await engine.plan(documents, request)
        const expected = await inlineEngine.find(documents, request)
        expect(JSON.stringify(plan)).toBe(JSON.stringify(expected.summary.plan))
      }
    })

    it('refuses two documents with one id', async () => {
      const documents = [{ text: 'a' }, { id: 'x', text: 'b' }, { id: 'x', text: 'c' }]
      await expect(engine.find(documents)).rejects.toMatchObject({
        code: 'bad-record',
        line: 3,
        problem: 'duplicate id "x" (first seen in documents, line 2)',
      })
    })

    it('skips documents whose ids cannot be used, and says why in the same words', async () => {
      const documents = [
        { id: 1n, text: 'a b c d' },
        { id: Number.NaN, text: 'a b c d' },
        { id: Number.NEGATIVE_INFINITY, text: 'a b c d' },
        { id: true, text: 'a b c d' },
        { id: [1], text: 'a b c d' },
        { id: { of: 1n }, text: 'a b c d' },
        { id: 1, text: 'a b c d' },
        // Its id is its position.
        { text: 'a b c d' },
        { id: 7, text: 'a b c d' },
        { id: '7', text: 'a b c d' },
      ] as unknown as Document[]
      const { pairs, counts } = await contentOf(await engine.find(documents, { onError: 'skip' }))
      expect(pairs.map(({ a, b }) => [a, b])).toEqual([
        [1, 7],
        [1, '7'],
        [7, '7'],
      ])
      expect(counts.skipped.map(({ line, problem }) => [line, problem])).toEqual([
        [2, 'the id field "id" holds null'],
        [3, 'the id field "id" holds null'],
        [4, 'the id field "id" holds a boolean'],
        [5, 'the id field "id" holds a list'],
        [6, 'the id field "id" holds an object'],
        [7, 'duplicate id 1 (first seen in documents, line 1)'],
        [9, 'duplicate id 7 (first seen in documents, line 8)'],
      ])
    })

    it('uses positions for documents without an id, before and after those with one', async () => {
      const ids = [undefined, null, 'x', undefined, 9]
      const documents = ids.map((id) => ({ id, text: 'a b c d e f' }))
      const { pairs, clusters } = await contentOf(await engine.find(documents))
      expect(clusters).toMatchObject([{ members: [0, 1, 'x', 3, 9] }])
      expect(pairs).toContainEqual({ a: 1, b: 'x', similarity: 1 })
    })

    it('refuses a document without a text', async () => {
      const documents = [{ text: 'a' }, { body: 'b' } as unknown as { text: string }]
      await expect(engine.find(documents)).rejects.toMatchObject({
        code: 'bad-record',
        line: 2,
        problem: 'no field "text"',
      })
    })

    it('reports the progress of its stages, in their order', async () => {
      const documents = Array.from({ length: 40 }, (_, i) => ({ text: `a b c d ${i % 7} e f ${i % 3}` }))
      const seen: Progress[] = []
      const request = { method: 'bands', threshold: 0.5, shingle: { k: 2 }, audit: 5 } as const
      const onProgress = (progress: Progress) => seen.push(progress)
      const found = await engine.find(documents, request, { onProgress })
      await found[Symbol.asyncDispose]()
      const stages = seen.map(({ stage }) => stage)
      expect(stages).toEqual(expect.arrayContaining(['sketch', 'band', 'verify']))
      expect(stages).toEqual(STAGES.flatMap((stage) => stages.filter((one) => one === stage)))
      seen.forEach(({ stage, done, total }, i) => {
        if (stage !== 'read') expect(done).toBeLessThanOrEqual(total)
        if (stages[i - 1] === stage) expect(done).toBeGreaterThanOrEqual(seen[i - 1]!.done)
      })
      expect(seen.at(-1)!.documents).toBe(documents.length)
    })

    if (runs !== 1) engineStops(engine)

    it('ends the iterations over its result when its signal is aborted', async () => {
      const documents = Array.from({ length: 40 }, (_, i) => ({ text: `a b c d ${i % 7} e f ${i % 3}` }))
      const stop = new AbortController()
      const reason = new Error('enough')
      const request = { threshold: 0.5, shingle: { k: 2 } }
      const found = await engine.find(documents, request, { signal: stop.signal })
      const lists = ['pairs', 'clusters', 'pairBatches', 'clusterBatches'] as const
      const begun = lists.map((name) => found[name]()[Symbol.asyncIterator]())
      for (const list of begun) expect(await list.next()).toMatchObject({ done: false })
      stop.abort(reason)
      for (const list of begun) await expect(list.next()).rejects.toBe(reason)
      for (const name of lists)
        await expect(found[name]()[Symbol.asyncIterator]().next()).rejects.toBe(reason)
      await found[Symbol.asyncDispose]()
    })

    it('ends when its signal is aborted', async () => {
      const reason = new Error('enough')
      const signal = AbortSignal.abort(reason)
      await expect(engine.find([{ text: 'a' }], {}, { signal })).rejects.toBe(reason)
    })
  })
}

/** For engines that soon start again after they were stopped. */
function engineStops(engine: Engine): void {
  it('ends at every stage whose progress aborts its signal', async () => {
    const documents = Array.from({ length: 40 }, (_, i) => ({ text: `a b c d ${i % 7} e f ${i % 3}` }))
    const request = { method: 'bands', threshold: 0.5, shingle: { k: 2 } } as const
    for (const stage of ['sketch', 'band', 'verify'] as const) {
      const stop = new AbortController()
      const reason = new Error(stage)
      const onProgress = (progress: Progress) => {
        if (progress.stage === stage) stop.abort(reason)
      }
      const ended = engine.find(documents, request, { signal: stop.signal, onProgress })
      await expect(ended).rejects.toBe(reason)
    }
  })
}

/** What engines that open documents in the same way do alike, or does a suite of documents against others, too. */
function engineInputs(engine: Engine): void {
  it('accepts iterables and async iterables, one by one and in batches', async () => {
    const documents = ['a b c d', 'x y z w', 'a b c d e'].map((text, i) => ({ id: 10 * i, text }))
    async function* one() {
      yield* documents
    }
    async function* batches() {
      yield documents.slice(0, 2)
      yield documents.slice(2)
    }
    const request = { threshold: 0.5, shingle: { k: 1 } }
    const sources: Documents[] = [batches(), one(), documents, new Set(documents)]
    for (const source of sources) {
      const { pairs, clusters } = await contentOf(await engine.find(source, request))
      expect(pairs).toEqual([{ a: 0, b: 20, similarity: 0.8 }])
      expect(clusters).toMatchObject([{ members: [0, 20], pairs: 1 }])
    }
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
    await expect(engine.find(documents, { plan, threshold: 0.5 })).rejects.toMatchObject({
      code: 'invalid-option',
    })
    await expect(engine.find(documents, { plan: { ...plan, threshold: 7 } })).rejects.toThrow()
    await expect(engine.plan(documents, { plan, threshold: 0.5 })).rejects.toMatchObject({
      code: 'invalid-option',
    })
  })

  it('stops at a bad document, or skips and lists it', async () => {
    const documents = [{ text: 'a b c' }, { text: 5 }, { text: 'a b c' }] as unknown as Document[]
    const stopped = engine.find(documents, { shingle: { k: 1 } })
    await expect(stopped).rejects.toMatchObject({ code: 'bad-record' })
    await expect(stopped).rejects.toMatchObject({ file: 'documents', line: 2 })
    const found = await engine.find(documents, { shingle: { k: 1 }, onError: 'skip' })
    expect(found.summary.documents).toBe(2)
    expect(found.summary.skipped).toMatchObject([{ line: 2, problem: 'the field "text" is not a string' }])
    expect((await contentOf(found)).batches).toEqual([{ a: 0, b: 2, similarity: 1 }])
  })
}
