// Buckets of more than 512 documents: every engine searches their documents exactly, so that it finds the same pairs, whether they
// share a bucket or not (docs/decisions/oversized-groups.md).

import { expect, it } from 'vitest'
import { bandKeys, sharesBand } from '../../src/band/keys.js'
import type { Engine, EngineRequest } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { makePlan } from '../../src/engine/make-plan.js'
import { Random } from '../../src/hash/random.js'
import { joinEveryPair } from '../../src/join/every-pair.js'
import type { Document } from '../../src/model/document.js'
import type { MaxGroup, Plan } from '../../src/model/plan.js'
import type { DocumentSimilarity } from '../../src/model/similarity.js'
import { sketchCollection, sketcherOf } from '../../src/sketch/sketch.js'
import { shingleCollection } from '../../src/text/shingles.js'
import fc from '../property.js'
import { contentOf, rounded } from './found-content.js'

const shingle = { k: 1 }
type BandPlan = Extract<Plan, { readonly method: 'bands' }>

/** Distinct documents of 20 common words and five of 40 others: about 0.67 similar, and seldom above 0.75. */
function notices(count: number, seed = 5): Document[] {
  const random = new Random(seed)
  const common = Array.from({ length: 20 }, (_, i) => `common${i}`)
  const texts = new Set<string>()
  while (texts.size < count) {
    const others = new Set<number>()
    while (others.size < 5) others.add(random.below(40))
    texts.add([...common, ...[...others].sort((x, y) => x - y).map((number) => `other${number}`)].join(' '))
  }
  return Array.from(texts, (text) => ({ text }))
}

/** Two groups of notices with twelve common words, documents between them, pairs that are like no other document, and copies. */
function twoGroups(count: number): Document[] {
  const rename = (text: string) => text.replace(/common(1[2-9])/g, 'second$1')
  const others = notices(count, 6).map(({ text }) => ({ text: rename(text) }))
  const words = Array.from({ length: 20 }, (_, i) => `common${i}`).join(' ')
  const between = Array.from({ length: 20 }, (_, i) => ({
    text: `${words} ${rename(words)} between${i} other${i}`,
  }))
  const pairs = Array.from({ length: 60 }, (_, i) => ({
    text: `pair${i >> 1} a b c d e f ${i} pair${i >> 1}x`,
  }))
  const documents = notices(count).flatMap((document, i) => [document, others[i]!])
  return [...documents.slice(0, 40), ...between, ...pairs, ...documents]
}

/** Requests that compare only some pairs of nearly equal documents. */
const OVERSIZED = fc.record({
  count: fc.integer({ min: 2300, max: 2800 }),
  seed: fc.integer({ min: 1, max: 1000 }),
  method: fc.constantFrom('exact', 'bands'),
  similarity: fc.constantFrom('jaccard', 'cosine', 'dice'),
  threshold: fc.constantFrom(0.5, 0.55, 0.6),
  maxGroup: fc.integer({ min: 2, max: 500 }),
  clusters: fc.constantFrom('components', 'stars'),
} as const)

/** Few rows, so that buckets are large, and few bands, so that many pairs share none. With this seed, two of three bands have one. */
function planOf(threshold: number, maxGroup: MaxGroup, similarity: DocumentSimilarity = 'jaccard'): BandPlan {
  const request = { threshold, recall: 0.4, similarity, shingle, method: 'bands', maxGroup, seed: 3 } as const
  const plan = makePlan(request)
  return { ...(plan as BandPlan), bands: 3, rows: 2 }
}

/** What an engine must compare and find, by comparing every two documents and every two keys. */
function expectedOf(documents: readonly Document[], plan: BandPlan, boundary: number | undefined) {
  const sets = shingleCollection(
    documents.map(({ text }) => text),
    shingle,
  )
  const keys = bandKeys(sketchCollection(sets, sketcherOf(plan.scheme)), plan)
  const isWanted = (a: number, b: number) => boundary === undefined || (a < boundary && b >= boundary)
  const isLarge = documents.map(() => false)
  for (let band = 0; band < plan.bands; band++) {
    const buckets = new Map<string, number[]>()
    documents.forEach((_, i) => {
      const at = 2 * (i * plan.bands + band)
      const key = `${keys.keys[at]} ${keys.keys[at + 1]}`
      const members = buckets.get(key)
      if (members === undefined) buckets.set(key, [i])
      else members.push(i)
    })
    for (const members of buckets.values()) {
      const own = members.filter((member) => member < (boundary ?? documents.length)).length
      const pairs = boundary === undefined ? (own * (own - 1)) / 2 : own * (members.length - own)
      if (pairs > (512 * 511) / 2) for (const member of members) isLarge[member] = true
    }
  }
  const share = (a: number, b: number) => {
    for (let band = 0; band < plan.bands; band++) if (sharesBand(keys, a, b, band)) return true
    return false
  }
  const truth = joinEveryPair(sets, { threshold: plan.threshold })
  const pairs: [number, number][] = []
  let [candidates, apart] = [0, 0]
  for (let i = 0; i < truth.count; i++) {
    const [a, b] = [truth.a[i]!, truth.b[i]!]
    const areLarge = isLarge[a] && isLarge[b]
    if (!isWanted(a, b) || !(areLarge || share(a, b))) continue
    pairs.push([a, b])
    if (areLarge) candidates++
    if (areLarge && !share(a, b)) apart++
  }
  for (let a = 0; a < documents.length; a++) {
    for (let b = a + 1; b < documents.length; b++)
      if (isWanted(a, b) && !(isLarge[a] && isLarge[b]) && share(a, b)) candidates++
  }
  return { pairs, candidates, apart, large: isLarge.filter(Boolean).length }
}

/** What the inline engine finds, by the documents and the request. */
const found = new Map<string, ReturnType<typeof contentOf>>()

/**
 * @param isAcross whether the documents are searched for those of a second side
 * @param few which of the tests are enough: some, or the one with the most steps. Default: all of them
 * @param randomRuns the number of random requests for oversized groups. Default: none
 */
export function largeBucketTests(
  engine: Engine,
  isAcross: boolean,
  few?: 'some' | 'one',
  randomRuns = 0,
): void {
  const split = (documents: readonly Document[], request: EngineRequest, boundary: number) =>
    isAcross
      ? ([documents.slice(0, boundary), { ...request, against: documents.slice(boundary) }] as const)
      : ([documents, request] as const)

  const searchesLarge = async () => {
    const documents = notices(isAcross ? 1400 : 900)
    const plan = planOf(0.8, 'all')
    const [own, request] = split(documents, { plan }, 700)
    const { pairs, candidates, apart, large } = expectedOf(documents, plan, isAcross ? 700 : undefined)
    expect(apart).toBeGreaterThan(10)
    expect(large).toBeGreaterThan(512)
    expect(large).toBeLessThan(documents.length)
    const found = await contentOf(await engine.find(own, request))
    expect(found.batches.map(({ a, b }) => [a, b])).toEqual(pairs)
    expect(found.candidates).toBe(candidates)
    const expected = await contentOf(await inlineEngine.find(own, request))
    expect(rounded(found)).toEqual(rounded(expected))
  }

  const findsOversized = async () => {
    const distinct = notices(isAcross ? 3600 : 2300)
    const documents = [...distinct.slice(0, 40), ...distinct]
    const plan = planOf(0.65, 300, 'cosine')
    const [own, request] = split(documents, { plan, audit: 10, ...(isAcross && { alsoWithin: true }) }, 1800)
    await expectSame(own, request, `oversized ${isAcross}`)
  }

  const findsOversizedExactly = async () => {
    const [own, request] = split(
      twoGroups(isAcross ? 2000 : 1500),
      {
        ...{ method: 'exact', similarity: 'cosine', threshold: 0.65, shingle, maxGroup: 300 },
        ...(isAcross && { alsoWithin: true }),
      },
      2000,
    )
    await expectSame(own, request, `exact ${isAcross}`)
  }

  /** The engine finds what the inline engine finds, which searches once for all engines. */
  async function expectSame(own: readonly Document[], request: EngineRequest, key: string): Promise<void> {
    const known = found.get(key) ?? inlineEngine.find(own, request).then(contentOf)
    found.set(key, known)
    const expected = await known
    expect(expected.counts.pairsOmitted.interval).toBeDefined()
    expect(rounded(await contentOf(await engine.find(own, request)))).toEqual(rounded(expected))
  }

  // The inline engine is not compared with itself.
  const isNotInline = engine !== inlineEngine
  if (few !== 'one' && isNotInline)
    it(
      'finds what the inline engine finds in groups too large to be compared, in an exact search',
      findsOversizedExactly,
    )
  if (few !== 'one') it('searches the documents of large buckets exactly', searchesLarge)
  if (randomRuns > 0 && isNotInline) {
    it('finds what the inline engine finds in oversized groups, by random requests', async () => {
      await fc.assert(
        fc.asyncProperty(OVERSIZED, async ({ count, seed, ...options }) => {
          const documents = notices(count, seed)
          const request = { ...options, recall: 0.9, seed, shingle } as const
          const expected = await contentOf(await inlineEngine.find(documents, request))
          expect(expected.counts.pairsOmitted.interval).toBeDefined()
          expect(rounded(await contentOf(await engine.find(documents, request)))).toEqual(rounded(expected))
        }),
        { numRuns: randomRuns, endOnFailure: true },
      )
    })
  }
  if (few !== 'some' && isNotInline)
    it('finds what the inline engine finds in groups too large to be compared', findsOversized)
}
