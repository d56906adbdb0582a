import fc from 'fast-check'
import { expect, it } from 'vitest'
import { InvalidArtifact } from '../../../src/model/errors.js'
import { sortedSet } from '../../../src/model/set-collection.js'
import { packSet, unpackSet } from '../../../src/store/set-bytes.js'

const sets = fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 32 - 1 }))).map(sortedSet)

it('a set is the same after it was packed and unpacked', () => {
  fc.assert(
    fc.property(sets, (set) => {
      expect(unpackSet(packSet(set))).toEqual(set)
    }),
  )
  const extremes = Uint32Array.of(0, 1, 255, 256, 65_535, 2 ** 24, 2 ** 32 - 1)
  expect(unpackSet(packSet(extremes))).toEqual(extremes)
})

it('a packed set in which any byte was changed, or that was cut short, is refused', () => {
  const packed = packSet(Uint32Array.from({ length: 40 }, (_, i) => i * 100_000_007).sort())
  for (let i = 0; i < packed.length; i++) {
    const damaged = packed.slice()
    damaged[i]! ^= 1 << (i % 8)
    expect(() => unpackSet(damaged)).toThrow(InvalidArtifact)
    expect(() => unpackSet(packed.subarray(0, i))).toThrow(InvalidArtifact)
  }
})

it('the bytes of a set stay what they are: stored indexes have them', () => {
  const packed = packSet(Uint32Array.of(1, 300, 70_000, 20_000_000, 4_000_000_000))
  expect(Buffer.from(packed).toString('hex')).toBe(EXPECTED)
})

const EXPECTED = '05000000e403012b01441001901b300100fb39edd4180544'
