// Formulaic texts: many documents share most of their words, so buckets are large, and most of their pairs dissimilar. Every pair
// that is asked for must be listed all the same, whatever the method (issue 12, item 1).

import { Random, shingleCollection } from 'likewise/text'
import { afterAll, describe, expect, it } from 'vitest'
import { findRoot, makeForest, unite } from '../../../../src/cluster/union-find.js'
import { joinInKernel } from '../../../../src/kernel/join-in-kernel.js'
import type { MaxGroup } from '../../../../src/model/plan.js'
import { makePool, runBounded } from './bounded-run.js'
import { linesOf, sourceOf } from './source-of.js'

const pool = makePool(1)
afterAll(() => pool.close())
const bounds = { pool, task: Number.POSITIVE_INFINITY, blocks: Number.POSITIVE_INFINITY }
const shingle = { k: 3 } as const

type Kind = 'templates' | 'boilerplate' | 'chains' | 'licences' | 'rows'
const SIZES = [560, 120, 50, 50]

function corpus(kind: Kind, sizes: readonly number[]): string[] {
  const random = new Random(7)
  const word = (kinds = 5000) => `w${random.below(kinds)}`
  const words = (count: number, kinds?: number) => Array.from({ length: count }, () => word(kinds))
  const make = (size: number): string[][] => {
    const of = (document: (i: number) => string[]) => Array.from({ length: size }, (_, i) => document(i))
    const base = words(kind === 'licences' ? 100 : 30)
    let last = base
    switch (kind) {
      case 'templates':
        return of(() => base.map((fixed, i) => (i % 10 === 9 ? word(30) : fixed)))
      case 'boilerplate':
        return of(() => [...base, ...words(4, 40), word(100_000)])
      case 'chains':
        return of(() => {
          last = last.with(random.below(last.length), word())
          return last
        })
      case 'licences':
        return of((i) => [
          ...base.slice(0, 3),
          word(2000),
          ...base.slice(4, i % 2 === 0 ? 100 : 80),
          ...words(i % 3, 30),
        ])
      case 'rows':
        return of(() => [
          'sku',
          word(100),
          ...base.slice(0, 4),
          'colour',
          word(8),
          ...base.slice(4, 8),
          'price',
          word(40),
        ])
    }
  }
  const texts = sizes.flatMap(make).map((list) => list.join(' '))
  return Array.from(random.permutation(texts.length), (i) => texts[i]!)
}

function truthOf(texts: readonly string[], threshold: number): number {
  return joinInKernel(shingleCollection(texts, shingle), { threshold }).count
}

/** The clusters of all pairs, by their members. */
function componentsOf(texts: readonly string[], threshold: number): number[][] {
  const { count, a, b } = joinInKernel(shingleCollection(texts, shingle), { threshold })
  const parents = makeForest(texts.length)
  for (let i = 0; i < count; i++) unite(parents, a[i]!, b[i]!)
  const clusters = new Map<number, number[]>()
  for (const document of texts.keys()) {
    const root = findRoot(parents, document)
    const members = clusters.get(root)
    if (members === undefined) clusters.set(root, [document])
    else members.push(document)
  }
  return [...clusters.values()].filter(({ length }) => length > 1)
}

function find(
  texts: readonly string[],
  request: { threshold: number; recall: number; method?: 'bands' | 'exact'; maxGroup?: MaxGroup },
) {
  return runBounded(sourceOf([linesOf(texts)]), { shingle, ...request }, bounds)
}

describe.each([
  ['templates', 0.5],
  ['boilerplate', 0.7],
  ['chains', 0.5],
  ['licences', 0.8],
  ['rows', 0.5],
] as const)('of %s at %d, ', (kind, threshold) => {
  const texts = corpus(kind, SIZES)
  const truth = truthOf(texts, threshold)

  it('the requested recall is listed by bands, and more is never fewer', async () => {
    let before = 0
    for (const recall of [0.8, 0.95, 0.99]) {
      const { result } = await find(texts, { threshold, recall, method: 'bands' })
      expect(result.pairsOmitted).toEqual({ count: 0 })
      expect(result.pairs.count / truth).toBeGreaterThanOrEqual(recall)
      expect(result.pairs.count).toBeGreaterThanOrEqual(before)
      before = result.pairs.count
    }
  })

  it('an exact search lists everything', async () => {
    const { result } = await find(texts, { threshold, recall: 0.8, method: 'exact' })
    expect(result.pairs.count).toBe(truth)
  })
})

it('900 documents from each of five templates are listed as requested', async () => {
  const texts = corpus('templates', [900, 900, 900, 900, 900])
  const truth = truthOf(texts, 0.7)
  for (const recall of [0.8, 0.99]) {
    const { result } = await find(texts, { threshold: 0.7, recall, method: 'bands' })
    expect(result.pairs.count / truth).toBeGreaterThanOrEqual(recall)
  }
})

describe('a group of more documents than the limit, too many to compare all', () => {
  const texts = [...corpus('templates', [3600]), ...corpus('boilerplate', [50])]
  const request = { threshold: 0.3, recall: 0.95 }
  const truth = truthOf(texts, request.threshold)
  const forest = componentsOf(texts, request.threshold)

  it.each(['bands', 'exact'] as const)(
    'lists what connects it, and tells how many pairs are not listed: %s',
    async (method) => {
      const { result, names } = await find(texts, { ...request, method })
      expect(names).toContain('candidates-of-hubs')
      const { count, interval } = result.pairsOmitted
      expect(result.candidates).toBeLessThan(truth / 2)
      expect(result.pairs.count).toBeLessThan(truth / 100)
      expect(interval!.low + result.pairs.count).toBeLessThanOrEqual(truth)
      expect(interval!.high + result.pairs.count).toBeGreaterThanOrEqual(truth)
      expect(count).toBeGreaterThanOrEqual(interval!.low)
      expect(result.clusters.map(({ members }) => members)).toEqual(forest)
      const small = await runBounded(
        sourceOf([linesOf(texts)]),
        { shingle, ...request, method },
        { pool, task: 2 ** 21, blocks: 0 },
      )
      expect(small.result).toEqual(result)
    },
  )

  it('is listed whole where all pairs are asked for', async () => {
    const { result } = await find(texts.slice(0, 700), { ...request, method: 'bands', maxGroup: 'all' })
    expect(result.pairs.count).toBe(truthOf(texts.slice(0, 700), request.threshold))
  })
})
