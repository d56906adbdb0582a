import { expect, it } from 'vitest'
import { overlapAtLeast } from '../../../src/distance/sorted-sets.js'
import { type NumberedSets, PairOverlaps } from '../../../src/kernel/wasm-pair-overlaps.js'

/** Every `step`-th number. */
const multiples = (step: number, count: number) => Uint32Array.from({ length: count }, (_, i) => step * i)

const numbered = (sets: readonly Uint32Array[]): NumberedSets => ({
  count: sets.length,
  sizeOf: (number) => sets[number]!.length,
  of: (number) => sets[number]!,
})

it('compares as many pairs as fit, and then others', () => {
  const overlaps = new PairOverlaps()
  const sets = Array.from({ length: 100 }, (_, i) => multiples(i + 1, 30))
  overlaps.begin(numbered(sets))
  for (let round = 0; round < 2; round++) {
    const expected: number[] = []
    for (let i = round; ; i++) {
      const [a, b] = [i % 100, (7 * i) % 100]
      if (!overlaps.hasRoom(a, b)) break
      overlaps.add(a, b, 3)
      expected.push(overlapAtLeast(sets[a]!, sets[b]!, 3))
    }
    expect(expected.length).toBeGreaterThan(1000)
    expect([...overlaps.compare()]).toEqual(expected)
  }
})

it('has room for any pair in a new batch, and for other sets after it', () => {
  const overlaps = new PairOverlaps()
  const [small, large, larger] = [multiples(3, 10), multiples(1, 300_000), multiples(2, 1_000_000)]
  overlaps.begin(numbered([small, large, larger, larger]))
  overlaps.add(0, 0, 0)
  expect(overlaps.hasRoom(1, 2)).toBe(false)
  expect([...overlaps.compare()]).toEqual([10])
  expect(overlaps.hasRoom(1, 2)).toBe(true)
  overlaps.add(1, 2, 5)
  // Sets that the batch has need no room.
  expect(overlaps.hasRoom(1, 0)).toBe(true)
  expect(overlaps.hasRoom(1, 3)).toBe(false)
  overlaps.add(1, 0, 5)
  expect([...overlaps.compare()]).toEqual([150_000, 10])
})

it('forgets a batch that was not compared, and its sets', () => {
  const overlaps = new PairOverlaps()
  overlaps.begin(numbered([multiples(1, 9), multiples(2, 9)]))
  overlaps.add(0, 1, 0)
  overlaps.begin(numbered([multiples(1, 9), multiples(1, 7)]))
  overlaps.add(0, 1, 0)
  expect([...overlaps.compare()]).toEqual([7])
})

it('compares no pairs', () => {
  expect([...new PairOverlaps().compare()]).toEqual([])
})
