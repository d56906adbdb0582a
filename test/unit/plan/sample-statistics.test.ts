import { describe, expect, it } from 'vitest'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { prefixStatistics } from '../../../src/plan/prefix-statistics.js'
import { countSample } from '../../../src/plan/sample.js'
import { sampleStatistics } from '../../../src/plan/sample-statistics.js'
import { makeStatistics } from './planned.js'

describe('sampleStatistics', () => {
  it('reports sizes, shares and pairs of the whole collection', () => {
    const statistics = makeStatistics()
    expect(statistics).toMatchObject({
      sampled: 500,
      documents: 50_000,
      empty: 0,
      identical: 0,
      meanBytes: 400,
    })
    expect(statistics.meanSetSize).toBeCloseTo(60, 1)
    const alike = statistics.histogram.filter(({ mean }) => mean > 0.15)
    const pairs = alike.reduce((sum, bin) => sum + bin.pairs, 0)
    expect(pairs / ((167 * 50_000 * 49_999) / (500 * 499))).toBeCloseTo(1, 1)
  })

  it('tries prefixes where a threshold is given for them', () => {
    const sets = makeSetCollection([
      [1, 2, 3, 4],
      [1, 2, 3, 5],
      [7, 8, 9],
      [1, 2, 3, 4],
    ])
    const sample = { sets, bytes: 0, totalBlocks: 4 }
    expect(sampleStatistics(sample)).not.toHaveProperty('prefixes')
    const { prefixes } = sampleStatistics(sample, { prefixesFor: 0.6 })
    // Of the distinct sets, the first two share three of five elements; the third shares none.
    expect(prefixes).toEqual(prefixStatistics(countSample(sample).distinct, 0.6))
    expect(prefixes).toMatchObject({ threshold: 0.6, candidates: 1, pairs: 1 })
  })

  it('does not examine similarities if what is known before is enough', () => {
    const sets = makeSetCollection([
      [1, 2, 3, 4],
      [1, 2, 3, 5],
    ])
    const sample = { sets, bytes: 0, totalBlocks: 2 }
    const all = sampleStatistics(sample, { prefixesFor: 0.6 })
    expect(all.histogram).not.toEqual([])
    const seen: unknown[] = []
    const isEnough = (answer: boolean) => (statistics: object) => {
      seen.push(statistics)
      return answer
    }
    expect(sampleStatistics(sample, { prefixesFor: 0.6, isEnough: isEnough(false) })).toEqual(all)
    const known = sampleStatistics(sample, { prefixesFor: 0.6, isEnough: isEnough(true) })
    expect(known).toEqual({ ...all, histogram: [] })
    expect(seen).toEqual([known, known])
  })

  it('is the same every time, and plain JSON', () => {
    const statistics = makeStatistics()
    expect(makeStatistics()).toEqual(statistics)
    expect(JSON.parse(JSON.stringify(statistics))).toEqual(statistics)
  })

  it('of nothing, and of empty documents, has no pairs', () => {
    for (const sets of [makeSetCollection([]), makeSetCollection([[], []])]) {
      const statistics = sampleStatistics({ sets, bytes: 0, totalBlocks: sets.count })
      expect(statistics).toMatchObject({
        documents: sets.count,
        empty: sets.count,
        meanSetSize: 0,
        histogram: [],
      })
      expect(statistics.largeBuckets).toEqual([])
      expect(statistics).not.toHaveProperty('oversized')
    }
  })
})
