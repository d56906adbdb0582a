// Compact signatures: b-bit minhash (Li and König, 2010). The byte format is documented in docs/reference/packed-signatures.md.

import { mix32 } from '../hash/mix.js'
import { checkWhole } from '../model/check.js'
import { InvalidOption, SignatureMismatch } from '../model/errors.js'
import { isEmptySignature, type Signatures, type SketchScheme, signatureAt } from '../model/signatures.js'

export const SLOT_BITS = [1, 2, 4, 8, 16, 32] as const
/** The number of bits kept per slot. */
export type SlotBits = (typeof SLOT_BITS)[number]

/** Signatures with a few bits per slot: signature i is `bytes[i · stride] …`, the first slot in the lowest bits. */
export interface PackedSignatures {
  readonly scheme: SketchScheme
  readonly count: number
  readonly bits: SlotBits
  /** Bytes per signature: slots × bits / 8, rounded up. */
  readonly stride: number
  readonly bytes: Uint8Array
}

/**
 * Keeps `bits` bits of each slot: all of them with 32, otherwise the lowest bits of `mix32(slot)`, which are evenly distributed for every
 * sketch. A sketch with one bit is unchanged. Once bits are dropped, empty sets can no longer be recognized, so they are rejected.
 *
 * @example packSignatures(signatures, 8).bytes.length // a quarter of the memory
 */
export function packSignatures(signatures: Signatures, bits: SlotBits): PackedSignatures {
  if (!SLOT_BITS.includes(bits)) throw new InvalidOption('bits', bits, `one of ${SLOT_BITS.join(', ')}`)
  const { scheme, count } = signatures
  const stride = packedStride(scheme.slots, bits)
  const bytes = new Uint8Array(count * stride)
  const cut = bits === 32 || isOneBit(scheme) ? (value: number) => value : mix32
  for (let i = 0; i < count; i++) {
    const signature = signatureAt(signatures, i)
    if (bits < 32 && isEmptySignature(signature)) {
      throw new InvalidOption('bits', bits, `32, or leave out signature ${i}, which belongs to an empty set`)
    }
    for (let slot = 0; slot < scheme.slots; slot++)
      writeBits(bytes, i * stride, slot, bits, cut(signature[slot]!))
  }
  return { scheme, count, bits, stride, bytes }
}

/** Returns the original signatures; possible only if all 32 bits were kept. */
export function unpackSignatures(packed: PackedSignatures): Signatures {
  const { scheme, count, bits, stride, bytes } = packed
  if (bits !== 32) throw new SignatureMismatch('bits', 32, bits)
  const values = new Uint32Array(count * scheme.slots)
  for (let i = 0; i < count; i++) {
    for (let slot = 0; slot < scheme.slots; slot++) {
      values[i * scheme.slots + slot] = readBits(bytes, i * stride, slot, bits)
    }
  }
  return { scheme, count, values }
}

/**
 * The similarity of two packed signatures, corrected for slots that agree in their few bits by chance: (p − 2^-bits) / (1 − 2^-bits), at
 * least 0. Its standard error grows with fewer bits: by √2 at 1 bit and high J, and more at low J.
 */
export function packedSimilarity(packed: PackedSignatures, left: number, right: number): number {
  const { scheme, count, bits, stride, bytes } = packed
  checkWhole('left', left, 0, count - 1)
  checkWhole('right', right, 0, count - 1)
  if (bits === 32 && (isEmpty(packed, left) || isEmpty(packed, right))) return 0
  let equal = 0
  for (let slot = 0; slot < scheme.slots; slot++) {
    if (readBits(bytes, left * stride, slot, bits) === readBits(bytes, right * stride, slot, bits)) equal++
  }
  const share = equal / scheme.slots
  if (bits === 32 || isOneBit(scheme)) return share
  const chance = 2 ** -bits
  return Math.max(0, (share - chance) / (1 - chance))
}

function isEmpty({ stride, bytes }: PackedSignatures, index: number): boolean {
  return bytes.subarray(index * stride, (index + 1) * stride).every((byte) => byte === 0xff)
}

/** Bytes per packed signature. */
export function packedStride(slots: number, bits: SlotBits): number {
  return Math.ceil((slots * bits) / 8)
}

function isOneBit({ sketch }: SketchScheme): boolean {
  return sketch === 'hyperplanes' || sketch === 'bit-sampling'
}

function writeBits(bytes: Uint8Array, start: number, slot: number, bits: SlotBits, value: number): void {
  if (bits < 8) {
    const bitOffset = slot * bits
    bytes[start + (bitOffset >> 3)]! |= (value & ((1 << bits) - 1)) << (bitOffset & 7)
    return
  }
  for (let byte = 0; byte < bits / 8; byte++) bytes[start + (slot * bits) / 8 + byte] = value >>> (8 * byte)
}

function readBits(bytes: Uint8Array, start: number, slot: number, bits: SlotBits): number {
  if (bits < 8) {
    const bitOffset = slot * bits
    return (bytes[start + (bitOffset >> 3)]! >>> (bitOffset & 7)) & ((1 << bits) - 1)
  }
  let value = 0
  for (let byte = 0; byte < bits / 8; byte++) value |= bytes[start + (slot * bits) / 8 + byte]! << (8 * byte)
  return value >>> 0
}
