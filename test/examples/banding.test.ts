import type { Candidates } from 'likewise/join'
import {
  type BandLayout,
  bandKeys,
  candidateProbability,
  curveThreshold,
  encodeSignatures,
  findCandidates,
  packSignatures,
  signaturesFrom,
  similarityAt,
} from 'likewise/sketch'
import { andProbability, orProbability } from 'likewise/textbook'
import { describe, expect, it } from 'vitest'

const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

describe('the cost of comparing all pairs', () => {
  it('ex-3.9: a signature of 250 slots takes 1000 bytes, a gigabyte for 1,000,000 documents', () => {
    const signature = Array.from({ length: 250 }, (_, slot) => slot)
    const one = packSignatures(signaturesFrom([signature]), 32)
    const two = packSignatures(signaturesFrom([signature, signature]), 32)
    expect(one.stride).toBe(1000)
    expect(one.bytes).toHaveLength(1000)
    expect(encodeSignatures(two).length - encodeSignatures(one).length).toBe(1000)
    expect(1_000_000 * one.stride).toBe(10 ** 9)
  })

  it('ex-3.9: 1,000,000 documents have 499,999,500,000 pairs', () => {
    const pairs = (documents: number) => (documents * (documents - 1)) / 2
    expect(pairs(1_000_000)).toBe(499_999_500_000)
    // The same count by the library, where it is small enough: equal signatures are candidates, each pair once.
    const equal = signaturesFrom(Array.from({ length: 100 }, () => [1, 2, 3]))
    expect(findCandidates(equal, { bands: 1, rows: 3 }).count).toBe(pairs(100))
  })
})

describe('candidates', () => {
  it('ex-3.10: of [0, 2, 1] twice and [1, 3, 0] only the two equal columns are candidates', () => {
    const signatures = signaturesFrom([
      [0, 2, 1],
      [0, 2, 1],
      [1, 3, 0],
    ])
    expect(listed(findCandidates(signatures, { bands: 1, rows: 3 }))).toEqual([[0, 1]])

    const [first, second, third] = keysByBand(signatures, { bands: 1, rows: 3 })
    expect(second).toEqual(first)
    expect(third).not.toEqual(first)
  })

  it('ex-3.10: one band of four is enough, and the same column in another band counts for nothing', () => {
    // The five columns of the figure in the first band; the other three bands agree nowhere. The last column
    // has [0, 2, 1] in its second band.
    const signatures = signaturesFrom([
      [1, 3, 0, 10, 11, 12, 13, 14, 15, 16, 17, 18],
      [0, 2, 1, 20, 21, 22, 23, 24, 25, 26, 27, 28],
      [0, 1, 3, 30, 31, 32, 33, 34, 35, 36, 37, 38],
      [0, 2, 1, 40, 41, 42, 43, 44, 45, 46, 47, 48],
      [2, 2, 1, 0, 2, 1, 53, 54, 55, 56, 57, 58],
    ])
    const layout = { bands: 4, rows: 3 }
    expect(listed(findCandidates(signatures, layout))).toEqual([[1, 3]])

    const keys = keysByBand(signatures, layout)
    expect(keys[1]![0]).toEqual(keys[3]![0])
    expect(keys[1]![0]).not.toEqual(keys[4]![1])
    expect(new Set(keys.flat().map(String)).size).toBe(5 * 4 - 1)
  })
})

describe('the S-curve', () => {
  it('ex-3.11: at similarity 0.8, one of 20 bands of 5 rows agrees with 0.328, any with 0.99964', () => {
    const band = andProbability(0.8, 5)
    const any = candidateProbability(0.8, { bands: 20, rows: 5 })
    expect(band).toBeCloseTo(0.328, 3)
    expect(any).toBeCloseTo(0.99964, 5)
    expect(any).toBeCloseTo(orProbability(band, 20), 12)
    // The book continues with the rounded 0.328 and so prints 0.99965; with 0.32768 it is 0.999644.
    expect(any).not.toBeCloseTo(0.99965, 5)
    expect(orProbability(0.328, 20)).toBeCloseTo(0.99965, 5)
  })

  it('s-curve: 10 bands of 3 rows', () => {
    expectCurve({ bands: 10, rows: 3 }, [0.01, 0.0772, 0.2394, 0.4839, 0.7369, 0.9123, 0.985, 0.9992, 1.0])
  })

  it('s-curve: 20 bands of 6 rows', () => {
    expectCurve({ bands: 20, rows: 6 }, [0.0, 0.0013, 0.0145, 0.0788, 0.2702, 0.6154, 0.9182, 0.9977, 1.0])
  })

  it('s-curve: 50 bands of 5 rows', () => {
    expectCurve({ bands: 50, rows: 5 }, [0.0005, 0.0159, 0.1145, 0.4023, 0.7956, 0.9825, 0.9999, 1.0, 1.0])
  })

  it('article-table: the table is that of 7 bands of 5 rows, not of 5 bands of 7 rows', () => {
    const percent = ['0.007', '0.224', '1.69', '6.95', '19.9', '43.3', '72.4', '93.8', '99.8']
    tenths.forEach((similarity, i) => {
      const printed = percent[i]!
      const digits = printed.split('.')[1]!.length
      const probability = candidateProbability(similarity, { bands: 7, rows: 5 })
      expect(100 * probability).toBeCloseTo(Number(printed), digits)
    })
    // The article says 5 bands of 7 rows. Those would give 0.038 at similarity 0.5, where its table has 0.199:
    // the table is right, its caption has the two numbers the wrong way round.
    const captioned = candidateProbability(0.5, { bands: 5, rows: 7 })
    expect(captioned).toBeCloseTo(0.038, 3)
    expect(100 * captioned).not.toBeCloseTo(19.9, 1)
  })

  it('threshold: (1/b)^(1/r) is near the similarity of probability one half, not equal to it', () => {
    const layout = { bands: 20, rows: 5 }
    const half = similarityAt(1 / 2, layout)
    expect(curveThreshold(layout)).toBeCloseTo(0.5493, 4)
    expect(half).toBeCloseTo(0.5087, 4)
    expect(candidateProbability(half, layout)).toBeCloseTo(1 / 2, 12)
    expect(candidateProbability(curveThreshold(layout), layout)).toBeGreaterThan(0.6)
  })
})

/** The probabilities at the similarities 0.1 … 0.9, to the four digits of the table. */
function expectCurve(layout: BandLayout, probabilities: readonly number[]): void {
  expect(probabilities).toHaveLength(tenths.length)
  tenths.forEach((similarity, i) => {
    expect(candidateProbability(similarity, layout)).toBeCloseTo(probabilities[i]!, 4)
  })
}

function listed({ a, b }: Candidates): number[][] {
  return Array.from(a, (left, i) => [left, b[i]!])
}

/** `[i][j]`: the two halves of the key of band j of signature i. */
function keysByBand(signatures: Parameters<typeof bandKeys>[0], layout: BandLayout): number[][][] {
  const { keys, count, bands } = bandKeys(signatures, layout)
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: bands }, (_, j) => [...keys.slice(2 * (i * bands + j), 2 * (i * bands + j) + 2)]),
  )
}
