import { expect, it } from 'vitest'
import { overlapAtLeast } from '../../../src/distance/sorted-sets.js'
import { PairOverlaps } from '../../../src/kernel/wasm-pair-overlaps.js'

/** Every `step`-th number. */
const multiples = (step: number, count: number) => Uint32Array.from({ length: count }, (_, i) => step * i)

it('compares as many pairs as fit, and then others', () => {
  const overlaps = new PairOverlaps()
  const sets = Array.from({ length: 100 }, (_, i) => multiples(i + 1, 30))
  overlaps.begin(sets.length)
  for (let round = 0; round < 2; round++) {
    const expected: number[] = []
    for (let i = round; ; i++) {
      const [a, b] = [i % 100, (7 * i) % 100]
      const [left, right] = [sets[a]!, sets[b]!]
      if (!overlaps.hasRoom(a, left, b, right)) break
      overlaps.add(a, left, b, right, 3)
      expected.push(overlapAtLeast(left, right, 3))
    }
    expect(expected.length).toBeGreaterThan(1000)
    expect([...overlaps.compare()]).toEqual(expected)
  }
})

it('has room for any pair in a new batch, and for other sets after it', () => {
  const overlaps = new PairOverlaps()
  overlaps.begin(4)
  const [small, large, larger] = [multiples(3, 10), multiples(1, 300_000), multiples(2, 1_000_000)]
  overlaps.add(0, small, 0, small, 0)
  expect(overlaps.hasRoom(1, large, 2, larger)).toBe(false)
  expect([...overlaps.compare()]).toEqual([10])
  expect(overlaps.hasRoom(1, large, 2, larger)).toBe(true)
  overlaps.add(1, large, 2, larger, 5)
  // Sets that the batch has need no room.
  expect(overlaps.hasRoom(1, large, 0, small)).toBe(true)
  expect(overlaps.hasRoom(1, large, 3, larger)).toBe(false)
  overlaps.add(1, large, 0, small, 5)
  expect([...overlaps.compare()]).toEqual([150_000, 10])
  // A document may have another set in the next batch.
  overlaps.add(1, small, 2, large, 5)
  expect([...overlaps.compare()]).toEqual([10])
})

it('forgets a batch that was not compared', () => {
  const overlaps = new PairOverlaps()
  overlaps.begin(2)
  overlaps.add(0, multiples(1, 9), 1, multiples(2, 9), 0)
  overlaps.begin(2)
  overlaps.add(0, multiples(1, 9), 1, multiples(1, 7), 0)
  expect([...overlaps.compare()]).toEqual([7])
})

it('compares no pairs', () => {
  expect([...new PairOverlaps().compare()]).toEqual([])
})
