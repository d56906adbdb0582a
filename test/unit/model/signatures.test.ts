import { describe, expect, it } from 'vitest'
import { InvalidValue, LengthMismatch, SignatureMismatch } from '../../../src/model/errors.js'
import {
  checkSameScheme,
  EMPTY_SLOT,
  isEmptySignature,
  type SketchScheme,
  signatureAt,
  signaturesFrom,
} from '../../../src/model/signatures.js'

describe('signatures from given columns', () => {
  it('are one block, and each can be read again', () => {
    const signatures = signaturesFrom([
      [0, 2, 1],
      [1, 3, EMPTY_SLOT],
    ])
    expect(signatures.scheme).toEqual({ sketch: 'given', slots: 3, seed: 0 })
    expect(signatures.count).toBe(2)
    expect([...signatureAt(signatures, 0)]).toEqual([0, 2, 1])
    expect([...signatureAt(signatures, 1)]).toEqual([1, 3, EMPTY_SLOT])
    expect(signatureAt(signatures, 1).buffer).toBe(signatures.values.buffer)
  })

  it('of none are none', () => {
    expect(signaturesFrom([]).count).toBe(0)
  })

  it('must have one length', () => {
    expect(() => signaturesFrom([[1, 2], [1]])).toThrow(LengthMismatch)
  })

  it('must be 32-bit numbers', () => {
    for (const wrong of [-1, 0.5, 2 ** 32, Number.NaN]) {
      expect(() => signaturesFrom([[1, wrong]])).toThrow(InvalidValue)
      expect(() => signaturesFrom([[1, wrong]])).toThrow(expect.objectContaining({ position: 1 }))
    }
  })
})

describe('the signature of an empty set', () => {
  it('is empty in every slot', () => {
    expect(isEmptySignature([EMPTY_SLOT, EMPTY_SLOT])).toBe(true)
    expect(isEmptySignature([EMPTY_SLOT, 0])).toBe(false)
    expect(isEmptySignature([0, EMPTY_SLOT])).toBe(false)
  })
})

describe('schemes are the same', () => {
  const scheme: SketchScheme = { sketch: 'projections', slots: 8, seed: 1, dimensions: 3, width: 2 }

  it('when all of their fields are', () => {
    expect(() => checkSameScheme(scheme, { ...scheme })).not.toThrow()
  })

  it('and otherwise the field that differs is named', () => {
    const others: Partial<SketchScheme>[] = [
      { sketch: 'given' },
      { slots: 9 },
      { seed: 2 },
      { dimensions: 4 },
      { width: 3 },
    ]
    for (const other of others) {
      const attempt = () => checkSameScheme(scheme, { ...scheme, ...other })
      expect(attempt).toThrow(SignatureMismatch)
      expect(attempt).toThrow(expect.objectContaining({ field: Object.keys(other)[0] }))
    }
    const { width: _, ...without } = scheme
    expect(() => checkSameScheme(scheme, without)).toThrow(expect.objectContaining({ field: 'width' }))
  })
})
