import { mix32 } from '../hash/mix.js'
import { InvalidArtifact } from '../model/errors.js'

// An ascending set of 32-bit numbers. A large one is stored as differences (group varint): each takes one to four bytes, and two bits before
// them give the length, for four differences per byte. In a small one, nearly all differences would take four bytes, so its numbers are
// stored as they are, which is read and written many times faster. The highest bit of the size distinguishes the two.

/** Sets below this size are stored as they are: differences would save less than a fifth. */
const PLAIN_BELOW = 1024
const IS_PLAIN = 0x80000000

/** Masks for the bytes that a difference takes. */
const MASKS = Int32Array.of(0xff, 0xffff, 0xffffff, -1)

/** Packs a set into few bytes. */
export function packSet(set: Uint32Array): Uint8Array {
  return set.length < PLAIN_BELOW ? packPlain(set) : packDifferences(set)
}

/** Stored numbers are little-endian. */
function packPlain(set: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(plainSetBytes(set.length))
  writeWord(bytes, 0, (set.length | IS_PLAIN) >>> 0)
  bytes.set(new Uint8Array(set.buffer, set.byteOffset, set.byteLength), 4)
  writeWord(bytes, bytes.length - 4, checksumOfPlain(set))
  return bytes
}

/** Bytes of a set that is stored as it is: its size, its numbers and a checksum. */
function plainSetBytes(count: number): number {
  return 8 + 4 * count
}

function unpackPlain(packed: Uint8Array, count: number): Uint32Array {
  if (packed.length !== plainSetBytes(count)) throw damaged()
  const at = packed.byteOffset + 4
  const set =
    at % 4 === 0
      ? new Uint32Array(packed.buffer, at, count)
      : new Uint32Array(new Uint8Array(packed.subarray(4, 4 + 4 * count)).buffer)
  if (checksumOfPlain(set) !== readWord(packed, 4 + 4 * count)) throw damaged()
  return set
}

function checksumOfPlain(set: Uint32Array): number {
  return mix32(hashWords((set.length | IS_PLAIN) >>> 0, set, 0, set.length))
}

function packDifferences(set: Uint32Array): Uint8Array {
  const controls = Math.ceil(set.length / 4)
  const max = 4 + controls + 4 * set.length + 4
  const view = new DataView(new ArrayBuffer(max))
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

/**
 * The set, which may be a view of the bytes.
 *
 * @throws InvalidArtifact if the bytes were not written by `packSet`
 */
export function unpackSet(packed: Uint8Array): Uint32Array {
  const first = packed.length < 8 ? 0 : readWord(packed, 0)
  if (first >= IS_PLAIN) return unpackPlain(packed, first - IS_PLAIN)
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

/** The error for data whose checksum, or form, is wrong. */
export function damaged(): InvalidArtifact {
  return new InvalidArtifact(
    'a live index',
    'the checksum of a record does not match: the data is damaged',
    'restore a snapshot, or build the index again',
  )
}

/** One step of a checksum. */
export function nextHash(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1)
  return product ^ (product >>> 15)
}

/** Differ, so that the four sequences of `hashWords` do. */
const SECOND = 0x85ebca77
const THIRD = 0xc2b2ae3d
const FOURTH = 0x27d4eb2f

/** Hashes words in four independent sequences, which a processor computes at the same time. */
export function hashWords(hash: number, words: Uint32Array, from: number, count: number): number {
  let [second, third, fourth] = [hash ^ SECOND, hash ^ THIRD, hash ^ FOURTH]
  const end = from + count
  let i = from
  for (; i + 4 <= end; i += 4) {
    hash = nextHash(hash, words[i]!)
    second = nextHash(second, words[i + 1]!)
    third = nextHash(third, words[i + 2]!)
    fourth = nextHash(fourth, words[i + 3]!)
  }
  for (; i < end; i++) hash = nextHash(hash, words[i]!)
  return nextHash(nextHash(nextHash(hash, second), third), fourth)
}

/** The checksum of the first `length` bytes. */
function checksum(bytes: Uint8Array, length: number): number {
  let hash = length
  let i = 0
  for (; i + 4 <= length; i += 4) {
    hash = nextHash(hash, readWord(bytes, i))
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
