import type { BlockReader, SegmentTarget } from '../../node/blocks/node-block-file.js'
import type { Segment, SegmentPlace } from './block-layout.js'

/** The tag of what a block says about itself, in JSON. */
const ABOUT = 0

export function aboutSegment(about: object): Segment {
  return { tag: ABOUT, bytes: new TextEncoder().encode(JSON.stringify(about)) }
}

/** What a block says about itself, as the task that made it wrote it. */
export function readAbout<About>(reader: BlockReader): About {
  const bytes = reader.read(placeOf(reader, ABOUT)!)
  return JSON.parse(new TextDecoder().decode(bytes.slice())) as About
}

export function placeOf(reader: BlockReader, tag: number): SegmentPlace | undefined {
  return reader.places.find((place) => place.tag === tag)
}

/** The words of a segment; none where there is no such segment. */
export function readWords(reader: BlockReader, tag: number, target?: SegmentTarget): Uint32Array {
  const place = placeOf(reader, tag)
  return place === undefined ? new Uint32Array(0) : wordsOf(reader.read(place, target))
}

/** Bytes of a segment as words: segments begin at multiples of eight. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2)
}

/** Bytes of a segment as numbers. */
export function numbersOf(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 3)
}
