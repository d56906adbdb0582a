import { describe, expect, it } from 'vitest'
import { cohesionOfMembers, cohesionOfPairs } from '../../../src/cluster/cohesion.js'
import { InvalidValue } from '../../../src/model/errors.js'
import { pairsOf } from './pairs-of.js'

const chain = pairsOf([
  [0, 1, 0.75],
  [1, 2, 0.25],
  [2, 9, 0.125],
])

describe('cohesion', () => {
  it('over the verified pairs, counts only those within the cluster', () => {
    expect(cohesionOfPairs([0, 1, 2], chain)).toEqual({ min: 0.25, mean: 0.5, over: 'verified-pairs' })
  })

  it('over every pair sees what the verified pairs hide', () => {
    const positions = [0, 0.25, 1]
    const similarity = (a: number, b: number) => 1 - Math.abs(positions[a]! - positions[b]!)
    expect(cohesionOfMembers([0, 1, 2], similarity)).toEqual({ min: 0, mean: 1 / 3, over: 'every-pair' })
  })

  it('has a mean that rounding does not push below the minimum', () => {
    const tens = pairsOf(Array.from({ length: 10 }, (_, i) => [i, i + 1, 0.1] as const))
    const { min, mean } = cohesionOfPairs(
      Array.from({ length: 11 }, (_, i) => i),
      tens,
    )
    expect(mean).toBeGreaterThanOrEqual(min)
  })

  it('is rejected if there is no pair to compute it from', () => {
    expect(() => cohesionOfPairs([0, 2], chain)).toThrow(InvalidValue)
    expect(() => cohesionOfMembers([0], () => 1)).toThrow(InvalidValue)
  })

  it('is rejected for unverified candidates', () => {
    expect(() => cohesionOfPairs([0, 1], pairsOf([[0, 1, Number.NaN]]))).toThrow(InvalidValue)
    expect(() => cohesionOfMembers([0, 1], () => Number.NaN)).toThrow(InvalidValue)
  })
})
