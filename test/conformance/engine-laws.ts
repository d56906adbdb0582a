import { expect, it } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import { inlineEngine } from '../../src/engine/inline/inline-engine.js'
import { Random } from '../../src/hash/random.js'
import { joinEveryPair } from '../../src/join/every-pair.js'
import type { Document } from '../../src/model/document.js'
import { listPairs } from '../../src/model/pair.js'
import { DOCUMENT_SIMILARITIES, type DocumentSimilarity } from '../../src/model/similarity.js'
import { shingleCollection, shingleStrings } from '../../src/text/shingles.js'
import fc from '../property.js'
import { contentOf, rounded } from './found-content.js'
import { collections } from './small-collections.js'

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

/**
 * What every engine does that finds what the inline engine finds, since that one does it: the true pairs, the recall of bands, and
 * audits by seeds.
 *
 * @param runs times that each property is tried
 */
export function engineLaws(engine: Engine, runs: number | undefined): void {
  // Above 4,096 documents, engines sample different ones, and may plan differently. The inline engine is not compared with itself.
  const methods = engine === inlineEngine ? [] : (['bands', 'exact'] as const)
  it.each(methods)(
    'finds what the inline engine finds in 5,000 documents by the same plan: %s',
    async (method) => {
      const random = new Random(3)
      const documents = Array.from({ length: 2500 }, () => randomTwins(random)).flat()
      const request = { method, threshold: 0.7, recall: 0.9, shingle: { k: 2 }, seed: 4 }
      const { plan } = await inlineEngine.plan(documents.slice(0, 50), request)
      const expected = await contentOf(await inlineEngine.find(documents, { plan, audit: 20 }))
      const got = await contentOf(await engine.find(documents, { plan, audit: 20 }))
      expect(expected.counts.documents).toBeGreaterThan(4096)
      expect(expected.pairs.length).toBeGreaterThan(200)
      expect(rounded(got)).toEqual(rounded(expected))
    },
  )

  it('keeps the seed in an exact plan', async () => {
    const documents = Array.from({ length: 20 }, (_, i) => ({ text: `a b c d ${i % 3}` }))
    // With two seeds, because one may be the default.
    for (const seed of [5, 6]) {
      for (const request of [{ method: 'exact' }, { recall: 1 }, {}] as const) {
        const { plan } = await engine.plan(documents, { ...request, seed })
        expect(plan).toMatchObject({ method: 'exact', seed })
        const found = await engine.find(documents, { ...request, seed })
        expect(found.summary.plan).toEqual(plan)
        await found.close()
      }
    }
  })

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
      { numRuns: runs ?? 12, endOnFailure: runs !== undefined },
    )
  })

  it.each(DOCUMENT_SIMILARITIES)(
    'lists exactly the true pairs by %s, in every direction',
    async (similarity) => {
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
        { numRuns: runs ?? 8, endOnFailure: runs !== undefined },
      )
    },
  )

  it.each(['jaccard', 'cosine', 'dice'] as const)(
    'lists only true pairs by %s with bands, and reaches the guaranteed recall',
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

  it('estimates the recall of copies that are similar to nothing else', async () => {
    const documents = ['a b c', 'a b c', 'x y z'].map((text) => ({ text }))
    const request = { similarity: 'cosine', threshold: 0.8, method: 'bands', shingle: { k: 1 } } as const
    const { batches, recall } = await contentOf(await engine.find(documents, request))
    expect(batches).toEqual([{ a: 0, b: 1, similarity: 1 }])
    expect(recall.estimated).toBe(1)
  })

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

  it('passes the seed of the request to the plan and to the audit', async () => {
    const documents = Array.from({ length: 40 }, (_, i) => ({ text: `same words here ${i % 9}` }))
    for (const method of (['bands', 'exact'] as const).slice(0, runs ?? 2)) {
      const audits = []
      for (const seed of [1, 1, 2, 3, 4]) {
        const found = await engine.find(documents, { method, seed, audit: 3, shingle: { k: 1 } })
        audits.push(JSON.stringify(found.summary.audit))
        await found[Symbol.asyncDispose]()
      }
      expect(audits[0]).toBe(audits[1])
      expect(new Set(audits).size).toBeGreaterThan(1)
    }
  })

  it('measures the listed share within its interval if pairs of a large group are omitted', async () => {
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
}
