import { readFileSync } from 'node:fs'
import { findSimilar } from 'likewise'
import { listPairs } from 'likewise/join'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../src/engine/make-plan.js'
import { nodeFind } from '../../src/engine/node/node-find.js'
import { nodeInputs } from '../../src/engine/node/node-input-bytes.js'
import type { FindOptions } from '../../src/engine/request.js'
import { readUnit } from '../../src/engine/stages/read/unit-reader.js'
import { cutUnits } from '../../src/engine/stages/read/units.js'
import { cases } from '../depth.js'
import { detachingBuffers } from '../detaching-buffers.js'
import fc from '../property.js'
import { collectPairs } from '../unit/engine/node/collect-pairs.js'
import { linesOf, sourceOf } from '../unit/engine/node/source-of.js'

/** Texts of a small vocabulary, so that many are alike; some empty, some copies. */
const collections = fc
  .array(
    fc
      .array(fc.constantFrom('a', 'b', 'B', 'c', 'd', 'É', '東京', 'word'), { maxLength: 14 })
      .map((words) => words.join(' ')),
    { maxLength: 25 },
  )
  .chain((texts) => fc.shuffledSubarray([...texts, ...texts.slice(0, 6)], { minLength: texts.length }))

const REQUEST: FindOptions[] = [
  { threshold: 0.5, recall: 0.9, shingle: { k: 2 } },
  { threshold: 0.8, recall: 0.95, shingle: { k: 1 } },
  { threshold: 0.6, recall: 1, shingle: { k: 2 } },
  { threshold: 0.7, recall: 0.9, shingle: { kind: 'chars', k: 3 } },
  { threshold: 0.5, recall: 0.9, shingle: { k: 2, bag: true }, clusters: 'stars' },
]

/** The engines take copies by other means (equal sets, equal tokens), so sums may be added in another order. */
function withoutMean<Described extends { readonly meanSimilarity: number }>(cluster: Described) {
  return { ...cluster, meanSimilarity: undefined }
}

describe('the local engine', () => {
  it.each(REQUEST)('finds what the inline engine finds: %o', async (request) => {
    await fc.assert(
      fc.asyncProperty(collections, fc.nat(30), async (texts, cut) => {
        const { clusters: clusterBy, ...search } = request
        const run = { plan: makePlan(search), ...(clusterBy && { clusters: clusterBy }) }
        const expected = findSimilar(texts, run)
        const source = sourceOf([linesOf(texts.slice(0, cut)), linesOf(texts.slice(cut))])
        const got = await nodeFind(source, { ...run, workers: 1 })
        const clusters = [...got.clusters]
        expect(listPairs(collectPairs(got.pairs))).toEqual(expected.pairs)
        expect(clusters.map(withoutMean)).toEqual(expected.clusters.map(withoutMean))
        clusters.forEach(({ meanSimilarity }, i) => {
          expect(meanSimilarity).toBeCloseTo(expected.clusters[i]!.meanSimilarity, 12)
        })
        expect(got.documents).toBe(expected.documents)
        expect(got.empty).toBe(expected.empty)
        expect([got.identical, got.equal]).toEqual([expected.identical, expected.equal])
        expect(got.plan).toEqual(expected.plan)
        const { estimated, ...recall } = expected.recall
        expect(got.recall).toMatchObject(recall)
        expect(got.recall.estimated).toBeCloseTo(estimated, 12)
      }),
      { numRuns: cases(40) },
    )
  })

  it('reads every line once, however the file is split into units', () => {
    const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 30, size: 'max' })
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 300 }), fc.boolean(), (list, unitBytes, newlineAtEnd) => {
        const content = list.map((text) => JSON.stringify(text)).join('\n') + (newlineAtEnd ? '\n' : '')
        const source = sourceOf([content])
        const seen: string[] = []
        for (const unit of cutUnits(nodeInputs, source, unitBytes)) {
          const take = (bytes: Uint8Array, place: number, final: boolean) => {
            const whole = final ? bytes.length : Buffer.from(bytes).lastIndexOf(10) + 1
            expect(Buffer.from(content).subarray(place, place + whole)).toEqual(
              Buffer.from(bytes.subarray(0, whole)),
            )
            seen.push(Buffer.from(bytes.subarray(0, whole)).toString())
            return whole
          }
          readUnit(nodeInputs, unit, Number.POSITIVE_INFINITY, { take, kernel: detachingBuffers() })
        }
        expect(seen.join('')).toBe(content)
      }),
      { numRuns: cases(300) },
    )
  })

  it('finds the same in the sample articles, clusters and all', async () => {
    const path = new URL('../../examples/data/articles.jsonl', import.meta.url)
    const content = readFileSync(path, 'utf8')
    const articles = content
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; text: string })
    const texts = articles.map(({ text }) => text)
    for (const method of ['exact', 'bands'] as const) {
      const expected = findSimilar(texts, { threshold: 0.7, method })
      const got = await nodeFind(sourceOf([content], 'id'), { plan: expected.plan, workers: 1 })
      expect(listPairs(collectPairs(got.pairs))).toEqual(expected.pairs)
      expect([...got.clusters]).toEqual(expected.clusters)
    }
  })
})
