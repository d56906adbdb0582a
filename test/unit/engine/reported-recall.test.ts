import { expect, it } from 'vitest'
import { estimateRecall } from '../../../src/audit/recall-estimate.js'
import { reportedRecall } from '../../../src/engine/reported-recall.js'
import { PairBuilder } from '../../../src/model/pair.js'
import type { Plan } from '../../../src/model/plan.js'

const BANDS = { method: 'bands', bands: 13, rows: 7, threshold: 0.8, recall: 0.95 } as Plan
const EXACT = { method: 'exact', threshold: 0.8, recall: 0.95 } as Plan

function pairsOf(similarities: readonly number[]) {
  const pairs = new PairBuilder()
  similarities.forEach((similarity, i) => {
    pairs.add(i, i + 1, similarity)
  })
  return pairs.pairs()
}

const SIMILARITIES = Array.from({ length: 1000 }, (_, i) => 0.8 + ((i * 7) % 21) / 100)

it('the recall is that of all pairs, whatever their order and their number in a batch', () => {
  const pairs = pairsOf(SIMILARITIES)
  const batches = [SIMILARITIES.slice(600), SIMILARITIES.slice(0, 600)].map(pairsOf)
  const listed = {
    pairs: batches,
    total: 1000,
    omitted: { count: 250 },
    isCertain: () => false,
    sizesOf: () => undefined,
  }
  const estimated = estimateRecall(pairs, BANDS, 250)
  expect(reportedRecall(BANDS, listed)).toMatchObject({
    estimated: estimated * 0.8,
    inClusters: { estimated },
  })
})

it('the recall of an exact search is estimated without its pairs', () => {
  const unread = {
    [Symbol.iterator](): Iterator<never> {
      throw new Error('read')
    },
  }
  const listed = { total: 30, omitted: { count: 10 }, isCertain: () => false, sizesOf: () => undefined }
  expect(reportedRecall(EXACT, { ...listed, pairs: unread })).toMatchObject({
    estimated: 0.75,
    inClusters: { estimated: 1 },
  })
})
