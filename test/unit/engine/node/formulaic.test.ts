// Formulaic texts: many documents share most of their words, so buckets are large, and most of their pairs dissimilar. Every pair
// that is asked for must be listed all the same, whatever the method (issue 12, item 1).

import { type Plan, planSimilar } from 'likewise'
import { shingleCollection } from 'likewise/text'
import { afterAll, describe, expect, it } from 'vitest'
import { FORMULAIC, type FormulaicKind, formulaicTexts } from '../../../../bench/corpora/formulaic.js'
import { findRoot, makeForest, unite } from '../../../../src/cluster/union-find.js'
import { makePlan } from '../../../../src/engine/make-plan.js'
import { joinInKernel } from '../../../../src/kernel/join-in-kernel.js'
import type { MaxGroup } from '../../../../src/model/plan.js'
import { byDepth, isLong } from '../../../depth.js'
import { binomialMargin } from '../../../laws/binomial.js'
import { makePool, runBounded } from './bounded-run.js'
import { linesOf, sourceOf } from './source-of.js'

const pool = makePool(1)
afterAll(() => pool.close())
const bounds = { pool, task: Number.POSITIVE_INFINITY, blocks: Number.POSITIVE_INFINITY }
const shingle = { k: 3 } as const

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

/** The pairs listed, by plans that differ in more than the recall: the planner may choose one plan for several. */
function listedBy(texts: readonly string[]) {
  const known = new Map<string, Promise<number>>()
  return ({ recall, ...way }: Plan) => {
    const key = JSON.stringify(way)
    const listed = known.get(key) ?? countListed(texts, { recall, ...way } as Plan)
    known.set(key, listed)
    return listed
  }
}

async function countListed(texts: readonly string[], plan: Plan): Promise<number> {
  const { result } = await runBounded(sourceOf([linesOf(texts)]), { plan }, bounds)
  expect(result.pairsOmitted).toEqual({ count: 0 })
  return result.pairs.count
}

const MIXED = [560, 120, 50]
const KINDS: readonly [FormulaicKind, number, readonly number[]][] = [
  ['templates', FORMULAIC.templates, MIXED],
  ['furnished', FORMULAIC.furnished, MIXED],
  ['chains', FORMULAIC.chains, MIXED],
  ['licences', FORMULAIC.licences, MIXED],
  ['rows', FORMULAIC.rows, MIXED],
]
/** A group of the size up to which all pairs are listed. */
const AT_LIMIT: (typeof KINDS)[number] = ['furnished', 0.8, [2000, 50]]

// Every kind. The whole matrix: npm run bench -- formulaic.
const METHODS = ['bands', 'exact', undefined] as const

describe.each(byDepth({ short: KINDS, long: [...KINDS, AT_LIMIT] }))(
  'of %s at %d, groups of %j, ',
  (kind, threshold, sizes) => {
    const texts = formulaicTexts(kind, sizes)
    const truth = truthOf(texts, threshold)
    const listed = listedBy(texts)

    // In a short run each kind has one method.
    const own = METHODS[KINDS.findIndex(([name]) => name === kind) % METHODS.length]
    it.each(byDepth<readonly (typeof own)[]>({ short: [own], long: METHODS }))(
      'the requested recall is listed, and more recall is never fewer pairs: %s',
      async (method) => {
        let before = 0
        for (const recall of byDepth({ short: [0.99], long: [0.8, 0.95, 0.99] })) {
          const request = { threshold, recall, shingle, ...(method && { method }) }
          const plan = method === undefined ? planSimilar(texts, request).plan : makePlan(request)
          const count = await listed(plan)
          if (plan.method === 'exact') expect(count).toBe(truth)
          expect(count / truth).toBeGreaterThanOrEqual(recall - binomialMargin(truth, recall).below)
          expect(count).toBeGreaterThanOrEqual(before)
          before = count
        }
      },
    )
  },
)

describe.each([
  ['chains', [50]],
  ['chains', Array<number>(10).fill(50)],
  ['rows', Array<number>(10).fill(50)],
] as const)('of %s, groups of %j, ', (kind, sizes) => {
  const texts = formulaicTexts(kind, sizes)
  const threshold = FORMULAIC[kind]

  it('what is found for less recall is also found for more, in any seed', async () => {
    for (const seed of byDepth({ short: [1], long: [1, 2, 3, 4, 5, 6, 7, 8] })) {
      let before = new Set<string>()
      for (const recall of byDepth({ short: [0.8, 0.95, 0.99], long: [0.5, 0.8, 0.9, 0.95, 0.98, 0.99] })) {
        const { plan } = planSimilar(texts, { threshold, recall, shingle, seed, method: 'bands' })
        const { pairs } = (await runBounded(sourceOf([linesOf(texts)]), { plan }, bounds)).result
        const listed = new Set(Array.from({ length: pairs.count }, (_, i) => `${pairs.a[i]} ${pairs.b[i]}`))
        for (const pair of before) expect(listed).toContain(pair)
        expect(listed.size).toBeGreaterThan(0)
        before = listed
      }
    }
  })
})

if (isLong)
  it('900 documents from each of five templates are listed as requested', async () => {
    const texts = formulaicTexts('templates', [900, 900, 900, 900, 900])
    const { result } = await find(texts, { threshold: 0.7, recall: 0.99, method: 'bands' })
    expect(result.pairs.count / truthOf(texts, 0.7)).toBeGreaterThanOrEqual(0.99)
  })

describe('a group of more documents than the limit, too many to compare all', () => {
  const texts = [...formulaicTexts('templates', [3600]), ...formulaicTexts('furnished', [50])]
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
