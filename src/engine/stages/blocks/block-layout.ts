// A block is what one task writes and others read: tagged segments in one sequence of bytes. The layout is the same in memory and on disk,
// so a reader does not need to know where a block is:
//
//   header     8 bytes "likewise", version, number of segments, fingerprint (two words), checksum of header and directory
//   directory  for each segment: tag, checksum, offset, bytes (two words each)
//   segments   each beginning at a multiple of 8
//
// Words are little-endian. The fingerprint identifies the run, the stage and the part that a block belongs to.

const MAGIC = 'likewise'
const VERSION = 1
export const HEADER_BYTES = 32
export const ENTRY_BYTES = 24

/** One part of a block. */
export interface Segment {
  readonly tag: number
  readonly bytes: ArrayBufferView
}

/** The location of a segment in its block. */
export interface SegmentLocation {
  readonly tag: number
  readonly checksum: number
  readonly offset: number
  readonly bytes: number
}

/** Header and directory of a block, and the locations of its segments. */
export interface BlockHead {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly locations: readonly SegmentLocation[]
  /** Size of the whole block. */
  readonly size: number
}

export type Checksum = (bytes: ArrayBufferView) => number

export function layOutBlock(
  segments: readonly Segment[],
  fingerprint: readonly [number, number],
  checksum: Checksum,
): BlockHead {
  let end = HEADER_BYTES + ENTRY_BYTES * segments.length
  const locations = segments.map(({ tag, bytes }) => {
    const offset = Math.ceil(end / 8) * 8
    end = offset + bytes.byteLength
    return { tag, checksum: checksum(bytes), offset, bytes: bytes.byteLength }
  })
  const head = new Uint8Array(HEADER_BYTES + ENTRY_BYTES * segments.length)
  const view = new DataView(head.buffer)
  for (let i = 0; i < MAGIC.length; i++) head[i] = MAGIC.charCodeAt(i)
  view.setUint32(8, VERSION, true)
  view.setUint32(12, segments.length, true)
  view.setUint32(16, fingerprint[0], true)
  view.setUint32(20, fingerprint[1], true)
  locations.forEach((location, i) => {
    const at = HEADER_BYTES + i * ENTRY_BYTES
    view.setUint32(at, location.tag, true)
    view.setUint32(at + 4, location.checksum, true)
    view.setFloat64(at + 8, location.offset, true)
    view.setFloat64(at + 16, location.bytes, true)
  })
  view.setUint32(24, checksum(head), true)
  return { bytes: head, locations, size: end }
}

/** The size of the directory, or undefined if the header is not that of a block. */
export function directoryBytes(header: Uint8Array): number | undefined {
  if (header.length < HEADER_BYTES) return undefined
  for (let i = 0; i < MAGIC.length; i++) if (header[i] !== MAGIC.charCodeAt(i)) return undefined
  const view = viewOf(header)
  if (view.getUint32(8, true) !== VERSION) return undefined
  return view.getUint32(12, true) * ENTRY_BYTES
}

export function fingerprintOf(header: Uint8Array): readonly [number, number] {
  const view = viewOf(header)
  return [view.getUint32(16, true), view.getUint32(20, true)]
}

/** Whether the checksum of header and directory is correct. */
export function headIsWhole(head: Uint8Array, checksum: Checksum): boolean {
  const copy = head.slice()
  viewOf(copy).setUint32(24, 0, true)
  return viewOf(head).getUint32(24, true) === checksum(copy)
}

/** The locations of all segments, from header and directory. */
export function locationsOf(head: Uint8Array): SegmentLocation[] {
  return Array.from({ length: viewOf(head).getUint32(12, true) }, (_, i) => locationAt(head, i))
}

/** The location of one segment, by its number. */
export function locationAt(head: Uint8Array, number: number): SegmentLocation {
  const view = viewOf(head)
  const at = HEADER_BYTES + number * ENTRY_BYTES
  return {
    tag: view.getUint32(at, true),
    checksum: view.getUint32(at + 4, true),
    offset: view.getFloat64(at + 8, true),
    bytes: view.getFloat64(at + 16, true),
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
