import { describe, expect, it } from 'vitest'
import { listLayouts } from '../../../src/band/choose-bands.js'
import { Random } from '../../../src/hash/random.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { findLevels, partitionSample } from '../../../src/plan/large-buckets.js'
import { oversizedStatistics } from '../../../src/plan/oversized.js'
import { countSample } from '../../../src/plan/sample.js'
import { sketchSample } from '../../../src/plan/similarity-histogram.js'

const random = new Random(9)
const fresh = (size: number) => Array.from({ length: size }, () => random.bits())
const page = fresh(100)
const strangers = Array.from({ length: 60 }, () => fresh(100))
const variants = Array.from({ length: 40 }, () => [...page.slice(0, 98), ...fresh(2)])
const layouts = listLayouts({ threshold: 0.8, recall: 0.95 })
/** 100 of `of` documents, 40 % of them variants of one page. */
const sketched = (of: number, blockOf?: number[]) =>
  sketchSample(
    countSample({
      sets: makeSetCollection([...strangers, ...variants]),
      bytes: 0,
      totalBlocks: of,
      ...(blockOf && { blockOf, blocks: 100 }),
    }).distinct,
  )

describe('partitionSample', () => {
  it('reports the documents and pairs of large buckets for each layout, and represents them among the others', () => {
    const { rest, large } = partitionSample(sketched(100_000))
    expect(large!.sets.count).toBe(40)
    const { levels, levelsOf } = findLevels(large!, layouts)
    expect(Array.from(levelsOf)).toEqual(Array(40).fill(levels.length))
    expect(levels.map(({ bands, rows }) => ({ bands, rows }))).toEqual(
      layouts.filter(({ rows }) => rows >= 2),
    )
    const { documents, pairs, bands } = levels[0]!
    expect(documents).toBe(40_000)
    // Nearly all variants share each bucket: similarity 0.96.
    expect(pairs / ((bands * 40_000 ** 2) / 2)).toBeGreaterThan(0.8)
    expect(pairs / ((bands * 40_000 ** 2) / 2)).toBeLessThanOrEqual(1)
    expect(rest.sets.count).toBe(100)
    expect(rest.isLarge.filter((isLarge) => isLarge !== 0)).toHaveLength(40)
    expect(rest.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(100_000, 4)
  })

  it('changes nothing if no bucket would be that large', () => {
    const before = sketched(1000)
    expect(partitionSample(before)).toEqual({ rest: before, large: undefined })
  })

  it('counts neighbors in one or two blocks as no large bucket', () => {
    const inTwo = [...strangers.map((_, i) => i), ...variants.map((_, i) => 60 + (i % 2))]
    expect(partitionSample(sketched(100_000, inTwo)).large).toBeUndefined()
  })
})

describe('oversizedStatistics', () => {
  const { large } = partitionSample(sketched(100_000))

  it('counts documents with larger groups than the limit, and their pairs', () => {
    const { documents, pairs, otherPairs } = oversizedStatistics(
      large!,
      { threshold: 0.8, maxGroup: 2000 },
      1,
    )
    expect(documents).toBe(40_000)
    expect(pairs / (40_000 ** 2 / 2)).toBeCloseTo(1, 1)
    expect(otherPairs).toBe(0)
  })

  it('counts copies, and leaves groups within the limit alone', () => {
    const request = { threshold: 0.8, maxGroup: 50_000 }
    const within = oversizedStatistics(large!, request, 1)
    expect(within).toMatchObject({ documents: 0, pairs: 0 })
    expect(within.otherPairs / (40_000 ** 2 / 2)).toBeCloseTo(1, 1)
    expect(oversizedStatistics(large!, request, 2).documents).toBe(40_000)
    expect(oversizedStatistics(large!, { threshold: 0.99, maxGroup: 2000 }, 1).documents).toBe(0)
  })
})
