import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { KERNEL_WORK } from '../../../src/kernel/kernel-work.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { findLevels } from '../../../src/plan/large-buckets.js'
import { beginComparison, compareSample } from '../../../src/plan/sample-comparison.js'
import { countDocuments, sampleStatistics } from '../../../src/plan/sample-statistics.js'

const random = new Random(11)
const fresh = (size: number) => Array.from({ length: size }, () => random.bits())
const pages = Array.from({ length: 3 }, () => fresh(100))
const sets = makeSetCollection([
  ...Array.from({ length: 60 }, () => fresh(100)),
  ...pages.flatMap((page) =>
    Array.from({ length: 40 }, (_, i) => [...page.slice(0, 97 - (i % 8)), ...fresh(3)]),
  ),
])
const request = { threshold: 0.8, recall: 0.95, similarity: 'dice' } as const

describe.each([
  ['one side', undefined],
  ['two sides', { of: Uint8Array.from({ length: sets.count }, (_, i) => i % 2), alsoWithin: true }],
])('the statistics of a partitioned sample with %s', (_, sides) => {
  const sample = { sets, bytes: 0, totalBlocks: 100_000, ...(sides && { sides }) }
  const expected = sampleStatistics(sample, { request })

  it('are the same if another thread finds the levels', () => {
    const { counts, distinct } = countDocuments(sample)
    const comparison = beginComparison(distinct, request)
    const complete = compareSample(comparison, counts)
    const { signatures: _, isLarge: __, ...large } = comparison.large!
    expect(complete(findLevels(structuredClone(large), comparison.layouts))).toEqual({
      histogram: expected.histogram,
      jaccardHistogram: expected.jaccardHistogram,
      largeBuckets: expected.largeBuckets,
      oversized: expected.oversized,
    })
  })

  it('are the same to the bit in the kernel', () => {
    expect(expected.oversized!.groups.length).toBeGreaterThan(0)
    expect(sampleStatistics(sample, { request, work: KERNEL_WORK })).toEqual(expected)
  })
})
