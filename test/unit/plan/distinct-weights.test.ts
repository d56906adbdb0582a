import { describe, expect, it } from 'vitest'
import { distinctWeights } from '../../../src/plan/distinct-weights.js'

/** What a sample of this share sees on average, if `copies[g]` documents have g copies. */
function seenOf(copies: Readonly<Record<number, number>>, share: number): number[] {
  const seen = new Array<number>(8).fill(0)
  for (const [g, count] of Object.entries(copies)) {
    for (let z = 1; z < seen.length; z++) {
      let chance = (1 - share) ** (Number(g) - z)
      for (let i = 0; i < z; i++) chance *= (share * (Number(g) - i)) / (z - i)
      seen[z]! += Number(g) < z ? 0 : count * chance
    }
  }
  return seen
}

describe('distinctWeights', () => {
  it('are 1 if everything was sampled', () => {
    expect([...distinctWeights([0, 5, 3], 1)]).toEqual([1, 1, 1])
  })

  it.each([
    { copies: { 1: 50_000 }, share: 0.05 },
    { copies: { 1: 40_000, 2: 5000 }, share: 0.1 },
    { copies: { 2: 20_000 }, share: 0.1 },
    { copies: { 1: 15_000, 2: 5500, 10: 1300 }, share: 0.125 },
    { copies: { 1: 10_000, 30: 400 }, share: 0.05 },
    { copies: { 1: 900_000, 2: 10_000, 3: 3000 }, share: 0.016 },
  ])('add up to the distinct documents: $copies of which $share were sampled', ({ copies, share }) => {
    const seen = seenOf(copies, share)
    const weights = distinctWeights(seen, share)
    const told = seen.reduce((sum, count, z) => sum + count * weights[z]!, 0)
    const distinct = Object.values(copies).reduce((sum, count) => sum + count, 0)
    expect(told / distinct).toBeGreaterThan(0.88)
    expect(told / distinct).toBeLessThan(1.12)
  })

  it('fall with the number of times that a document was seen, and never below 1', () => {
    const weights = distinctWeights([0, 1000, 200, 50, 20, ...new Array<number>(40).fill(1)], 0.1)
    for (let z = 2; z < weights.length; z++) expect(weights[z]!).toBeLessThanOrEqual(weights[z - 1]! + 1e-9)
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(1)
  })

  it('are the inverse of the share if nothing was seen twice', () => {
    expect([...distinctWeights([0, 70], 0.25)]).toEqual([1, 4])
    expect([...distinctWeights([], 0.5)]).toEqual([])
  })
})
