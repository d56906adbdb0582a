import { describe, expect, it } from 'vitest'
import { visitBuckets } from '../../../src/band/buckets.js'
import type { BandKeys } from '../../../src/band/keys.js'
import { Random } from '../../../src/hash/random.js'

function bucketsOf(band: number, keys: BandKeys, members: Uint32Array): number[][] {
  const found: number[][] = []
  visitBuckets(band, keys, members, (order, start, end) => {
    found.push([...order.subarray(start, end)])
  })
  return found.sort((one, other) => one[0]! - other[0]!)
}

/** The same by a Map from key to members. */
function bucketsByMap(band: number, { bands, keys }: BandKeys, members: Uint32Array): number[][] {
  const buckets = new Map<string, number[]>()
  for (const member of members) {
    const at = 2 * (member * bands + band)
    const key = `${keys[at]} ${keys[at + 1]}`
    buckets.set(key, [...(buckets.get(key) ?? []), member])
  }
  return [...buckets.values()].filter((bucket) => bucket.length > 1).sort((one, other) => one[0]! - other[0]!)
}

/** Keys drawn from few halves, so that many share one half and differ in the other. */
function someKeys(count: number, bands: number, halves: readonly number[], seed: number): BandKeys {
  const random = new Random(seed)
  const keys = Uint32Array.from({ length: 2 * bands * count }, () => halves[random.below(halves.length)]!)
  return { bands, rows: 1, count, keys }
}

const everyone = (count: number) => Uint32Array.from({ length: count }, (_, i) => i)
// They differ in the lowest, the middle and the highest digit of the radix sort, and in the sign of an Int32.
const HALVES = [0, 1, 2 ** 11, 2 ** 22, 2 ** 31, 2 ** 32 - 1, 0x7fffffff, 12_345_678]

describe('visitBuckets', () => {
  // Few members are sorted by comparisons, many by radix; both must hold.
  for (const count of [0, 1, 2, 3, 50, 511, 512, 513, 3000]) {
    it(`finds the buckets of a Map: ${count} members`, () => {
      for (let seed = 0; seed < 4; seed++) {
        for (const halves of [
          HALVES,
          HALVES.slice(0, 2),
          Array.from({ length: 2000 }, (_, i) => i * 2_000_000),
        ]) {
          const keys = someKeys(count, 3, halves, seed)
          for (let band = 0; band < 3; band++) {
            expect(bucketsOf(band, keys, everyone(count))).toEqual(bucketsByMap(band, keys, everyone(count)))
          }
        }
      }
    })
  }

  it('distinguishes keys that share their low half or their high half', () => {
    const keys: BandKeys = {
      bands: 1,
      rows: 1,
      count: 6,
      keys: Uint32Array.of(5, 1, 5, 2, 5, 1, 6, 1, 5, 2, 6, 2),
    }
    expect(bucketsOf(0, keys, everyone(6))).toEqual([
      [0, 2],
      [1, 4],
    ])
  })

  it('returns the members of a bucket in ascending order', () => {
    const keys = someKeys(2000, 1, [3, 2 ** 31 + 3], 1)
    for (const bucket of bucketsOf(0, keys, everyone(2000))) {
      expect(bucket).toEqual([...bucket].sort((a, b) => a - b))
    }
  })

  it('leaves out smaller buckets than requested, also in cells with several', () => {
    for (const count of [0, 50, 3000]) {
      const keys = someKeys(count, 1, HALVES, 3)
      const all = bucketsByMap(0, keys, everyone(count))
      for (const minSize of [2, 3, 45, 4000, Number.POSITIVE_INFINITY]) {
        const found: number[][] = []
        const visit = (order: Uint32Array, start: number, end: number) => {
          found.push([...order.subarray(start, end)])
        }
        visitBuckets(0, keys, everyone(count), visit, minSize)
        const expected = all.filter(({ length }) => length >= minSize)
        expect(found.sort((one, other) => one[0]! - other[0]!)).toEqual(expected)
      }
    }
  })

  it('uses only the given members and does not change their list', () => {
    for (const count of [40, 1000]) {
      const keys = someKeys(count, 2, [1, 2], 2)
      const members = everyone(count).filter((i) => i % 3 !== 0)
      const before = members.slice()
      expect(bucketsOf(1, keys, members)).toEqual(bucketsByMap(1, keys, members))
      expect(members).toEqual(before)
    }
  })
})
