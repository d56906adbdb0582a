import type { BlockReader, Blocks, SegmentTarget } from '../../ports.js'
import type { Block } from './block.js'
import type { Segment, SegmentLocation } from './block-layout.js'

/** The tag of the metadata of a block, in JSON. */
const METADATA = 0

/** Opens a block, passes it to `use`, and closes it. */
export function withBlock<Result>(store: Blocks, block: Block, use: (reader: BlockReader) => Result): Result {
  const reader = store.open(block)
  try {
    return use(reader)
  } finally {
    reader.close()
  }
}

export function metadataSegment(metadata: object): Segment {
  return { tag: METADATA, bytes: new TextEncoder().encode(JSON.stringify(metadata)) }
}

/** The metadata of a block, as written by the task that made it. */
export function readMetadata<Metadata>(reader: BlockReader): Metadata {
  const bytes = reader.read(findSegment(reader, METADATA)!)
  return JSON.parse(new TextDecoder().decode(bytes.slice())) as Metadata
}

export function findSegment(reader: BlockReader, tag: number): SegmentLocation | undefined {
  return reader.find(tag)
}

/** The words of a segment; empty if there is no such segment. */
export function readWords(reader: BlockReader, tag: number, target?: SegmentTarget): Uint32Array {
  const location = findSegment(reader, tag)
  return location === undefined ? new Uint32Array(0) : wordsOf(reader.read(location, target))
}

/** The bytes of a segment as words. Segments begin at multiples of eight. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2)
}

/** The bytes of a segment as numbers. */
export function numbersOf(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 3)
}

/** The bytes of any array. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}
