import { expect, it } from 'vitest'
import { overlapAtLeast } from '../../../src/distance/sorted-sets.js'
import { PairOverlaps } from '../../../src/kernel/wasm-pair-overlaps.js'

/** Every `step`-th number. */
const multiples = (step: number, count: number) => Uint32Array.from({ length: count }, (_, i) => step * i)

it('compares as many pairs as fit, and then others', () => {
  const overlaps = new PairOverlaps()
  const sets = Array.from({ length: 100 }, (_, i) => multiples(i + 1, 30))
  overlaps.reserve(sets.length)
  for (let round = 0; round < 2; round++) {
    const expected: number[] = []
    for (let i = round; ; i++) {
      const [a, b] = [i % 100, (7 * i) % 100]
      const [left, right] = [sets[a]!, sets[b]!]
      if (!overlaps.hasRoom(left.length + right.length)) break
      overlaps.add(a, left, b, right, 3)
      expected.push(overlapAtLeast(left, right, 3))
    }
    expect(expected.length).toBeGreaterThan(1000)
    expect([...overlaps.compare()]).toEqual(expected)
  }
})

it('has room for any pair in a batch of its own', () => {
  const overlaps = new PairOverlaps()
  overlaps.reserve(3)
  const [small, large, larger] = [multiples(3, 10), multiples(1, 300_000), multiples(2, 1_000_000)]
  overlaps.add(0, small, 0, small, 0)
  expect(overlaps.hasRoom(large.length + larger.length)).toBe(false)
  expect([...overlaps.compare()]).toEqual([10])
  expect(overlaps.hasRoom(large.length + larger.length)).toBe(true)
  overlaps.add(1, large, 2, larger, 5)
  expect(overlaps.hasRoom(small.length)).toBe(false)
  expect([...overlaps.compare()]).toEqual([150_000])
  // A document may have another set in the next batch.
  overlaps.add(1, small, 2, large, 5)
  expect([...overlaps.compare()]).toEqual([10])
})

it('compares no pairs', () => {
  expect([...new PairOverlaps().compare()]).toEqual([])
})
