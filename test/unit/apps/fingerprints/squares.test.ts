import { describe, expect, it } from 'vitest'
import {
  frameSquares,
  gridSquares,
  normalizePrint,
  printSquares,
  squareCount,
} from '../../../../src/apps/fingerprints/squares.js'
import { movePoint } from '../../../../src/distance/oriented-points.js'
import { Random } from '../../../../src/hash/random.js'
import { InvalidOption } from '../../../../src/model/errors.js'
import { cases } from '../../../depth.js'
import fc from '../../../property.js'

const GRID = { side: 10, border: 2, radius: 50, directions: 1 }
const at = (x: number, y: number, angle = 0) => ({ x, y, angle })

function scatter(seed: number) {
  const random = new Random(seed)
  return Array.from({ length: 25 }, () => at(200 * random.unit(), 300 * random.unit(), 360 * random.unit()))
}

describe('grid squares', () => {
  it('hold a minutia once, and near a border on both sides of it', () => {
    expect(gridSquares([at(5, 5)], GRID)).toHaveLength(1)
    expect(gridSquares([at(1, 5)], GRID)).toHaveLength(2)
    expect(gridSquares([at(9.5, 0.5)], GRID)).toHaveLength(4)
    expect(gridSquares([at(5, 5), at(6, 4)], GRID)).toHaveLength(1)
  })

  it('so minutiae on two sides of a border, less than the border apart, share a square', () => {
    const [one, other] = [gridSquares([at(9.5, 5)], GRID), gridSquares([at(10.5, 5)], GRID)]
    expect(Array.from(one)).toEqual(Array.from(other))
  })

  it('end at the radius', () => {
    expect(gridSquares([at(51, 0)], GRID)).toHaveLength(0)
    expect(squareCount(GRID)).toBe(100)
  })

  it('count once for each direction', () => {
    const grid = { ...GRID, directions: 4 }
    const [east, north] = [gridSquares([at(5, 5, 45)], grid), gridSquares([at(5, 5, 135)], grid)]
    expect([east.length, north.length]).toEqual([1, 1])
    expect(east[0]).not.toBe(north[0])
    // 0 degrees lies at the border of the first and the last sector.
    expect(gridSquares([at(5, 5, 0)], grid)).toHaveLength(2)
  })

  it('of a print do not depend on its position, rotation or size', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.double({ min: -180, max: 180, noNaN: true }), (seed, rotation) => {
        const points = scatter(seed)
        const moved = points.map((point) => {
          const { x, y, angle } = movePoint(point, { rotation, dx: 40, dy: -7 })
          return { x: 2 * x, y: 2 * y, angle }
        })
        const [one, other] = [normalizePrint(points), normalizePrint(moved)]
        one.forEach(({ x, y }, i) => {
          expect(other[i]!.x).toBeCloseTo(x, 6)
          expect(other[i]!.y).toBeCloseTo(y, 6)
        })
      }),
      { numRuns: cases(50) },
    )
    expect(printSquares(scatter(3)).length).toBeGreaterThan(20)
  })

  it('around a minutia do not depend on the position and rotation of the print', () => {
    const points = scatter(4)
    const turned = points.map((point) => movePoint(point, { rotation: 90, dx: 10, dy: 20 }))
    const [one, other] = [frameSquares(points), frameSquares(turned)]
    const same = one.filter((set, i) => String(set) === String(other[i])).length
    // A rounding error at a border may change a square or two.
    expect(same).toBeGreaterThan(20)
  })

  it('refuse a border of half a side', () => {
    expect(() => printSquares([], { ...GRID, border: 5 })).toThrow(InvalidOption)
    expect(() => printSquares([], { ...GRID, side: 0 })).toThrow(InvalidOption)
  })
})
