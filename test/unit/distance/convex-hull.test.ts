import { describe, expect, it } from 'vitest'
import { convexHull, isInside } from '../../../src/distance/convex-hull.js'
import fc from '../../property.js'

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

  it('contains all its points, and no point beyond all of them', () => {
    fc.assert(
      fc.property(points, (given) => {
        const hull = convexHull(given)
        expect(given.every((point) => isInside(point, hull, 1e-9))).toBe(true)
        expect(isInside({ x: 101, y: 0 }, hull)).toBe(false)
      }),
    )
  })

  it('of points on one line, in any direction, is the stretch between the outermost', () => {
    const step = fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }) })
    const locations = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(step, locations, fc.integer({ min: -40, max: 40 }), ({ x, y }, given, asked) => {
        const at = (place: number) => ({ x: 3 + place * x, y: 5 + place * y })
        const hull = convexHull(given.map(at))
        const isBetween = asked >= Math.min(...given) && asked <= Math.max(...given)
        expect(isInside(at(asked), hull, 1e-9)).toBe((x === 0 && y === 0) || isBetween)
        if (x !== 0 || y !== 0)
          expect(isInside({ x: at(asked).x - y, y: at(asked).y + x }, hull, 1e-9)).toBe(false)
      }),
    )
    const stretch = convexHull([0, 2, 5, 10].map((x) => ({ x, y: 0 })))
    expect([-4, -2, 5, 12, 14].map((x) => isInside({ x, y: 0 }, stretch, 3))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect([2, 4].map((y) => isInside({ x: 5, y }, stretch, 3))).toEqual([true, false])
  })

  it('of no points has nothing in it', () => {
    expect(isInside({ x: 0, y: 0 }, convexHull([]), 100)).toBe(false)
  })

  it('includes points outside it up to the margin', () => {
    const hull = convexHull([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 0, y: 10 },
    ])
    expect([-2.9, -3.1].map((x) => isInside({ x, y: 5 }, hull, 3))).toEqual([true, false])
    expect([2.9, 3.1].map((x) => isInside({ x, y: 0 }, [{ x: 0, y: 0 }], 3))).toEqual([true, false])
  })
})
