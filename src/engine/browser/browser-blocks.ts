import type { BlockReader, Blocks } from '../ports.js'
import type { Block, BlockLocation } from '../stages/blocks/block.js'
import { layOutBlock, type Segment, type SegmentLocation } from '../stages/blocks/block-layout.js'
import { keepBlock, MemoryReader, writeSegments } from '../stages/blocks/memory-block.js'
import { bytesOf } from '../stages/blocks/segments.js'
import { readFully } from '../stages/read/record-reader.js'
import { CAN_SHARE } from '../stages/threads/shared-words.js'
import { BlobBytes } from './blob-inputs.js'
import { memoryOfThread } from './thread-memory.js'

/** The content of a block if threads cannot share memory: bytes that are copied to each thread, or a Blob. */
type Stored = { readonly bytes: ArrayBuffer } | StoredBlob

interface StoredBlob {
  readonly blob: Blob
  readonly locations: readonly SegmentLocation[]
}

/**
 * Blocks in shared memory. In a page that is not isolated from other origins, the first blocks are copied between threads. Further blocks
 * are Blobs, which the browser stores outside of the threads and which are sent without copying their bytes; but each read takes about a
 * millisecond. Blocks are dropped when their run ends.
 */
export class BrowserBlocks implements Blocks {
  /** The number of bytes of blocks for copying that this thread may still create. */
  #left: number

  /** @param threads the number of threads of the run; each may create blocks, and may receive a copy of all of them */
  constructor(threads: number) {
    this.#left = memoryOfThread(threads) / threads
  }

  put({ name }: BlockLocation, segments: readonly Segment[], replaced?: Block): Block {
    if (CAN_SHARE) return keepBlock(name, segments, replaced)
    const size = segments.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
    if (size > this.#left) return { name, object: storeBlob(segments) satisfies Stored }
    this.#left -= size
    const bytes = writeSegments(segments, (whole) => new ArrayBuffer(whole))
    return { name, object: { bytes } satisfies Stored }
  }

  open(block: Block): BlockReader {
    if ('object' in block) {
      const stored = block.object as Stored
      return 'bytes' in stored ? new MemoryReader(stored.bytes) : new BlobReader(stored)
    }
    if (!('memory' in block)) throw new Error(`the block ${block.name} is not in memory`)
    return new MemoryReader(block.memory)
  }

  find(): undefined {}

  remove(): void {}

  checksum(): number {
    return 0
  }
}

/** The memory of the blocks in a result, which can be transferred to the thread that requested it. */
export function blockBuffers(result: object): ArrayBuffer[] {
  if (!Array.isArray(result)) return []
  return result.flatMap((block: Block) => {
    const stored = 'object' in block ? (block.object as Stored) : undefined
    return stored !== undefined && 'bytes' in stored ? [stored.bytes] : []
  })
}

function storeBlob(segments: readonly Segment[]): StoredBlob {
  const { locations } = layOutBlock(segments, [0, 0], () => 0)
  let end = 0
  const parts: BlobPart[] = []
  const stored = segments.map(({ bytes }, i) => {
    parts.push(bytesOf(bytes) as Uint8Array<ArrayBuffer>)
    end += bytes.byteLength
    return { ...locations[i]!, offset: end - bytes.byteLength }
  })
  return { blob: new Blob(parts), locations: stored }
}

class BlobReader implements BlockReader {
  readonly locations: readonly SegmentLocation[]
  readonly #bytes: BlobBytes

  constructor({ blob, locations }: StoredBlob) {
    this.#bytes = new BlobBytes('a block', blob, true)
    this.locations = locations
  }

  find(tag: number): SegmentLocation | undefined {
    return this.locations.find((location) => location.tag === tag)
  }

  read({ offset, bytes }: SegmentLocation): Uint8Array {
    const segment = new Uint8Array(bytes)
    if (!readFully(this.#bytes, offset, segment)) throw new Error('a block is shorter than its segments')
    return segment
  }

  close(): void {}
}
