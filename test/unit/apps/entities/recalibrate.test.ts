import { describe, expect, it } from 'vitest'
import { expectations } from '../../../../src/apps/entities/expectations.js'
import { NO_LABEL_CHECK } from '../../../../src/apps/entities/label-check.js'
import { NO_BIN, RANGES } from '../../../../src/apps/entities/levels.js'
import { bitsOf, corrected, recalibrate } from '../../../../src/apps/entities/recalibrate.js'
import type { ScoredCandidates } from '../../../../src/apps/entities/score-candidates.js'
import { Random } from '../../../../src/hash/random.js'

const FIELDS = 6
const PAIRS = 6000
const AGREES = 0
const DISAGREES = 4 * RANGES
const BITS = 3

/** Pairs of six fields that agree in matches and not in others; in some matches three fields fail together. */
function makePairs(failing: number) {
  const random = new Random(5)
  const isMatch = Array.from({ length: PAIRS }, (_, i) => i % 2 === 0)
  const bins = Array.from({ length: FIELDS }, () => new Uint8Array(PAIRS))
  isMatch.forEach((match, i) => {
    const fails = match && random.below(100) < failing
    for (let field = 0; field < FIELDS; field++) {
      const agrees = fails && field < 3 ? false : random.below(100) < (match ? 95 : 5)
      bins[field]![i] = agrees ? AGREES : DISAGREES
    }
  })
  const bits = bins.map(() =>
    Float64Array.from({ length: 5 * RANGES }, (_, bin) => (bin === AGREES ? BITS : -BITS)),
  )
  const strengths = Float64Array.from({ length: PAIRS }, (_, i) =>
    bins.reduce((sum, of, field) => sum + bits[field]![of[i]!]!, 0),
  )
  const positions = Uint32Array.from({ length: PAIRS }, (_, i) => i)
  const candidates = { count: PAIRS, a: positions, b: positions.map((i) => i + PAIRS), bins }
  const probabilitiesOf = (of: Float64Array) => of.map((strength) => 1 / (1 + 2 ** -strength))
  const input = { candidates, bits, weights: bins.map(() => 1), strengths, probabilitiesOf }
  return { input, isMatch, found: recalibrate(input)! }
}

describe('strengths checked by the fields in turn', () => {
  it('stay roughly the same if fields fail independently', () => {
    const { middle } = makePairs(0).found
    middle.forEach((bits, bucket) => {
      expect(Math.abs(bits - (2 * bucket - 7))).toBeLessThan(3)
    })
  })

  it('rise if fields fail together in matches', () => {
    const { input, isMatch, found } = makePairs(20)
    // As many fields for it as against.
    const without = Array.from(input.strengths.keys()).filter((i) => input.strengths[i] === 0)
    const share = without.filter((i) => isMatch[i]).length / without.length
    expect(share).toBeGreaterThan(0.8)
    expect(found.middle[2]).toBeGreaterThan(makePairs(0).found.middle[2]! + 1)
  })

  it('keep their order, and what is beyond doubt', () => {
    const { middle, low, high } = makePairs(20).found
    const steps = Float64Array.from({ length: 81 }, (_, i) => i / 2 - 20)
    for (const correction of [middle, low, high]) {
      const values = corrected(steps, correction)
      for (let i = 1; i < values.length; i++) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1]!)
      expect([values[0], values[80]]).toEqual([-20, 20])
    }
    low.forEach((bits, bucket) => {
      expect(bits).toBeLessThanOrEqual(high[bucket]!)
    })
  })

  it('are not checked if no field can do so', () => {
    const { input } = makePairs(0)
    const bins = input.candidates.bins.map((of, field) => (field === 0 ? of : of.map(() => NO_BIN)))
    const strengths = Float64Array.from(bins[0]!, (bin) => input.bits[0]![bin]!)
    const alone = { ...input, strengths, candidates: { ...input.candidates, bins } }
    expect(recalibrate(alone)).toBeUndefined()
  })
})

describe('what is expected of the pairs', () => {
  const positions = Uint32Array.from({ length: 100 }, (_, i) => i)
  const found = { count: 100, a: positions, b: positions.map((i) => i + 100) }
  const probabilities = Float64Array.from(positions, (i) => (i < 60 ? 0.9 : 0.1))
  const chosen = {
    count: 60,
    a: found.a.slice(0, 60),
    b: found.b.slice(0, 60),
    similarity: probabilities.slice(0, 60),
  }
  const scored = (singleField: number) =>
    ({
      probabilities,
      checked: undefined,
      singleField: new Uint8Array(100).fill(singleField),
      related: { isRelated: new Uint8Array(100), fields: [] },
      learned: {},
      labelCheck: NO_LABEL_CHECK,
    }) as unknown as ScoredCandidates

  it('is the mean of the probabilities, and what they leave to the others, inside an interval', () => {
    const { expectedPrecision, expectedRecall, precisionInterval, recallInterval } = expectations(
      chosen,
      found,
      scored(1),
    )
    expect(expectedPrecision).toBeCloseTo(0.9)
    expect(expectedRecall).toBeCloseTo(54 / 58)
    for (const [value, [low, high]] of [
      [expectedPrecision!, precisionInterval!],
      [expectedRecall!, recallInterval!],
    ] as const) {
      // biome-ignore format: two rows
      expect(low).toBeLessThan(value - 0.05)
      expect(high).toBeGreaterThan(value + 0.04)
      expect(high).toBeLessThanOrEqual(1)
    }
  })

  it('lets a single field judge the strengths before the correction of a saved model, not before that of these tables', () => {
    const ofModel = Array.from({ length: 9 }, (_, bucket) => 2 * bucket - 6)
    const ofTables = Array.from({ length: 9 }, (_, bucket) => 2 * bucket - 10)
    const expectedWith = (middle: readonly number[]) =>
      expectations(chosen, found, {
        ...scored(0),
        checked: { middle, low: ofModel, high: ofModel },
        learned: { correction: ofModel },
      } as unknown as ScoredCandidates)
    // All fields agree with the correction that was applied, so nothing but chance widens the interval.
    const { expectedPrecision, precisionInterval } = expectedWith(ofTables)
    expect(precisionInterval![0]).toBeGreaterThan(expectedPrecision! - 0.14)
    expect(expectedWith(ofTables)).toEqual(expectedWith(ofModel))
  })

  it('is undefined if there are no pairs', () => {
    const none = { count: 0, a: new Uint32Array(0), b: new Uint32Array(0), similarity: new Float64Array(0) }
    expect(expectations(none, found, scored(0)).precisionInterval).toBeUndefined()
  })
})

it('bits are log2 of the odds', () => {
  expect(bitsOf(0.8)).toBeCloseTo(2)
})
