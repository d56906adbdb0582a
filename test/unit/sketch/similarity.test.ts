import { describe, expect, it } from 'vitest'
import { LengthMismatch } from '../../../src/model/errors.js'
import { EMPTY_SLOT } from '../../../src/model/signatures.js'
import { signatureAngle, signatureSimilarity } from '../../../src/sketch/similarity.js'

describe('the similarity of signatures', () => {
  it('is the share of slots in which they agree', () => {
    expect(signatureSimilarity([1, 2, 3, 4], [1, 9, 3, 8])).toBe(0.5)
    expect(signatureSimilarity(Uint32Array.of(1, 2), [1, 2])).toBe(1)
    expect(signatureSimilarity([1], [2])).toBe(0)
  })

  it('compares positions, not values', () => {
    expect(signatureSimilarity([1, 2], [2, 1])).toBe(0)
  })

  it('is 0 if one belongs to an empty set, or if there are no slots', () => {
    const empty = [EMPTY_SLOT, EMPTY_SLOT]
    expect(signatureSimilarity(empty, empty)).toBe(0)
    expect(signatureSimilarity(empty, [EMPTY_SLOT, 1])).toBe(0)
    expect(signatureSimilarity([EMPTY_SLOT, 1], [EMPTY_SLOT, 1])).toBe(1)
    expect(signatureSimilarity([], [])).toBe(0)
  })

  it('refuses two lengths', () => {
    expect(() => signatureSimilarity([1], [1, 2])).toThrow(LengthMismatch)
    expect(() => signatureAngle([1], [1, 2])).toThrow(LengthMismatch)
  })

  it('gives the angle: 180 degrees times the share that differs', () => {
    expect(signatureAngle([1, 0, 1, 1], [1, 0, 0, 1])).toBe(45)
    expect(signatureAngle([1, 0], [0, 1])).toBe(180)
    expect(signatureAngle([1, 0], [1, 0])).toBe(0)
  })
})
