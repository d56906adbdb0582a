// The stored form of signatures: a header of 32 bytes, then the packed slots. docs/reference/packed-signatures.md.

import { InvalidArtifact } from '../model/errors.js'
import type { SketchName, SketchScheme } from '../model/signatures.js'
import { type PackedSignatures, packedStride, SLOT_BITS, type SlotBits } from './packed.js'
import { MAX_SLOTS } from './scheme.js'

const FORMAT = 'likewise signatures, version 2'
const MAGIC = 0x47534b4c // "LKSG", lowest byte first
/** Version 2: words keep their marks, so signatures of the same text may differ from those of version 1. */
const VERSION = 2
const HEADER_BYTES = 32
/** A sketch is stored as its index in this list; new ones are appended. */
const SKETCHES: readonly SketchName[] = [
  'fast-similarity',
  'minhash',
  'permutations',
  'hyperplanes',
  'bit-sampling',
  'projections',
  'given',
]

/** The bytes of a signature file. */
export function encodeSignatures(packed: PackedSignatures): Uint8Array {
  const { scheme, count, bits, bytes } = packed
  const file = new Uint8Array(HEADER_BYTES + bytes.length)
  const view = new DataView(file.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint8(4, VERSION)
  view.setUint8(5, SKETCHES.indexOf(scheme.sketch))
  view.setUint8(6, bits)
  view.setUint32(8, scheme.slots, true)
  view.setUint32(12, count, true)
  view.setUint32(16, scheme.seed, true)
  view.setUint32(20, scheme.dimensions ?? 0, true)
  view.setFloat64(24, scheme.width ?? 0, true)
  file.set(bytes, HEADER_BYTES)
  return file
}

/** Parses the bytes of a signature file. Throws an `InvalidArtifact` with the reason for anything else. */
export function decodeSignatures(file: Uint8Array): PackedSignatures {
  if (file.length < HEADER_BYTES)
    throw new InvalidArtifact(FORMAT, `it has ${file.length} bytes, which is too short for a header`)
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (view.getUint32(0, true) !== MAGIC) throw new InvalidArtifact(FORMAT, 'it does not begin with LKSG')
  if (view.getUint8(4) !== VERSION) {
    throw new InvalidArtifact(
      FORMAT,
      `signature file version ${view.getUint8(4)} was written by another version of Likewise`,
      'sketch the documents again',
    )
  }
  const sketch = SKETCHES[view.getUint8(5)]
  if (sketch === undefined)
    throw new InvalidArtifact(FORMAT, `it names the unknown sketch number ${view.getUint8(5)}`)
  const bits = view.getUint8(6) as SlotBits
  if (!SLOT_BITS.includes(bits)) throw new InvalidArtifact(FORMAT, `its slots have ${bits} bits`)
  const [slots, count, seed] = [view.getUint32(8, true), view.getUint32(12, true), view.getUint32(16, true)]
  const [dimensions, width] = [view.getUint32(20, true), view.getFloat64(24, true)]
  if (slots < 1 || slots > MAX_SLOTS) throw new InvalidArtifact(FORMAT, `its signatures have ${slots} slots`)
  if (!(width >= 0 && width < Number.POSITIVE_INFINITY))
    throw new InvalidArtifact(FORMAT, `its width is ${width}`)
  const stride = packedStride(slots, bits)
  if (file.length !== HEADER_BYTES + count * stride) {
    throw new InvalidArtifact(
      FORMAT,
      `${count} signatures need ${count * stride} bytes, but there are ${file.length - HEADER_BYTES}`,
    )
  }
  const scheme: SketchScheme = {
    sketch,
    slots,
    seed,
    ...(dimensions > 0 && { dimensions }),
    ...(width > 0 && { width }),
  }
  return { scheme, count, bits, stride, bytes: file.slice(HEADER_BYTES) }
}
