import { describe, expect, it } from 'vitest'
import { BandIndex } from '../../src/band/band-index.js'
import { visitBuckets } from '../../src/band/buckets.js'
import { findCandidates } from '../../src/band/candidates.js'
import { chooseBands } from '../../src/band/choose-bands.js'
import { candidateProbability, similarityAt } from '../../src/band/s-curve.js'
import { EMPTY_SLOT, isEmptySignature, signatureAt, signaturesFrom } from '../../src/model/signatures.js'
import { cases } from '../depth.js'
import fc from '../property.js'

/** Columns of few values, so that bands agree often; some are empty, some merely have an empty-looking slot. */
const banding = fc
  .record({ bands: fc.integer({ min: 1, max: 5 }), rows: fc.integer({ min: 1, max: 4 }), rest: fc.nat(2) })
  .chain(({ bands, rows, rest }) => {
    const slots = bands * rows + rest
    const column = fc.oneof(
      { arbitrary: fc.array(fc.constantFrom(0, 1, 2), { minLength: slots, maxLength: slots }), weight: 6 },
      {
        arbitrary: fc.array(fc.constantFrom(0, EMPTY_SLOT), { minLength: slots, maxLength: slots }),
        weight: 2,
      },
      { arbitrary: fc.constant(Array<number>(slots).fill(EMPTY_SLOT)), weight: 1 },
    )
    return fc.record({
      layout: fc.constant({ bands, rows }),
      signatures: fc
        .array(column, { minLength: 1, maxLength: 14, size: 'max' })
        .map((columns) => signaturesFrom(columns)),
    })
  })

type Banding = typeof banding extends fc.Arbitrary<infer Value> ? Value : never

/** All pairs that share a band, by comparing the slots of every pair. */
function plainCandidates({ layout: { bands, rows }, signatures }: Banding): string[] {
  const found: string[] = []
  for (let a = 0; a < signatures.count; a++) {
    for (let b = a + 1; b < signatures.count; b++) {
      const [left, right] = [signatureAt(signatures, a), signatureAt(signatures, b)]
      if (isEmptySignature(left) || isEmptySignature(right)) continue
      const shares = Array.from({ length: bands }, (_, band) => {
        const [from, to] = [band * rows, (band + 1) * rows]
        return left.slice(from, to).join() === right.slice(from, to).join()
      })
      if (shares.includes(true)) found.push(`${a} ${b}`)
    }
  }
  return found
}

describe('banding', () => {
  it('finds exactly the pairs that share a band, each once and with a < b', () => {
    fc.assert(
      fc.property(banding, (input) => {
        const { a, b } = findCandidates(input.signatures, input.layout)
        const found = Array.from(a, (one, i) => `${one} ${b[i]}`)
        expect(found.sort()).toEqual(plainCandidates(input).sort())
      }),
      { numRuns: cases(1000) },
    )
  })

  it('finds the same one by one and all at once', () => {
    fc.assert(
      fc.property(banding, (input) => {
        const { signatures, layout } = input
        const index = new BandIndex(signatures.scheme, layout)
        const found: string[] = []
        for (let b = 0; b < signatures.count; b++) {
          const signature = signatureAt(signatures, b)
          for (const a of index.candidates(signature)) found.push(`${a} ${b}`)
          expect(index.add(signature)).toBe(b)
        }
        expect(found.sort()).toEqual(plainCandidates(input).sort())
        for (let i = 0; i < signatures.count; i++) {
          const signature = signatureAt(signatures, i)
          const itself = isEmptySignature(signature) ? [] : [i]
          expect(Array.from(index.candidates(signature).filter((member) => member === i))).toEqual(itself)
        }
      }),
      { numRuns: cases(500) },
    )
  })
})

describe('grouping', () => {
  it('is that of a Map, even if keys share one half', () => {
    const half = fc.oneof(
      fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    )
    const halves = fc.array(fc.tuple(half, half), { maxLength: 700, size: 'max' })
    fc.assert(
      fc.property(halves, (list) => {
        const keys = { bands: 1, rows: 1, count: list.length, keys: Uint32Array.from(list.flat()) }
        const groups = new Map<string, number[]>()
        list.forEach((key, i) => {
          groups.set(key.join(), [...(groups.get(key.join()) ?? []), i])
        })
        const found: number[][] = []
        visitBuckets(0, keys, Uint32Array.from(list.keys()), (order, start, end) => {
          found.push([...order.subarray(start, end)])
        })
        const byFirst = (one: number[], other: number[]) => one[0]! - other[0]!
        expect(found.sort(byFirst)).toEqual(
          [...groups.values()].filter(({ length }) => length > 1).sort(byFirst),
        )
      }),
      { numRuns: cases(100) },
    )
  })
})

describe('the choice of bands', () => {
  it('reaches the recall at and above the threshold, whatever is requested', () => {
    const share = fc.double({ min: 0.01, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(share, share, share, (threshold, recall, more) => {
        const choice = chooseBands({ threshold, recall })
        expect(choice.recall).toBeGreaterThanOrEqual(recall)
        const above = threshold + more * (1 - threshold)
        expect(candidateProbability(above, choice)).toBeGreaterThanOrEqual(recall)
        expect(similarityAt(recall, choice)).toBeLessThanOrEqual(threshold * (1 + 1e-9))
      }),
      { numRuns: cases(300) },
    )
  })
})
