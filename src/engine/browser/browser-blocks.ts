import type { BlockReader, Blocks } from '../ports.js'
import type { Block } from '../stages/blocks/block.js'
import { layOutBlock, type Segment, type SegmentLocation } from '../stages/blocks/block-layout.js'
import { keepBlock, MemoryReader } from '../stages/blocks/memory-block.js'
import { bytesOf } from '../stages/blocks/segments.js'
import { readFully } from '../stages/read/record-reader.js'
import { CAN_SHARE } from '../stages/threads/shared-words.js'
import { BlobBytes } from './blob-inputs.js'

/** What a block is made of where threads cannot share memory. */
interface StoredBlob {
  readonly blob: Blob
  readonly locations: readonly SegmentLocation[]
}

/**
 * Blocks in shared memory; in a page that is not isolated from other origins, in Blobs, which the browser keeps outside of this thread
 * and which threads hand each other without their bytes. None of them outlives its run.
 */
export const browserBlocks: Blocks = {
  put: ({ name }, segments) => (CAN_SHARE ? keepBlock(name, segments) : storeBlob(name, segments)),
  open: (block) =>
    'object' in block ? new BlobReader(block.object as StoredBlob) : new MemoryReader(memoryOf(block)),
  find: () => undefined,
  remove() {},
  checksum: () => 0,
}

function memoryOf(block: Block): SharedArrayBuffer {
  if ('memory' in block && block.memory !== undefined) return block.memory
  throw new Error(`the block ${block.name} is not in memory`)
}

function storeBlob(name: string, segments: readonly Segment[]): Block {
  const { locations } = layOutBlock(segments, [0, 0], () => 0)
  let end = 0
  const parts: BlobPart[] = []
  const stored = segments.map(({ bytes }, i) => {
    parts.push(bytesOf(bytes) as Uint8Array<ArrayBuffer>)
    end += bytes.byteLength
    return { ...locations[i]!, offset: end - bytes.byteLength }
  })
  return { name, object: { blob: new Blob(parts), locations: stored } satisfies StoredBlob }
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
