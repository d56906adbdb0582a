import { describe, expect, it } from 'vitest'
import { visitBuckets } from '../../../src/band/buckets.js'
import { bandKeys } from '../../../src/band/keys.js'
import { Random } from '../../../src/hash/random.js'
import { kernelBuckets } from '../../../src/kernel/wasm-band-buckets.js'
import { countUp } from '../../../src/model/count-up.js'
import { type Signatures, signaturesFrom } from '../../../src/model/signatures.js'
import { PLAIN_WORK } from '../../../src/plan/set-work.js'

const SLOTS = 6
const LAYOUTS = [
  { bands: 6, rows: 1 },
  { bands: 3, rows: 2 },
  { bands: 1, rows: 6 },
]

/** Signatures whose slots have one of this many values. */
function someSignatures(count: number, values: number, seed: number): Signatures {
  const random = new Random(seed)
  return signaturesFrom(
    Array.from({ length: count }, () =>
      Array.from({ length: SLOTS }, () => Math.imul(random.below(values), 0x01234567) >>> 0),
    ),
  )
}

type Visit = (visit: (order: Uint32Array, start: number, end: number) => void) => void

function listed(visitAll: Visit): number[][] {
  const buckets: number[][] = []
  visitAll((order, start, end) => {
    buckets.push([...order.subarray(start, end)])
  })
  return buckets
}

describe('kernelBuckets', () => {
  // Few values make buckets of many members; with many members, most cells have several keys.
  it.each([1, 2, 3, 40, 300, 3000])(
    'visits the same buckets in the same order as plain TypeScript: %i',
    (count) => {
      let buckets = 0
      for (const values of [1, 2, 5, 60, 100_000]) {
        const signatures = someSignatures(count, values, values)
        const [inKernel, plainly] = [kernelBuckets(signatures), PLAIN_WORK.bucketsOf(signatures)]
        for (const layout of LAYOUTS) {
          const keys = bandKeys(signatures, layout)
          for (let band = 0; band < layout.bands; band++) {
            for (const members of [countUp(count), countUp(count).filter((i) => i % 3 !== 1)]) {
              for (const minSize of [2, 7, Number.POSITIVE_INFINITY]) {
                const found = listed((visit) => inKernel(layout, band, members, visit, minSize))
                expect(found).toEqual(listed((visit) => plainly(layout, band, members, visit, minSize)))
                expect(found).toEqual(listed((visit) => visitBuckets(band, keys, members, visit, minSize)))
                buckets += found.length
              }
            }
          }
        }
      }
      if (count > 1) expect(buckets).toBeGreaterThan(10)
    },
  )

  it('sorts cells with several keys, of few members and of many', () => {
    // There are more cells than members, but some of them have several keys.
    const random = new Random(9)
    const count = 200_000
    const values = Array.from({ length: count }, () => random.below(count / 4))
    const signatures = signaturesFrom(values.map((value) => [value]))
    const layout = { bands: 1, rows: 1 }
    const members = countUp(count)
    const found = listed((visit) => kernelBuckets(signatures)(layout, 0, members, visit))
    expect(found).toEqual(listed((visit) => visitBuckets(0, bandKeys(signatures, layout), members, visit)))
  })

  it('visits nothing without signatures, and rejects a layout that needs longer ones', () => {
    const layout = { bands: 2, rows: 2 }
    const none = kernelBuckets({ ...someSignatures(1, 2, 1), count: 0, values: new Uint32Array(0) })
    none(layout, 0, new Uint32Array(0), () => expect.unreachable())
    const visitBand = kernelBuckets(someSignatures(5, 2, 1))
    expect(() => visitBand({ bands: 4, rows: 2 }, 0, countUp(5), () => {})).toThrow('4 × 2 = 8')
  })
})
