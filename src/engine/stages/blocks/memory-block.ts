import type { BlockReader } from '../../ports.js'
import type { Block } from './block.js'
import { layOutBlock, placesOf, type Segment, type SegmentPlace } from './block-layout.js'
import { bytesOf } from './segments.js'

/** Puts segments together to a block in shared memory. */
export function keepBlock(name: string, segments: readonly Segment[]): Block {
  const { bytes, places, size } = layOutBlock(segments, [0, 0], () => 0)
  const memory = new SharedArrayBuffer(size)
  const target = new Uint8Array(memory)
  target.set(bytes)
  for (const [i, segment] of segments.entries()) target.set(bytesOf(segment.bytes), places[i]!.offset)
  return { name, memory }
}

export class MemoryReader implements BlockReader {
  readonly places: readonly SegmentPlace[]
  readonly #memory: SharedArrayBuffer

  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory
    this.places = placesOf(new Uint8Array(memory))
  }

  read({ offset, bytes }: SegmentPlace): Uint8Array {
    return new Uint8Array(this.#memory, offset, bytes)
  }

  close(): void {}
}
