import { describe, expect, it } from 'vitest'
import { als } from '../../../../../src/apps/recommend/baselines/als.js'
import { ease } from '../../../../../src/apps/recommend/baselines/ease.js'
import type { RatingEvent } from '../../../../../src/apps/recommend/histories.js'
import { makePreferences } from '../../../../../src/apps/recommend/preferences.js'
import { Random } from '../../../../../src/hash/random.js'
import { setAt } from '../../../../../src/model/set-collection.js'

const random = new Random(11)
const events: RatingEvent[] = Array.from({ length: 220 }, () => {
  const customer = random.below(24)
  return { customer: `c${customer}`, item: `i${6 * (customer % 3) + random.below(8)}` }
})
const preferences = makePreferences(events)
const { sets, universe } = preferences.incidence

/** The inverse of a matrix by elimination, as the textbook has it. */
function invert(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let pivot = 0; pivot < n; pivot++) {
    const by = rows[pivot]![pivot]!
    rows[pivot] = rows[pivot]!.map((value) => value / by)
    for (let i = 0; i < n; i++) {
      const factor = rows[i]![pivot]!
      if (i !== pivot) rows[i] = rows[i]!.map((value, j) => value - factor * rows[pivot]![j]!)
    }
  }
  return rows.map((row) => row.slice(n))
}

describe('EASE', () => {
  it('solved by customers lists what the formula of the paper lists', () => {
    const lambda = 7
    const x: readonly (readonly number[])[] = Array.from({ length: sets.count }, (_, customer) => {
      const own = new Set(setAt(sets, customer))
      return Array.from({ length: universe }, (_, item): number => (own.has(item) ? 1 : 0))
    })
    const gram = Array.from({ length: universe }, (_, i) =>
      Array.from(
        { length: universe },
        (_, j) => x.reduce((sum, row) => sum + row[i]! * row[j]!, 0) + (i === j ? lambda : 0),
      ),
    )
    const p = invert(gram)
    const list = ease(preferences, lambda)
    x.forEach((row, customer) => {
      const expected = Array.from({ length: universe }, (_, j) => j)
        .filter((j) => row[j] === 0)
        .map((j) => ({ j, score: row.reduce((sum, taken, i) => sum - (taken * p[i]![j]!) / p[j]![j]!, 0) }))
        .sort((one, other) => other.score - one.score || one.j - other.j)
        .slice(0, 5)
      const found = [...list(customer, 5)]
      // Equal scores may be ordered by the last bit.
      found.forEach((item, rank) => {
        expect(expected.some(({ j }) => j === item) || expected.at(-1)!.score < 1e-9).toBe(true)
        if (expected[rank]!.j !== item)
          expect(expected.find(({ j }) => j === item)!.score).toBeCloseTo(expected[rank]!.score, 9)
      })
    })
  })
})

describe('ALS', () => {
  it('ranks what similar customers took above what they did not', () => {
    const list = als(preferences, { factors: 8, alpha: 10, regularization: 0.1 })
    const other = makePreferences([
      ...['A', 'B', 'C', 'D'].flatMap((name) => ['p', 'q', 'r'].map((item) => ({ customer: name, item }))),
      ...['W', 'X', 'Y', 'Z'].flatMap((name) => ['u', 'v', 'w'].map((item) => ({ customer: name, item }))),
      { customer: 'New', item: 'p' },
      { customer: 'New', item: 'q' },
    ])
    const [first] = als(other, { factors: 4, alpha: 10, regularization: 0.1 })(8, 1)
    expect(other.items[first!]).toBe('r')
    expect(list(0, 5)).toEqual(als(preferences, { factors: 8, alpha: 10, regularization: 0.1 })(0, 5))
  })
})
