import type { BlockReader, Blocks, SegmentTarget } from '../../ports.js'
import type { Block } from './block.js'
import type { Segment, SegmentPlace } from './block-layout.js'

/** The tag of the metadata of a block, in JSON. */
const ABOUT = 0

/** Opens a block, passes it to `use`, and closes it. */
export function withBlock<Result>(store: Blocks, block: Block, use: (reader: BlockReader) => Result): Result {
  const reader = store.open(block)
  try {
    return use(reader)
  } finally {
    reader.close()
  }
}

/** Memory for one segment at a time: its content is valid until the next segment is read. */
export class ReusedBytes implements SegmentTarget {
  #bytes = new Uint8Array(0)

  ofSize(size: number): Uint8Array {
    if (this.#bytes.length < size) this.#bytes = new Uint8Array(size)
    return this.#bytes.subarray(0, size)
  }
}

export function aboutSegment(about: object): Segment {
  return { tag: ABOUT, bytes: new TextEncoder().encode(JSON.stringify(about)) }
}

/** The metadata of a block, as written by the task that made it. */
export function readAbout<About>(reader: BlockReader): About {
  const bytes = reader.read(placeOf(reader, ABOUT)!)
  return JSON.parse(new TextDecoder().decode(bytes.slice())) as About
}

export function placeOf(reader: BlockReader, tag: number): SegmentPlace | undefined {
  return reader.find(tag)
}

/** The words of a segment; empty if there is no such segment. */
export function readWords(reader: BlockReader, tag: number, target?: SegmentTarget): Uint32Array {
  const place = placeOf(reader, tag)
  return place === undefined ? new Uint32Array(0) : wordsOf(reader.read(place, target))
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
