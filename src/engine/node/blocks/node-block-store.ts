import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { BlockStore } from '../../stages/block-maker.js'
import type { Block, BlockPlace } from '../../stages/blocks/block.js'
import { nodeBlocks } from './node-block-file.js'

/** Where the blocks of a run go. */
export interface FileBlockStoreOptions {
  /** The folder for blocks in files; made by the caller. Asked for once the first block goes there. */
  readonly folder: () => string
  /** Bytes of blocks that may stay in memory; 0 where every block is to be found again. */
  readonly inMemory: number
  /** What the blocks belong to: blocks of anything else are not taken for one's own. */
  readonly identity: string
  /** Whether blocks of an earlier run are looked for. */
  readonly resume: boolean
}

/** Gives blocks their places, and finds those that an earlier run has left. */
export class FileBlockStore implements BlockStore {
  readonly #options: FileBlockStoreOptions
  #kept = 0
  #spilled = 0
  #found = 0
  #damaged = 0

  constructor(options: FileBlockStoreOptions) {
    this.#options = options
  }

  /** Bytes in files. */
  get spilledBytes(): number {
    return this.#spilled
  }

  /** Blocks of an earlier run that were used again, and that had to be made again because they were damaged. */
  get reused(): { readonly found: number; readonly damaged: number } {
    return { found: this.#found, damaged: this.#damaged }
  }

  /** Where a block of about so many bytes is to go: places are given before the blocks are there, so memory is reserved. */
  place(name: string, expectedBytes: number): BlockPlace {
    if (this.#options.inMemory > 0 && this.#kept + expectedBytes <= this.#options.inMemory) {
      this.#kept += expectedBytes
      return { name }
    }
    return blockPlace(this.#options.folder(), this.#options.identity, name)
  }

  /** The whole block that is at a place already. */
  find(place: BlockPlace): Block | undefined {
    if (!this.#options.resume || place.path === undefined) return undefined
    const block = nodeBlocks.find(place)
    if (block === 'damaged') this.#damaged++
    if (block === undefined || block === 'damaged') return undefined
    this.#found++
    this.add(block)
    return block
  }

  /** Counts a block that was made. */
  add(block: Block): void {
    if (block.path !== undefined) this.#spilled += block.bytes
  }
}

/** Where the block of a run goes that is kept in files. */
export function blockPlace(folder: string, identity: string, name: string): BlockPlace {
  const digest = createHash('sha256').update(`${identity}\n${name}`).digest()
  return {
    name,
    path: join(folder, `${name}.block`),
    fingerprint: [digest.readUInt32LE(0), digest.readUInt32LE(4)],
  }
}
