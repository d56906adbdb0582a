import { functionOdds, SquareFunctions } from 'likewise/fingerprints'
import { Random } from 'likewise/text'
import { describe, expect, it } from 'vitest'
import { binomialMargin } from './binomial.js'

const TRIALS = 300
/** So many that the functions hardly share squares, and are nearly independent, as the texts have them. */
const SQUARES = 30_000

describe('the hash family for fingerprints, sampled and applied', () => {
  const functions = new SquareFunctions(SQUARES)
  const random = new Random(1)
  /** In how many of the groups two sets agree in a function, for each trial. */
  const groups = (repeats: boolean) =>
    Array.from({ length: TRIALS }, () => {
      const one: number[] = []
      const other: number[] = []
      for (let square = 0; square < SQUARES; square++) {
        const isIn = random.unit() < 0.2
        if (isIn) one.push(square)
        if (repeats ? isIn && random.unit() < 0.8 : random.unit() < 0.2) other.push(square)
      }
      const yes = new Set(functions.accepting(Uint32Array.from(one)))
      const both = functions.accepting(Uint32Array.from(other)).filter((f) => yes.has(f))
      return new Set(both.map((f) => Math.floor(f / functions.functions))).size
    })

  it.each([
    ['the same finger', true],
    ['two fingers', false],
  ] as const)('agrees on %s as often as the law says', (_, repeats) => {
    const agreed = groups(repeats)
    const odds = functionOdds(0.2, 0.8)[repeats ? 'sameFinger' : 'differentFingers']
    const within = (share: number, expected: number, trials: number) => {
      const margin = binomialMargin(trials, expected)
      expect(share).toBeLessThanOrEqual(expected + margin.above)
      expect(share).toBeGreaterThanOrEqual(expected - margin.below)
    }
    // Each trial is one of each group.
    within(agreed.reduce((sum, count) => sum + count, 0) / (2 * TRIALS), odds.any, 2 * TRIALS)
    within(agreed.filter((count) => count === 2).length / TRIALS, odds.all, TRIALS)
  })
})
