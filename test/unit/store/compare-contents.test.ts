import { describe, expect, it, vi } from 'vitest'
import { DOCUMENT_SIMILARITIES, minJaccard } from '../../../src/model/similarity.js'
import { checkQuery, defaultThreshold } from '../../../src/store/compare-contents.js'
import type { IndexParameters } from '../../../src/store/parameters.js'

// Two more similarities, as CONTRIBUTING.md adds one: the overlap coefficient, which bands cannot find, and the square of Dice.
vi.mock('../../../src/model/similarity-table.js', async (load) => {
  const { SIMILARITY_TABLE } = await load<typeof import('../../../src/model/similarity-table.js')>()
  const { dice } = SIMILARITY_TABLE
  return {
    SIMILARITY_TABLE: {
      ...SIMILARITY_TABLE,
      simpson: { ...dice, minJaccard: () => 0 },
      squared: { ...dice, minJaccard: (threshold: number) => dice.minJaccard(Math.sqrt(threshold)) },
    },
  }
})

const index = (threshold: number, containment = false) =>
  ({ threshold, containment: containment ? { threshold: 0.9 } : null }) as IndexParameters

const MEASURES = DOCUMENT_SIMILARITIES.filter((similarity) => minJaccard(similarity, 1) > 0)

describe('the threshold of a query', () => {
  it.each(MEASURES)('of %s is one above which matches have the similarity of the index', (similarity) => {
    for (const jaccard of [0.1, 0.5, 0.64, 0.8, 0.95, 1]) {
      const parameters = index(jaccard)
      const min = defaultThreshold(similarity, parameters)
      expect(minJaccard(similarity, min)).toBeCloseTo(jaccard, 14)
      expect(() => checkQuery(similarity, min, parameters)).not.toThrow()
      expect(() => checkQuery(similarity, min - 1e-9, parameters)).toThrow(
        `at least ${min}: the index was built for a Jaccard similarity of ${jaccard}`,
      )
    }
  })

  it('is not higher than a pair at the threshold of the index has', () => {
    expect(defaultThreshold('jaccard', index(0.7))).toBe(0.7)
    expect(defaultThreshold('dice', index(0.5))).toBeLessThanOrEqual(2 / 3)
    expect(defaultThreshold('cosine', index(0.5))).toBeLessThanOrEqual(Math.SQRT1_2)
    expect(defaultThreshold('squared' as 'dice', index(0.5))).toBeCloseTo(4 / 9, 14)
  })

  it('does not exist for a similarity that bands cannot find', () => {
    for (const similarity of ['simpson' as 'dice', 'containment'] as const) {
      expect(() => checkQuery(similarity, 1, index(0.5))).toThrow(
        `expected one of jaccard, cosine, dice, squared: this index has no ${similarity}`,
      )
    }
    expect(() => checkQuery('simpson' as 'dice', 1, index(0.5, true))).toThrow(/this index has no simpson/)
    expect(defaultThreshold('containment', index(0.5, true))).toBe(0.9)
  })
})
