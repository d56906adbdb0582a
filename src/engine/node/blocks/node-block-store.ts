import { join } from 'node:path'
import { hashText } from '../../../hash/murmur3.js'
import type { BlockStore } from '../../stages/block-maker.js'
import type { Block, BlockLocation } from '../../stages/blocks/block.js'
import { nodeBlocks } from './node-block-file.js'

/** Where the blocks of a run go. */
export interface FileBlockStoreOptions {
  /** The folder for blocks in files, created by the caller. Called when the first block is written to a file. */
  readonly folder: () => string
  /** Bytes of blocks that may stay in memory; 0 if every block must be found again later. */
  readonly inMemory: number
  /** What the blocks belong to; blocks of anything else are ignored. */
  readonly identity: string
  /** Whether to look for blocks of an earlier run. */
  readonly resume: boolean
}

/** Assigns locations to blocks, and finds those that an earlier run left. */
export class FileBlockStore implements BlockStore {
  readonly #options: FileBlockStoreOptions
  readonly #mark: RunMark
  #kept = 0
  #spilled = 0
  #found = 0
  #damaged = 0

  constructor(options: FileBlockStoreOptions) {
    this.#options = options
    this.#mark = markOf(options.identity)
  }

  /** Bytes in files. */
  get spilledBytes(): number {
    return this.#spilled
  }

  /** Blocks of an earlier run that were reused, and damaged ones that had to be made again. */
  get reused(): { readonly found: number; readonly damaged: number } {
    return { found: this.#found, damaged: this.#damaged }
  }

  /**
   * Chooses the location of a block of about this many bytes. Locations are assigned before the blocks exist, so memory is reserved for
   * them.
   */
  locate(name: string, expectedBytes: number): BlockLocation {
    if (this.#options.inMemory > 0 && this.#kept + expectedBytes <= this.#options.inMemory) {
      this.#kept += expectedBytes
      return { name }
    }
    return blockLocation(this.#options.folder(), this.#mark, name)
  }

  /** The complete block that is already at a location. */
  find(location: BlockLocation): Block | undefined {
    if (!this.#options.resume || location.path === undefined) return undefined
    const block = nodeBlocks.find(location)
    if (block === 'damaged') this.#damaged++
    if (block === undefined || block === 'damaged') return undefined
    this.#found++
    this.add(block)
    return block
  }

  /** Counts a block that was written. */
  add(block: Block): void {
    if (block.path !== undefined) this.#spilled += block.bytes
  }
}

/** What the fingerprints of a run are derived from: its identity can be long, so it is hashed once. */
type RunMark = readonly [number, number]

export function markOf(identity: string): RunMark {
  return [hashText(identity, 0), hashText(identity, 1)]
}

/** The location of a block of a run that is stored in files. */
export function blockLocation(folder: string, [one, other]: RunMark, name: string): BlockLocation {
  return {
    name,
    path: join(folder, `${name}.block`),
    fingerprint: [hashText(name, one), hashText(name, other)],
  }
}
