import { describe, expect, it } from 'vitest'
import { hammingDistance } from '../../../src/distance/hamming.js'
import { InvalidValue, LengthMismatch } from '../../../src/model/errors.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

describe('the Hamming distance', () => {
  it('has the value of example 3.16', () => {
    expect(hammingDistance('10101', '11110')).toBe(3)
    expect(hammingDistance([1, 0, 1, 0, 1], Uint8Array.of(1, 1, 1, 1, 0))).toBe(3)
  })

  it('is the number of positions that were changed', () => {
    const law = fc.property(fc.array(fc.tuple(fc.integer(), fc.boolean())), (locations) => {
      const before = locations.map(([value]) => value)
      const after = locations.map(([value, changed]) => (changed ? value + 1 : value))
      expect(hammingDistance(before, after)).toBe(locations.filter(([, changed]) => changed).length)
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('is the same for strings and for the vectors of their code points', () => {
    const bits = fc.array(fc.tuple(fc.constantFrom('a', '😀', '😁'), fc.constantFrom('a', '😀', '😁')))
    const law = fc.property(bits, (locations) => {
      const [a, b] = [locations.map(([x]) => x), locations.map(([, y]) => y)]
      const codes = (list: string[]) => list.map((character) => character.codePointAt(0)!)
      expect(hammingDistance(a.join(''), b.join(''))).toBe(hammingDistance(codes(a), codes(b)))
    })
    fc.assert(law, { numRuns: cases(200) })
  })

  it('counts lengths in code points', () => {
    expect(hammingDistance('a😀', 'b😀')).toBe(1)
    expect(hammingDistance('😀', '😁')).toBe(1)
    expect(() => hammingDistance('😀', 'ab')).toThrow(LengthMismatch)
    expect(() => hammingDistance('😀', 'ab')).toThrow('1 and 2')
    expect(hammingDistance('', '')).toBe(0)
  })

  it('refuses different lengths, different kinds, and NaN', () => {
    expect(() => hammingDistance([1], [1, 2])).toThrow(LengthMismatch)
    expect(() => hammingDistance([Number.NaN], [1])).toThrow(InvalidValue)
    expect(() => hammingDistance('1' as unknown as number[], [1])).toThrow(InvalidValue)
    expect(() => hammingDistance([1], '1' as unknown as number[])).toThrow(InvalidValue)
    expect(() => hammingDistance(null as unknown as number[], [1])).toThrow(InvalidValue)
  })
})
