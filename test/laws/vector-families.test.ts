import {
  BitSamplingSketcher,
  HyperplaneSketcher,
  ProjectionSketcher,
  type Sketcher,
  signatureSimilarity,
  sketchAll,
} from 'likewise/sketch'
import {
  bitSamplingFamily,
  type HashFamily,
  hyperplaneFamily,
  projectionFamily,
  sensitivity,
} from 'likewise/textbook'
import { describe, expect, it } from 'vitest'
import { binomialMargin } from './binomial.js'

const SLOTS = 512
const SEEDS = 60
const TRIALS = SLOTS * SEEDS

function agreement(make: (seed: number) => Sketcher<ArrayLike<number>>, x: number[], y: number[]): number {
  let sum = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { values } = sketchAll([x, y], make(seed))
    sum += signatureSimilarity(values.subarray(0, SLOTS), values.subarray(SLOTS))
  }
  return sum / SEEDS
}

/** Measured agreement meets the law at each distance, hence (d1, d2, p1, p2) for each two of them. */
function expectLaw(family: HashFamily, measured: ReadonlyMap<number, number>): void {
  for (const [distance, share] of measured) {
    const expected = family.probability(distance)
    const margin = binomialMargin(TRIALS, expected)
    expect(share, `at ${distance}`).toBeLessThanOrEqual(expected + margin.above)
    expect(share, `at ${distance}`).toBeGreaterThanOrEqual(expected - margin.below)
  }
  const distances = [...measured.keys()].filter((distance) => distance > 0).sort((x, y) => x - y)
  const [d1, d2] = [distances[0]!, distances.at(-1)!]
  const { p1, p2 } = sensitivity(family, d1, d2)
  expect(p1).toBeGreaterThan(p2)
  expect(measured.get(d1)).toBeGreaterThanOrEqual(p1 - binomialMargin(TRIALS, p1).below)
  expect(measured.get(d2)).toBeLessThanOrEqual(p2 + binomialMargin(TRIALS, p2).above)
}

describe('random hyperplanes', () => {
  it.each([2, 3, 50])('agree with probability 1 − angle / 180°, in %i dimensions', (dimensions) => {
    const at = (degrees: number) => {
      const vector = new Array<number>(dimensions).fill(0)
      vector[0] = 3 * Math.cos((degrees * Math.PI) / 180)
      vector[dimensions - 1] = 3 * Math.sin((degrees * Math.PI) / 180)
      return vector
    }
    const measured = new Map(
      [0, 5, 30, 60, 90, 120, 175].map((degrees) => [
        degrees,
        agreement((seed) => new HyperplaneSketcher({ dimensions, slots: SLOTS, seed }), at(0), at(degrees)),
      ]),
    )
    expectLaw(hyperplaneFamily, measured)
  })
})

describe('bit sampling', () => {
  it.each([10, 100])('agrees with probability 1 − distance / %i', (dimensions) => {
    const zeros = new Array<number>(dimensions).fill(0)
    const measured = new Map(
      [0, 1, dimensions / 2, dimensions - 1, dimensions].map((distance) => [
        distance,
        agreement(
          (seed) => new BitSamplingSketcher({ dimensions, slots: SLOTS, seed }),
          zeros,
          zeros.map((_, i) => (i < distance ? 1 : 0)),
        ),
      ]),
    )
    expectLaw(bitSamplingFamily(dimensions), measured)
  })
})

describe('random projections', () => {
  const width = 4

  it.each([1, 2, 30])('agree as Datar and others say, in %i dimensions', (dimensions) => {
    const at = (distance: number) => new Array<number>(dimensions).fill(10 + distance / Math.sqrt(dimensions))
    const measured = new Map(
      [0, width / 4, width / 2, width, 2 * width, 5 * width].map((distance) => [
        distance,
        agreement(
          (seed) => new ProjectionSketcher({ dimensions, slots: SLOTS, width, seed }),
          at(0),
          at(distance),
        ),
      ]),
    )
    expectLaw(projectionFamily(width), measured)
  })

  it('are (width/2, 2·width, 1/2, 1/3)-sensitive, as the book says for random lines', () => {
    const { p1, p2 } = sensitivity(projectionFamily(width), width / 2, 2 * width)
    expect(p1).toBeGreaterThanOrEqual(1 / 2)
    expect(p2).toBeLessThanOrEqual(1 / 3)
  })
})
