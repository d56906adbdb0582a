import { mix32 } from '../hash/mix.js'
import { InvalidArtifact } from '../model/errors.js'

// A rising set of 32-bit numbers as differences: each takes one to four bytes, and two bits ahead of them say how many, four
// differences to a byte (group varint). Of 300 shingles a difference takes 3.5 bytes, and decoding needs no branch per byte.

/** The set in few bytes. */
export function packSet(set: Uint32Array): Uint8Array {
  const controls = Math.ceil(set.length / 4)
  const bytes = new Uint8Array(4 + controls + 4 * set.length)
  writeWord(bytes, 0, set.length)
  let end = 4 + controls
  let previous = 0
  for (let i = 0; i < set.length; i++) {
    const difference = set[i]! - previous
    previous = set[i]!
    const length = difference < 2 ** 8 ? 1 : difference < 2 ** 16 ? 2 : difference < 2 ** 24 ? 3 : 4
    bytes[4 + (i >> 2)]! |= (length - 1) << (2 * (i & 3))
    for (let byte = 0; byte < length; byte++) bytes[end++] = difference >>> (8 * byte)
  }
  return withChecksum(bytes.subarray(0, end))
}

/** @throws InvalidArtifact where the bytes are not those that `packSet` made */
export function unpackSet(packed: Uint8Array): Uint32Array {
  const bytes = checkedPart(packed)
  const count = readWord(bytes, 0)
  const set = new Uint32Array(count)
  let at = 4 + Math.ceil(count / 4)
  let value = 0
  for (let i = 0; i < count; i++) {
    const length = ((bytes[4 + (i >> 2)]! >> (2 * (i & 3))) & 3) + 1
    let difference = bytes[at]!
    if (length > 1) difference |= bytes[at + 1]! << 8
    if (length > 2) difference |= bytes[at + 2]! << 16
    if (length > 3) difference |= bytes[at + 3]! << 24
    at += length
    value = (value + difference) >>> 0
    set[i] = value
  }
  return set
}

/** The bytes with a checksum of them at their end: a damaged record is refused, not misread. */
export function withChecksum(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length + 4)
  all.set(bytes)
  writeWord(all, bytes.length, checksum(bytes))
  return all
}

/** The bytes without their checksum. */
export function checkedPart(all: Uint8Array): Uint8Array {
  const bytes = all.subarray(0, Math.max(0, all.length - 4))
  if (all.length < 4 || readWord(all, bytes.length) !== checksum(bytes)) {
    throw new InvalidArtifact(
      'a live index',
      'the checksum of a record does not match: the data is damaged',
      'restore a snapshot, or build the index again',
    )
  }
  return bytes
}

function checksum(bytes: Uint8Array): number {
  let hash = bytes.length
  let i = 0
  for (; i + 4 <= bytes.length; i += 4) {
    hash = Math.imul(hash ^ readWord(bytes, i), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  for (; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x85ebca77)
  return mix32(hash)
}

export function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}

export function writeWord(bytes: Uint8Array, at: number, value: number): void {
  for (let byte = 0; byte < 4; byte++) bytes[at + byte] = value >>> (8 * byte)
}
