import { expect, it } from 'vitest'
import { InvalidArtifact } from '../../../src/model/errors.js'
import { sortedSet } from '../../../src/model/set-collection.js'
import { packSet, unpackSet } from '../../../src/store/set-bytes.js'
import fc from '../../property.js'

const sets = fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 32 - 1 }))).map(sortedSet)

it('a set is the same after packing and unpacking', () => {
  fc.assert(
    fc.property(sets, (set) => {
      expect(unpackSet(packSet(set))).toEqual(set)
    }),
  )
  const large = Uint32Array.from({ length: 5000 }, (_, i) => i * i * 17)
  expect(unpackSet(packSet(large))).toEqual(large)
  const extremes = Uint32Array.of(0, 1, 255, 256, 65_535, 2 ** 24, 2 ** 32 - 1)
  expect(unpackSet(packSet(extremes))).toEqual(extremes)
})

it('a set is read from any part of a buffer', () => {
  const set = Uint32Array.from({ length: 50 }, (_, i) => i * 81_000_001)
  const packed = packSet(set)
  for (let offset = 0; offset < 5; offset++) {
    const buffer = Buffer.concat([Buffer.alloc(offset), packed, Buffer.alloc(3)])
    expect(unpackSet(buffer.subarray(offset, offset + packed.length))).toEqual(set)
  }
})

it.each([
  ['small', 40],
  ['large', 1500],
])('a packed set in which any byte was changed, or that was cut short, is refused: %s', (_, count) => {
  const packed = packSet(Uint32Array.from({ length: count }, (_, i) => i * 2_000_003).sort())
  for (let i = 0; i < packed.length; i += Math.ceil(packed.length / 200)) {
    const damaged = packed.slice()
    damaged[i]! ^= 1 << (i % 8)
    expect(() => unpackSet(damaged)).toThrow(InvalidArtifact)
    expect(() => unpackSet(packed.subarray(0, i))).toThrow(InvalidArtifact)
  }
})

it('the bytes of a set stay what they are: stored indexes have them', () => {
  const packed = packSet(Uint32Array.of(1, 300, 70_000, 20_000_000, 4_000_000_000))
  expect(Buffer.from(packed).toString('hex')).toBe(PLAIN)
  const large = packSet(Uint32Array.from({ length: 1024 }, (_, i) => i * i))
  expect(Buffer.from(large.subarray(0, 12)).toString('hex')).toBe(DIFFERENCES)
  expect(large).toHaveLength(4 + 256 + 1024 + 895 + 4)
})

const PLAIN = '05000080010000002c01000070110100002d310100286bee99b465e0'
const DIFFERENCES = '000400000000000000000000'
