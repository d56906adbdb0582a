import { describe, expect, it } from 'vitest'
import {
  isMatch,
  largestMatch,
  matchPrefix,
  minOverlapOf,
  minOverlapWithAny,
} from '../../../src/model/match-bounds.js'
import { DOCUMENT_SIMILARITIES, minJaccard, minOverlapFor } from '../../../src/model/similarity.js'
import { SIMILARITY_TABLE } from '../../../src/model/similarity-table.js'
import { minPart } from '../../../src/model/threshold.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const thresholds = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map((twentieths) => twentieths / 20),
  fc.double({ min: 0.01, max: 1, noNaN: true }),
)
const sizes = fc.integer({ min: 1, max: 40 })

describe.each(DOCUMENT_SIMILARITIES)('the bounds of %s', (similarity) => {
  it('are those that trying every overlap and every size gives', () => {
    fc.assert(
      fc.property(thresholds, sizes, (threshold, size) => {
        const comparison = { similarity, threshold }
        let least = Number.POSITIVE_INFINITY
        let largest = 0
        for (let other = 1; other <= 200; other++) {
          for (let overlap = 1; overlap <= Math.min(size, other); overlap++) {
            if (!isMatch(comparison, overlap, size, other)) continue
            least = Math.min(least, overlap)
            largest = Math.max(largest, other)
            expect(overlap).toBeGreaterThanOrEqual(minOverlapOf(comparison, size, other))
          }
        }
        expect(minOverlapWithAny(comparison, size)).toBe(least)
        if (largest < 200) expect(largestMatch(comparison, size)).toBe(largest)
        else expect(largestMatch(comparison, size)).toBeGreaterThanOrEqual(200)
      }),
      { numRuns: cases(100) },
    )
  })

  it('guarantee a Jaccard similarity for every match, and a match from some Jaccard similarity on', () => {
    fc.assert(
      fc.property(thresholds, sizes, sizes, (threshold, size, other) => {
        const comparison = { similarity, threshold }
        for (let overlap = 1; overlap <= Math.min(size, other); overlap++) {
          const jaccard = overlap / (size + other - overlap)
          if (isMatch(comparison, overlap, size, other))
            expect(jaccard).toBeGreaterThanOrEqual(minJaccard(similarity, threshold) * (1 - 1e-12))
          else expect(jaccard).toBeLessThan(SIMILARITY_TABLE[similarity].sureJaccard(threshold) * (1 + 1e-12))
        }
      }),
      { numRuns: cases(500) },
    )
  })

  it('are reached: no larger Jaccard similarity could be guaranteed', () => {
    const least = minJaccard(similarity, 0.8)
    let found = 1
    for (let size = 1; size <= 200; size++) {
      for (let other = size; other <= 200; other++) {
        const overlap = minOverlapOf({ similarity, threshold: 0.8 }, size, other)
        if (overlap <= size) found = Math.min(found, overlap / (size + other - overlap))
      }
    }
    expect(found).toBeGreaterThanOrEqual(least * (1 - 1e-12))
    expect(found).toBeLessThan(least + 0.01)
  })
})

describe('prefixes', () => {
  it('of Jaccard are those of the book, those of containment the whole set', () => {
    for (let size = 1; size < 100; size++) {
      expect(matchPrefix({ similarity: 'jaccard', threshold: 0.7 }, size)).toBe(size - minPart(size, 0.7) + 1)
      expect(matchPrefix({ similarity: 'containment', threshold: 0.7 }, size)).toBe(size)
    }
    expect(matchPrefix({ similarity: 'dice', threshold: 0.7 }, 0)).toBe(0)
  })
})

describe('dice', () => {
  it('at t is Jaccard at t / (2 − t), to the overlap', () => {
    for (const threshold of [0.5, 0.8, 0.9]) {
      for (let size = 1; size < 30; size++) {
        for (let other = 1; other < 30; other++) {
          // 2o / (x + y) ≥ t and o / (x + y − o) ≥ t / (2 − t), in whole numbers of tenths.
          const tenths = Math.round(10 * threshold)
          const least = Math.ceil((tenths * (size + other)) / 20)
          expect(minOverlapFor('dice', size, other, threshold)).toBe(least)
          expect(least * (20 - tenths)).toBeGreaterThanOrEqual(tenths * (size + other - least))
        }
      }
    }
  })
})
