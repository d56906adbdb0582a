import { describe, expect, it } from 'vitest'
import { type BandCosts, type BandRequest, chooseBands } from '../../../src/band/choose-bands.js'
import { candidateProbability, falseNegativeArea, falsePositiveArea } from '../../../src/band/s-curve.js'
import { InvalidOption } from '../../../src/model/errors.js'

const THRESHOLDS = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1]
const RECALLS = [0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999]
const GRID = THRESHOLDS.flatMap((threshold) => RECALLS.map((recall) => ({ threshold, recall })))

/** What the layout costs, by the words of the contract. */
function plainCost(bands: number, rows: number, threshold: number, costs: BandCosts | undefined): number {
  if (costs === undefined) return falsePositiveArea(threshold, { bands, rows })
  const { slot, band, candidate, histogram } = costs
  const candidates = histogram.reduce((sum, pairs, i) => {
    const middle = (i + 0.5) / histogram.length
    return sum + pairs * (1 - (1 - middle ** rows) ** bands)
  }, 0)
  return slot * bands * rows + band * bands + candidate * candidates
}

/** The least cost of all layouts within the slots that reach the recall. */
function leastCost({ threshold, recall, costs }: BandRequest, slots: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let rows = 1; rows <= slots; rows++) {
    for (let bands = 1; bands * rows <= slots; bands++) {
      if (candidateProbability(threshold, { bands, rows }) < recall) continue
      least = Math.min(least, plainCost(bands, rows, threshold, costs))
    }
  }
  return least
}

describe('chooseBands', () => {
  it('reaches the requested recall at the threshold, within the slots', () => {
    for (const request of GRID) {
      for (const slots of [undefined, 256]) {
        const choice = chooseBands(slots === undefined ? request : { ...request, slots })
        expect(choice.recall).toBeGreaterThanOrEqual(request.recall)
        expect(choice.recall).toBe(candidateProbability(request.threshold, choice))
        expect(choice.slots).toBe(choice.bands * choice.rows)
        expect(choice.slots).toBeLessThanOrEqual(slots ?? 128)
      }
    }
  })

  it('uses no more bands than its rows need', () => {
    for (const request of GRID) {
      const { bands, rows } = chooseBands(request)
      if (bands === 1) continue
      expect(candidateProbability(request.threshold, { bands: bands - 1, rows })).toBeLessThan(request.recall)
    }
  })

  it('has the lowest cost of all layouts that reach the recall: area of wasted comparisons', () => {
    for (const request of GRID.filter((_, i) => i % 3 === 0)) {
      const choice = chooseBands({ ...request, slots: 70 })
      expect(choice.cost).toBe(leastCost(request, 70))
      expect(choice.cost).toBe(choice.falsePositiveArea)
    }
  })

  it('has the lowest cost of all layouts that reach the recall: by costs and a histogram', () => {
    const histograms = [
      [1],
      [0, 0, 0, 5],
      Array.from({ length: 50 }, (_, i) => 1e6 / (i + 1) ** 3),
      Array.from({ length: 10 }, (_, i) => (i === 7 ? 1000 : 0)),
      [],
    ]
    for (const histogram of histograms) {
      for (const [slot, band, candidate] of [
        [1, 100, 1000],
        [0, 0, 1],
        [5, 0, 0],
        [0, 7, 3],
      ] as const) {
        const costs = { slot, band, candidate, histogram }
        for (const request of [
          { threshold: 0.8, recall: 0.95, costs },
          { threshold: 0.5, recall: 0.9, costs },
          { threshold: 0.95, recall: 0.99, costs },
        ]) {
          const { cost, bands, rows } = chooseBands({ ...request, slots: 128 })
          const least = leastCost(request, 128)
          expect(Math.abs(cost - least)).toBeLessThanOrEqual(1e-9 * least)
          expect(Math.abs(plainCost(bands, rows, request.threshold, costs) - least)).toBeLessThanOrEqual(
            1e-9 * least,
          )
        }
      }
    }
  })

  it('chooses 13 bands of 7 rows for 0.8 at 0.95, and says what to expect', () => {
    const layout = { bands: 13, rows: 7 }
    expect(chooseBands({ threshold: 0.8, recall: 0.95 })).toEqual({
      ...layout,
      slots: 91,
      recall: candidateProbability(0.8, layout),
      falsePositiveArea: falsePositiveArea(0.8, layout),
      falseNegativeArea: falseNegativeArea(0.8, layout),
      cost: falsePositiveArea(0.8, layout),
    })
  })

  it('uses more than 128 slots if the recall needs them, unless the caller sets a limit', () => {
    const request = { threshold: 0.01, recall: 0.95 }
    const needed = Math.ceil(Math.log(0.05) / Math.log(0.99))
    expect(needed).toBeGreaterThan(128)
    expect(chooseBands(request)).toMatchObject({ bands: needed, rows: 1 })
    expect(chooseBands({ ...request, slots: needed })).toMatchObject({ bands: needed, rows: 1 })
    expect(() => chooseBands({ ...request, slots: needed - 1 })).toThrow(InvalidOption)
    expect(() => chooseBands({ ...request, slots: needed - 1 })).toThrow(`at least ${needed}`)
  })

  it('guarantees recall 1 only at threshold 1', () => {
    expect(chooseBands({ threshold: 1, recall: 1 })).toMatchObject({ bands: 1, recall: 1 })
    expect(() => chooseBands({ threshold: 0.999, recall: 1 })).toThrow(InvalidOption)
    expect(() => chooseBands({ threshold: 0.999, recall: 1 })).toThrow('exact join')
  })

  it('refuses thresholds, recalls and slots out of range', () => {
    for (const wrong of [0, 1.1, -1, Number.NaN, '0.8' as unknown as number]) {
      expect(() => chooseBands({ threshold: wrong, recall: 0.9 })).toThrow(
        expect.objectContaining({ code: 'invalid-option', option: 'threshold', value: wrong }),
      )
      expect(() => chooseBands({ threshold: 0.8, recall: wrong })).toThrow(
        expect.objectContaining({ code: 'invalid-option', option: 'recall', value: wrong }),
      )
    }
    for (const slots of [0, 1.5, Number.NaN, 65_537]) {
      expect(() => chooseBands({ threshold: 0.8, recall: 0.9, slots })).toThrow(InvalidOption)
    }
  })

  it('refuses a threshold so low that no signature would be long enough', () => {
    for (const threshold of [1e-5, 1e-9, 1e-300, Number.MIN_VALUE]) {
      for (const slots of [undefined, 65_536]) {
        const request = { threshold, recall: 0.95, ...(slots !== undefined && { slots }) }
        expect(() => chooseBands(request)).toThrow(InvalidOption)
        expect(() => chooseBands(request)).toThrow(expect.objectContaining({ option: 'threshold' }))
      }
    }
  })

  const exactRecalls = [0.1, 0.3, 0.5, 0.7, 0.77].flatMap((threshold) =>
    Array.from({ length: 30 }, (_, i) => {
      const bands = i + 1
      return { threshold, bands, recall: candidateProbability(threshold, { bands, rows: 1 }) }
    }).filter(({ recall }) => recall < 1 - 1e-9),
  )

  it('guarantees exactly what a number of bands gives: a quotient of 9.000000000000002 becomes 10', () => {
    for (const { threshold, bands, recall } of exactRecalls) {
      expect(chooseBands({ threshold, recall, slots: bands })).toMatchObject({ bands, rows: 1 })
    }
  })

  it('uses one more band for slightly more recall', () => {
    for (const { threshold, bands, recall } of exactRecalls) {
      const more = { threshold, recall: recall + 2 ** -52 }
      expect(() => chooseBands({ ...more, slots: bands })).toThrow(`at least ${bands + 1} `)
      expect(chooseBands({ ...more, slots: bands + 1 }).recall).toBeGreaterThan(recall)
    }
  })

  it('uses one band if the threshold alone suffices', () => {
    expect(chooseBands({ threshold: 0.5, recall: 0.5, slots: 1 })).toMatchObject({ bands: 1, rows: 1 })
    expect(chooseBands({ threshold: 0.9, recall: 1e-300, slots: 1 })).toMatchObject({ bands: 1, rows: 1 })
  })
})
