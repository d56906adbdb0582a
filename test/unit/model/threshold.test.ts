import { describe, expect, it } from 'vitest'
import { maxWhole, minOverlap, minOverlapBy, minPart, reaches } from '../../../src/model/threshold.js'

const LARGEST_SIZE = 200

/** part / whole ≥ hundredths / 100, in whole numbers of any size. */
function reachesExactly(part: number, whole: number, hundredths: number): boolean {
  return BigInt(part) * 100n >= BigInt(hundredths) * BigInt(whole)
}

function ceilDivide(numerator: bigint, denominator: bigint): number {
  return Number((numerator + denominator - 1n) / denominator)
}

function forEveryDecimal(check: (hundredths: number, threshold: number) => void): void {
  for (let hundredths = 1; hundredths <= 100; hundredths++) {
    check(hundredths, Number((hundredths / 100).toFixed(2)))
  }
}

describe('a threshold written as a decimal is that fraction', () => {
  it('when a part of a whole is compared with it', () => {
    forEveryDecimal((hundredths, threshold) => {
      for (let whole = 1; whole <= LARGEST_SIZE; whole++) {
        const part = Math.floor((hundredths * whole) / 100)
        for (const near of [part - 1, part, part + 1]) {
          if (near >= 0 && reaches(near, whole, threshold) !== reachesExactly(near, whole, hundredths)) {
            expect.fail(`${near} of ${whole} against ${threshold}`)
          }
        }
      }
    })
  })

  it('in minPart: ⌈t · whole⌉', () => {
    forEveryDecimal((hundredths, threshold) => {
      for (let whole = 1; whole <= LARGEST_SIZE; whole++) {
        const expected = ceilDivide(BigInt(hundredths) * BigInt(whole), 100n)
        if (minPart(whole, threshold) !== expected) expect.fail(`minPart(${whole}, ${threshold})`)
      }
    })
  })

  it('in maxWhole: ⌊part / t⌋', () => {
    forEveryDecimal((hundredths, threshold) => {
      for (let part = 0; part <= LARGEST_SIZE; part++) {
        const expected = Number((BigInt(part) * 100n) / BigInt(hundredths))
        if (maxWhole(part, threshold) !== expected) expect.fail(`maxWhole(${part}, ${threshold})`)
      }
    })
  })

  it('in minOverlap: ⌈t / (1 + t) · (x + y)⌉', () => {
    forEveryDecimal((hundredths, threshold) => {
      for (let total = 2; total <= 2 * LARGEST_SIZE; total++) {
        const sizeX = total >> 1
        const t = BigInt(hundredths)
        const expected = ceilDivide(t * BigInt(total), 100n + t)
        const got = minOverlap(sizeX, total - sizeX, threshold)
        if (got !== expected) expect.fail(`minOverlap(${sizeX}, ${total - sizeX}, ${threshold}) is ${got}`)
      }
    })
  })

  it('so that 0.9 is nine tenths and 0.1 + 0.2 is more than three tenths', () => {
    expect(reaches(9, 10, 0.9)).toBe(true)
    expect(reaches(3, 10, 0.3)).toBe(true)
    expect(reaches(3, 10, 0.1 + 0.2)).toBe(false)
    expect(minPart(10, 0.1 + 0.2)).toBe(4)
  })
})

describe('bounds', () => {
  it('are the first and the last integer that reach the threshold, whatever the threshold', () => {
    for (const threshold of [1 / 3, 2 / 3, Math.SQRT1_2, 1e-3, 1e-9, 1 - 2 ** -53, 1]) {
      for (const size of [1, 2, 3, 7, 99, 1000, 12_345, 2 ** 26, 2 ** 31]) {
        const part = minPart(size, threshold)
        expect(reaches(part, size, threshold)).toBe(true)
        expect(reaches(part - 1, size, threshold)).toBe(false)
        const whole = maxWhole(size, threshold)
        expect(reaches(size, whole, threshold)).toBe(true)
        expect(whole === 2 ** 32 || !reaches(size, whole + 1, threshold)).toBe(true)
        const overlap = minOverlap(size, size, threshold)
        expect(reaches(overlap, 2 * size - overlap, threshold)).toBe(true)
        expect(reaches(overlap - 1, 2 * size - overlap + 1, threshold)).toBe(false)
      }
    }
  })

  it('are found quickly for the lowest thresholds', () => {
    for (const threshold of [1e-9, 1e-17, 1e-300, Number.MIN_VALUE]) {
      expect(minPart(2 ** 32, threshold)).toBe(threshold === 1e-9 ? 5 : 1)
      expect(maxWhole(7, threshold)).toBe(2 ** 32)
      expect(minOverlap(2 ** 20, 2 ** 20, threshold)).toBe(1)
    }
    expect(maxWhole(0, Number.MIN_VALUE)).toBe(0)
  })

  it('never let an empty set reach anything', () => {
    expect(reaches(0, 0, 0.5)).toBe(false)
    expect(minPart(0, 0.5)).toBeGreaterThan(0)
  })

  it('depend on the measure: containment requires only a part of the first set', () => {
    expect(minOverlapBy('jaccard', 10, 30, 0.5)).toBe(minOverlap(10, 30, 0.5))
    expect(minOverlapBy('jaccard', 10, 30, 0.5)).toBe(14)
    expect(minOverlapBy('containment', 10, 30, 0.5)).toBe(5)
  })
})
