import type { BlockReader } from '../../ports.js'
import type { Block } from './block.js'
import {
  ENTRY_BYTES,
  HEADER_BYTES,
  layOutBlock,
  locationAt,
  locationsOf,
  type Segment,
  type SegmentLocation,
} from './block-layout.js'
import { bytesOf } from './segments.js'

/** The index of the header word that holds the number of segments. */
const HEADER_SEGMENTS = 3

/** Writes segments to a block in shared memory: that of the replaced block, if the new one fits into it. */
export function keepBlock(name: string, segments: readonly Segment[], replaced?: Block): Block {
  const old = replaced !== undefined && 'memory' in replaced ? replaced.memory : undefined
  const allocate = (size: number) =>
    old !== undefined && old.byteLength >= size ? old : new SharedArrayBuffer(size)
  return { name, memory: writeSegments(segments, allocate) }
}

/** Writes segments to memory for a `MemoryReader`. */
export function writeSegments<Memory extends ArrayBufferLike>(
  segments: readonly Segment[],
  allocate: (size: number) => Memory,
): Memory {
  const { bytes, locations, size } = layOutBlock(segments, [0, 0], () => 0)
  const memory = allocate(size)
  const target = new Uint8Array(memory)
  target.set(bytes)
  for (const [i, { bytes: content }] of segments.entries()) {
    const { offset } = locations[i]!
    const isThere = content.buffer === memory && content.byteOffset === offset
    if (!isThere) target.set(bytesOf(content), offset)
  }
  return memory
}

/** Most readers need a single segment, so the whole directory is parsed only on demand. */
export class MemoryReader implements BlockReader {
  readonly #memory: ArrayBufferLike
  readonly #words: Uint32Array

  constructor(memory: ArrayBufferLike) {
    this.#memory = memory
    this.#words = new Uint32Array(memory, 0, memory.byteLength >>> 2)
  }

  get locations(): readonly SegmentLocation[] {
    return locationsOf(new Uint8Array(this.#memory))
  }

  find(tag: number): SegmentLocation | undefined {
    const segments = this.#words[HEADER_SEGMENTS]!
    for (let i = 0; i < segments; i++) {
      if (this.#words[(HEADER_BYTES + i * ENTRY_BYTES) / 4] === tag)
        return locationAt(new Uint8Array(this.#memory), i)
    }
    return undefined
  }

  read({ offset, bytes }: SegmentLocation): Uint8Array {
    return new Uint8Array(this.#memory, offset, bytes)
  }

  close(): void {}
}
