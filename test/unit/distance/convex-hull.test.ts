import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convexHull, isInside } from '../../../src/distance/convex-hull.js'

const coordinate = fc.integer({ min: -100, max: 100 })
const points = fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1, maxLength: 30 })

describe('a convex hull', () => {
  it('has the corners of a square, and nothing from within or from its sides', () => {
    const square = [0, 2, 4].flatMap((x) => [0, 2, 4].map((y) => ({ x, y })))
    expect(convexHull(square)).toEqual([
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 4 },
      { x: 0, y: 4 },
    ])
  })

  it('holds all its points, and no point that lies beyond all of them', () => {
    fc.assert(
      fc.property(points, (given) => {
        const hull = convexHull(given)
        expect(given.every((point) => isInside(point, hull, 1e-9))).toBe(true)
        expect(isInside({ x: 101, y: 0 }, hull)).toBe(false)
      }),
    )
  })

  it('takes in what is near, as far as the margin says', () => {
    const hull = convexHull([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 0, y: 10 },
    ])
    expect([-2.9, -3.1].map((x) => isInside({ x, y: 5 }, hull, 3))).toEqual([true, false])
    expect([2.9, 3.1].map((x) => isInside({ x, y: 0 }, [{ x: 0, y: 0 }], 3))).toEqual([true, false])
  })
})
