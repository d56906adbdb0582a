import { describe, expect, it } from 'vitest'
import { jaccardOfSorted } from '../../../src/distance/sorted-sets.js'
import { Random } from '../../../src/hash/random.js'
import { makeSetCollection, type SetCollection, setAt } from '../../../src/model/set-collection.js'
import { countSample } from '../../../src/plan/sample.js'
import {
  type HistogramBin,
  similarityHistogram,
  sketchSample,
} from '../../../src/plan/similarity-histogram.js'

/** Sets of 40, with edited copies of every similarity, over a common stock of elements. */
function makeSets(count: number, stock: number): SetCollection {
  const random = new Random(3)
  const sets: number[][] = []
  for (let i = 0; i < count; i++) {
    const from = i % 3 === 0 && i > 0 ? sets[random.below(i)]! : []
    const kept = from.slice(0, random.below(40))
    sets.push([...kept, ...Array.from({ length: 40 - kept.length }, () => random.below(stock))])
  }
  return makeSetCollection(sets)
}

/** The similarities of all pairs of sets that differ. */
function similaritiesOf(sets: SetCollection): number[] {
  const similarities: number[] = []
  for (let i = 0; i < sets.count; i++) {
    for (let j = 0; j < i; j++) similarities.push(jaccardOfSorted(setAt(sets, i), setAt(sets, j)))
  }
  return similarities
}

const histogramOf = (sets: SetCollection) =>
  similarityHistogram(sketchSample(countSample({ sets, bytes: 0, totalBlocks: sets.count }).distinct))
/** Limits of bins. */
const LEAST = [0, 0.04, 0.25, 0.49, 0.81]
const toldFrom = (bins: readonly HistogramBin[], least: number) =>
  bins.filter(({ from }) => from >= least - 1e-9).reduce((sum, { pairs }) => sum + pairs, 0)

describe('similarityHistogram', () => {
  it('is exact where all pairs can be compared', () => {
    const sets = makeSets(150, 1000)
    const similarities = similaritiesOf(sets)
    const bins = histogramOf(sets)
    for (const least of LEAST) {
      expect(toldFrom(bins, least)).toBeCloseTo(similarities.filter((s) => s >= least).length, 6)
    }
  })

  it.each([500, 5000, 1_000_000])(
    'tells rare and frequent pairs of a large collection: stock of %i',
    (stock) => {
      const sets = makeSets(1000, stock)
      const similarities = similaritiesOf(sets)
      const bins = histogramOf(sets)
      for (const least of LEAST) {
        const truth = similarities.filter((s) => s >= least).length
        expect(toldFrom(bins, least) / truth, `from ${least}`).toBeGreaterThan(0.85)
        expect(toldFrom(bins, least) / truth, `from ${least}`).toBeLessThan(1.15)
      }
    },
  )

  it('has bins in order, with their mean inside', () => {
    const bins = histogramOf(makeSets(300, 200))
    expect(
      bins.every(({ from, to, mean, sampledPairs: seen }) => mean >= from && mean <= to && seen > 0),
    ).toBe(true)
    expect(bins.map(({ from }) => from)).toEqual(bins.map(({ from }) => from).sort((x, y) => x - y))
  })

  it('weights pairs within a block and across blocks by how often each kind is sampled', () => {
    // Two blocks of ten; one pair alike inside each block, one across.
    const sets = makeSetCollection([[1, 2], [1, 2, 3], [9], [5, 6], [5, 6, 7], [9, 10]])
    const sample = { sets, bytes: 0, blockOf: [0, 0, 0, 1, 1, 1], blocks: 2, totalBlocks: 10 }
    const bins = similarityHistogram(sketchSample(countSample(sample).distinct))
    const told = (least: number, most: number) =>
      bins.filter(({ mean }) => mean > least && mean < most).reduce((sum, { pairs }) => sum + pairs, 0)
    expect(told(0.6, 0.7)).toBeCloseTo(2 * 5, 9)
    expect(told(0.49, 0.51)).toBeCloseTo((10 * 9) / (2 * 1), 9)
  })

  it('of nothing is empty', () => {
    expect(histogramOf(makeSetCollection([]))).toEqual([])
    expect(histogramOf(makeSetCollection([[1]]))).toEqual([])
  })
})
