import { describe, expect, it } from 'vitest'
import { binomialInterval } from '../../../src/audit/binomial-interval.js'
import { recallInterval } from '../../../src/audit/recall-interval.js'
import { LengthMismatch } from '../../../src/model/errors.js'

const MANY = 1e9
const fill = (length: number, value: number) => new Array<number>(length).fill(value)
const width = ({ low, high }: { low: number; high: number }) => high - low

describe('recallInterval', () => {
  it('of no true pair says nothing: from 0 to 1', () => {
    expect(recallInterval({ neighbors: fill(500, 0), found: fill(500, 0) }, MANY)).toEqual({
      low: 0,
      high: 1,
    })
    expect(recallInterval({ neighbors: [], found: [] }, 10)).toEqual({ low: 0, high: 1 })
  })

  it('is that of independent trials where each document has one neighbor and nothing is missed', () => {
    const { low, high } = recallInterval({ neighbors: fill(20, 1), found: fill(20, 1) }, MANY)
    expect(low).toBeCloseTo(binomialInterval(20, 20).low, 6)
    expect(high).toBe(1)
  })

  it('treats the 1000 pairs of 20 documents as 39 if nothing is missed', () => {
    const trials = 1000 / (1 + 49 / 2)
    const one = recallInterval({ neighbors: fill(20, 50), found: fill(20, 50) }, MANY)
    expect(one.low).toBeCloseTo(binomialInterval(trials, trials).low, 6)
    const unequal = recallInterval({ neighbors: [1000, ...fill(19, 1)], found: [1000, ...fill(19, 1)] }, MANY)
    expect(unequal.low).toBeLessThan(0.2)
  })

  it('is as cautious where everything is missed', () => {
    const { low, high } = recallInterval({ neighbors: fill(20, 50), found: fill(20, 0) }, MANY)
    expect(low).toBe(0)
    expect(high).toBeCloseTo(binomialInterval(0, 1000 / (1 + 49 / 2)).high, 6)
  })

  it('is wider where documents miss all or nothing than where misses are spread', () => {
    const spread = recallInterval({ neighbors: fill(100, 10), found: fill(100, 9) }, MANY)
    const lumped = recallInterval(
      { neighbors: fill(100, 10), found: fill(100, 10).map((ten, i) => (i % 10 === 0 ? 0 : ten)) },
      MANY,
    )
    expect(width(lumped)).toBeGreaterThan(2 * width(spread))
    for (const { low, high } of [spread, lumped]) {
      expect(low).toBeLessThan(0.9)
      expect(high).toBeGreaterThan(0.9)
    }
  })

  it('does not suddenly become much wider with the first miss', () => {
    const neighbors = fill(25, 20)
    const none = recallInterval({ neighbors, found: neighbors }, MANY)
    const first = recallInterval({ neighbors, found: [19, ...fill(24, 20)] }, MANY)
    expect(Math.abs(first.low - none.low)).toBeLessThan(0.06)
  })

  it('shrinks to a point as the whole collection is sampled', () => {
    const audited = { neighbors: fill(100, 2), found: fill(100, 2).map((two, i) => (i % 9 === 0 ? 1 : two)) }
    const widths = [MANY, 1000, 200, 110, 100].map((documents) => width(recallInterval(audited, documents)))
    expect(widths).toEqual([...widths].sort((x, y) => y - x))
    expect(widths.at(-1)).toBe(0)
  })

  it('refuses lists of different lengths', () => {
    expect(() => recallInterval({ neighbors: [1], found: [] }, 5)).toThrow(LengthMismatch)
  })
})
