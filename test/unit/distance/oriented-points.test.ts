import { describe, expect, it } from 'vitest'
import {
  bestAlignment,
  likelyMotions,
  movePoint,
  movePoints,
  type OrientedPoint,
  pairPoints,
  turnBetween,
} from '../../../src/distance/oriented-points.js'
import { Random } from '../../../src/hash/random.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const TOLERANCE = { distance: 5, angle: 10 }

function scatter(seed: number, count: number): OrientedPoint[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () => ({
    x: 300 * random.unit(),
    y: 300 * random.unit(),
    angle: 360 * random.unit(),
  }))
}

describe('points with directions', () => {
  it('are aligned by the inverse of the motion that was applied, whatever it was', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: -720, max: 720 }),
        fc.integer(),
        (seed, rotation, shift) => {
          const a = scatter(seed, 12)
          const motion = { rotation, dx: shift % 1000, dy: -(shift % 700) }
          const b = a.map((point) => movePoint(point, motion))
          const { pairs } = bestAlignment(a, b, TOLERANCE)
          expect(pairs.map(([i, j]) => i === j)).toEqual(Array.from({ length: 12 }, () => true))
        },
      ),
      { numRuns: cases(40) },
    )
  })

  it('are partly aligned if some are missing and all are moved a little', () => {
    const random = new Random(5)
    const a = scatter(1, 30)
    const b = a.slice(0, 20).map((point) => {
      const { x, y, angle } = movePoint(point, { rotation: 37, dx: 12, dy: -80 })
      return { x: x + random.unit(), y: y - random.unit(), angle: angle + 3 * random.unit() }
    })
    const { pairs, motion } = bestAlignment(a, b, TOLERANCE)
    expect(pairs.filter(([i, j]) => i === j)).toHaveLength(20)
    expect(motion.rotation).toBeCloseTo(37, 0)
  })

  it('are paired one to one, the nearest first', () => {
    const a = [
      { x: 0, y: 0, angle: 0 },
      { x: 2, y: 0, angle: 0 },
    ]
    const b = [{ x: 1.5, y: 0, angle: 355 }]
    expect(pairPoints(a, b, TOLERANCE)).toEqual([
      { a: 1, b: 0, weight: expect.closeTo(Math.exp(-0.01 - 0.25), 12) },
    ])
  })

  it('are not aligned if their directions differ', () => {
    const a = [{ x: 0, y: 0, angle: 0 }]
    const b = [{ x: 0, y: 0, angle: 11 }]
    expect(pairPoints(a, b, TOLERANCE)).toEqual([])
    expect(pairPoints(movePoints(a, { rotation: 1, dx: 0, dy: 0 }), b, TOLERANCE)).toHaveLength(1)
  })

  it('have different likely motions, the best among the first', () => {
    const a = scatter(2, 20)
    const b = a.map((point) => movePoint(point, { rotation: -50, dx: 3, dy: 90 }))
    const seeds = a.flatMap((_, i) => b.map((_, j): [number, number] => [i, j]))
    const motions = likelyMotions(a, b, TOLERANCE, seeds, 4)
    expect(motions).toHaveLength(4)
    expect(motions[0]).toEqual({
      rotation: expect.closeTo(-50, 6),
      dx: expect.closeTo(3, 6),
      dy: expect.closeTo(90, 6),
    })
    for (const motion of motions.slice(1)) {
      expect(pairPoints(movePoints(a, motion), b, TOLERANCE).length).toBeLessThan(20)
    }
  })

  it('of an empty set match nothing', () => {
    expect(bestAlignment([], scatter(1, 3), TOLERANCE).pairs).toEqual([])
  })

  it('refuse a tolerance of nothing', () => {
    expect(() => bestAlignment([], [], { distance: 0, angle: 10 })).toThrow(InvalidOption)
    expect(() => bestAlignment([], [], { distance: 1, angle: Number.NaN })).toThrow(InvalidOption)
  })

  it('rotate the short way', () => {
    expect([turnBetween(350, 10), turnBetween(10, 350), turnBetween(0, 180), turnBetween(-90, 630)]).toEqual([
      20, 20, 180, 0,
    ])
  })
})
