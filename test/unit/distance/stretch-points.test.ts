import { describe, expect, it } from 'vitest'
import { stretchPoints } from '../../../src/distance/stretch-points.js'

const row = [0, 10, 20, 1000].map((x) => ({ x, y: 0, angle: 0 }))

describe('stretched points', () => {
  it('move as the pairs around them suggest, whatever their own pair suggests', () => {
    const b = row.map((point) => ({ ...point, y: 4 }))
    const pairs = [
      { a: 0, b: 0, weight: 1 },
      { a: 2, b: 2, weight: 1 },
    ]
    const [first, middle, , far] = stretchPoints(row, b, pairs, { width: 1000, belief: 1e-12 })
    expect(middle?.y).toBeCloseTo(4, 9)
    expect(first?.y).toBeCloseTo(4, 9)
    expect(far?.y).toBeCloseTo(4, 9)
    const odd = [...b.slice(0, 2), { x: 20, y: -50, angle: 0 }, ...b.slice(3)]
    expect(stretchPoints(row, odd, pairs, { width: 1000, belief: 1e-12 })[2]?.y).toBeCloseTo(4, 9)
  })

  it('stay in place if no pair is near, and move half the way if there is one pair and a weight of one for no stretch', () => {
    const b = row.map((point) => ({ ...point, y: 4 }))
    const stretched = stretchPoints(row, b, [{ a: 0, b: 0, weight: 1 }], { width: 50, belief: 1 })
    expect(stretched[3]?.y).toBeCloseTo(0, 9)
    expect(stretched[1]?.y).toBeCloseTo(2, 1)
    expect(stretched[1]?.x).toBe(10)
  })
})
