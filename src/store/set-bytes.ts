import { mix32 } from '../hash/mix.js'
import { InvalidArtifact } from '../model/errors.js'

// An ascending set of 32-bit numbers, stored as differences (group varint): each takes one to four bytes, and two bits before them give the
// length, for four differences per byte. In a set of 300 shingles, a difference takes 3.5 bytes, and decoding needs no branch per byte.

/** A reused buffer for packed sets. */
let buffer = new DataView(new ArrayBuffer(2 ** 14))

/** Masks for the bytes that a difference takes. */
const MASKS = Int32Array.of(0xff, 0xffff, 0xffffff, -1)

/** Packs a set into few bytes. */
export function packSet(set: Uint32Array): Uint8Array {
  const controls = Math.ceil(set.length / 4)
  const max = 4 + controls + 4 * set.length + 4
  if (buffer.byteLength < max) buffer = new DataView(new ArrayBuffer(max))
  const view = buffer
  view.setUint32(0, set.length, true)
  let end = 4 + controls
  let previous = 0
  for (let i = 0, control = 0; i < set.length; i++) {
    const difference = set[i]! - previous
    previous = set[i]!
    const length = difference < 2 ** 8 ? 0 : difference < 2 ** 16 ? 1 : difference < 2 ** 24 ? 2 : 3
    // Bytes written beyond the difference are overwritten by the next one, or by the checksum.
    view.setUint32(end, difference, true)
    end += length + 1
    control |= length << (2 * (i & 3))
    if ((i & 3) === 3 || i === set.length - 1) {
      view.setUint8(4 + (i >> 2), control)
      control = 0
    }
  }
  const bytes = new Uint8Array(view.buffer)
  writeWord(bytes, end, checksum(bytes, end))
  return bytes.slice(0, end + 4)
}

/** @throws InvalidArtifact if the bytes were not written by `packSet` */
export function unpackSet(packed: Uint8Array): Uint32Array {
  const { length } = checkedPart(packed)
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const count = length < 4 ? 0 : view.getUint32(0, true)
  const controls = Math.ceil(count / 4)
  // Every element takes at least one byte, so any other number was not written by `packSet`.
  if (length < 4 + controls + count) throw damaged()
  const set = new Uint32Array(count)
  let at = 4 + controls
  let value = 0
  for (let i = 0, control = 0; i < count; i++) {
    if ((i & 3) === 0) control = view.getUint8(4 + (i >> 2))
    // Four bytes can be read for the last difference as well, because the checksum follows it.
    if (at > length) throw damaged()
    value = (value + (view.getInt32(at, true) & MASKS[control & 3]!)) | 0
    at += (control & 3) + 1
    control >>= 2
    set[i] = value
  }
  return set
}

/** Appends a checksum, so that a damaged record is rejected, not misread. */
export function withChecksum(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length + 4)
  all.set(bytes)
  writeWord(all, bytes.length, checksum(bytes, bytes.length))
  return all
}

/** The bytes without their checksum. */
export function checkedPart(all: Uint8Array): Uint8Array {
  const bytes = all.subarray(0, Math.max(0, all.length - 4))
  if (all.length < 4 || readWord(all, bytes.length) !== checksum(all, bytes.length)) {
    throw damaged()
  }
  return bytes
}

function damaged(): InvalidArtifact {
  return new InvalidArtifact(
    'a live index',
    'the checksum of a record does not match: the data is damaged',
    'restore a snapshot, or build the index again',
  )
}

/** The checksum of the first `length` bytes. */
function checksum(bytes: Uint8Array, length: number): number {
  let hash = length
  let i = 0
  for (; i + 4 <= length; i += 4) {
    hash = Math.imul(hash ^ readWord(bytes, i), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  for (; i < length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x85ebca77)
  return mix32(hash)
}

export function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}

export function writeWord(bytes: Uint8Array, at: number, value: number): void {
  for (let byte = 0; byte < 4; byte++) bytes[at + byte] = value >>> (8 * byte)
}
