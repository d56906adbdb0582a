// What is found depends neither on the number of workers nor on the memory.

import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { findSimilar } from 'likewise'
import { listPairs } from 'likewise/join'
import { Random } from 'likewise/text'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../src/engine/make-plan.js'
import type { FindOptions } from '../../src/engine/request.js'
import { byDepth } from '../depth.js'
import fc from '../property.js'
import { makePool, runBounded } from '../unit/engine/node/bounded-run.js'
import { linesOf, sourceOf } from '../unit/engine/node/source-of.js'

/** Random inputs of each request. */
const RUNS = byDepth({ short: 2, long: 20 })

const pools = [1, 2, 3].map(makePool)
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

const ALL = Number.POSITIVE_INFINITY
const unbounded = { pool: pools[0]!, task: ALL, blocks: ALL }

/** In 100 bytes a task has no room for any group: then every document is one of its own. */
const bounds = fc.record({
  pool: fc.constantFrom(...pools),
  task: fc.constantFrom(100, 900, 1500, 4000),
  blocks: fc.constantFrom(0, 3000, ALL),
})

const collections = fc
  .array(
    fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'É', '東京'), { maxLength: 12 })
      .map((words) => words.join(' ')),
    { minLength: 2, maxLength: 25 },
  )
  .chain((texts) => fc.shuffledSubarray([...texts, ...texts.slice(0, 8)], { minLength: texts.length }))

const REQUEST: FindOptions[] = [
  { threshold: 0.5, recall: 0.9, shingle: { k: 2 } },
  { threshold: 0.6, recall: 1, shingle: { k: 2 } },
  { threshold: 0.5, recall: 0.8, shingle: { k: 1 }, clusters: 'stars' },
  { threshold: 0.7, similarity: 'containment', shingle: { k: 1 }, maxGroup: 4 },
  { threshold: 0.6, similarity: 'containment', shingle: { k: 2 }, clusters: 'stars' },
  { threshold: 0.6, similarity: 'cosine', recall: 1, shingle: { k: 1 } },
  { threshold: 0.6, similarity: 'dice', recall: 0.9, shingle: { k: 1 } },
]

describe('any memory and any number of workers', () => {
  it.each(REQUEST)('find the same as the inline engine: %o', async (request) => {
    await fc.assert(
      fc.asyncProperty(collections, bounds, fc.nat(30), async (texts, bound, cut) => {
        const source = sourceOf([linesOf(texts.slice(0, cut)), linesOf(texts.slice(cut))])
        const { result } = await runBounded(source, request, bound)
        expect(result).toEqual((await runBounded(source, request, unbounded)).result)
        const { pairs, clusters } = findSimilar(texts, {
          plan: makePlan(request),
          ...(request.clusters && { clusters: request.clusters }),
        })
        expect(listPairs(result.pairs)).toEqual(pairs)
        expect(result.clusters.map(({ members }) => members)).toEqual(clusters.map(({ members }) => members))
      }),
      { numRuns: RUNS },
    )
  })

  it.each([0.8, 1])(
    'find the same if a run is resumed with a different memory budget: recall %d',
    async (recall) => {
      const request = { threshold: 0.5, recall, shingle: { k: 1 } }
      const tasks = fc.uniqueArray(fc.integer({ min: 700, max: 2500 }), { minLength: 3, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(collections, tasks, async (texts, list) => {
          const source = sourceOf([linesOf(texts)])
          const { result } = await runBounded(source, request, unbounded)
          const folder = dirname(source.files[0]!.path)
          for (const task of list) {
            const bound = { pool: pools[0]!, task, blocks: 0, folder }
            expect((await runBounded(source, request, bound)).result).toEqual(result)
          }
        }),
        { numRuns: RUNS },
      )
    },
  )

  it('find the same in large buckets and among copies, and leave out as many pairs', async () => {
    const random = new Random(1)
    const words = (count: number) => Array.from({ length: count }, () => `w${random.below(5000)}`)
    const template = words(30)
    // A large bucket, some of its pages copied, among others.
    const texts = Array.from({ length: 800 }, (_, i) => {
      if (i % 16 === 0) return words(30).join(' ')
      return [...template, i % 7 === 0 ? 'same' : words(1), ...words(i % 3 === 0 ? 1 : 0)].join(' ')
    })
    const source = sourceOf([linesOf(texts.slice(0, 300)), linesOf(texts.slice(300))])
    const request = { threshold: 0.8, recall: 0.9, maxGroup: 300 }
    const { result } = await runBounded(source, request, unbounded)
    expect(result.pairsOmitted.count).toBeGreaterThan(0)
    expect(result.identical).toBeGreaterThan(50)
    const bounded = await runBounded(source, request, { pool: pools[2]!, task: 20_000, blocks: 10_000 })
    expect(summaryOf(bounded.result)).toEqual(summaryOf(result))
    // The way there was another: shares of bands, and more documents tied than a group holds.
    expect(bounded.names.some((name) => /^candidates-without-large-\d+-\d+-of-[2-9]/.test(name))).toBe(true)
    expect(bounded.names.filter((name) => name.startsWith('verified-')).length).toBeGreaterThan(10)
    expect(bounded.files.length).toBeGreaterThan(50)
  })

  it.each(['components', 'stars'] as const)(
    'find the same if all documents are similar to each other, with few pairs in memory: %s',
    async (clusters) => {
      const random = new Random(1)
      const template = Array.from({ length: 40 }, () => `w${random.below(5000)}`)
      // Pages that differ in a word, the last of them copies; more pairs than a run has.
      const texts = Array.from({ length: 750 }, (_, i) =>
        template.map((word, place) => (place === (i % 740) % 38 ? `x${i % 740}` : word)).join(' '),
      )
      const source = sourceOf([linesOf(texts.slice(0, 300)), linesOf(texts.slice(300))])
      const request = { threshold: 0.6, recall: 1, shingle: { k: 2 }, clusters }
      const { result } = await runBounded(source, request, unbounded)
      expect(result.identical).toBe(10)
      expect(result.pairs.count).toBeGreaterThan(270_000)
      // One group has room for all documents, but not for their candidates.
      const bound = { pool: pools[1]!, task: 1_200_000, blocks: 10_000 }
      const bounded = await runBounded(source, request, bound)
      expect(summaryOf(bounded.result)).toEqual(summaryOf(result))
      const names = bounded.names.filter((name) => name.startsWith('verified-'))
      expect(names).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^verified-1-1-of-0-\w+-0$/),
          expect.stringMatching(/^verified-spread-of-0-\w+-0$/),
        ]),
      )
      expect(bounded.files.filter((name) => name.startsWith('sorted-spread'))).toEqual([])
    },
  )
})

/** The same in few words: very many pairs are compared by their hash. */
function summaryOf({ pairs, ...rest }: Awaited<ReturnType<typeof runBounded>>['result']) {
  const hash = createHash('sha256')
  for (const column of [pairs.a, pairs.b, pairs.similarity]) hash.update(column)
  return { ...rest, pairs: pairs.count, hash: hash.digest('hex') }
}
