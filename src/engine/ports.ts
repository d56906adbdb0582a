// What the stages need from a platform. Workers call it synchronously: Node has synchronous file access, browsers have
// FileReaderSync and access handles of the origin private file system, and both have shared memory. Nothing in `stages/` uses
// anything else.

import type { Block, BlockLocation } from './stages/blocks/block.js'
import type { Segment, SegmentLocation } from './stages/blocks/block-layout.js'

/** Identifies an input; only the platform interprets its path. */
export interface Input {
  /** The name that the user knows, for messages. */
  readonly name: string
  readonly path: string
}

/** The state of an input when it was first opened. */
export interface Stamp {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** Bytes that can be read at any offset. */
export interface Bytes {
  readonly size: number
  /** Reads from an offset into the target, as much as fits, and returns the number of bytes read; 0 at the end. */
  readAt(offset: number, target: Uint8Array): number
  /** Throws an `UnreadableInput` if the input has changed since it was stamped. */
  checkUnchanged(stamp: Stamp): void
  close(): void
}

/** The inputs of a run. */
export interface Inputs {
  /** @throws UnreadableInput */
  open(input: Input): Bytes
}

/** Memory for segments. */
export interface SegmentTarget {
  /** Returns uninitialized bytes that start at a multiple of eight. */
  ofSize(size: number): Uint8Array
}

/** Reads the segments of a block. Data in memory is returned as a view; data from a file has been checked. */
export interface BlockReader {
  readonly locations: readonly SegmentLocation[]
  /** The first segment with this tag. */
  find(tag: number): SegmentLocation | undefined
  /** @param target a buffer for bytes that come from a file; default: a new one */
  read(location: SegmentLocation, target?: SegmentTarget): Uint8Array
  close(): void
}

/** The storage of blocks: in shared memory, or at their locations. */
export interface Blocks {
  /**
   * Creates a block from segments; it gets its name when it is complete.
   *
   * @param replaced a block that nothing reads any more: its memory is overwritten if the new block fits into it. The new block may consist
   * of one of its segments, which is then moved within that memory, or left where it is. Default: none
   */
  put(location: BlockLocation, segments: readonly Segment[], replaced?: Block): Block
  /** Opens a block for reading. Close it afterwards. */
  open(block: Block): BlockReader
  /** Finds the block that an earlier run left at a location, if it is complete and belongs to this run. */
  find(location: BlockLocation): Block | 'damaged' | undefined
  remove(block: Block): void
  /** A checksum of bytes. */
  checksum(bytes: ArrayBufferView): number
}

/** Threads that run tasks. The only asynchronous port. */
export interface Workers<Task> {
  /**
   * Runs all tasks, which are of the same kind, and yields each result with the number of its task, in the order in which
   * they finish. The first error stops it.
   *
   * @param shareOf the share of all work in the first tasks, by their number; default: all tasks are equally long
   */
  run(
    tasks: readonly Task[],
    take: (result: unknown, number: number) => void,
    shareOf?: (first: number) => number,
  ): Promise<void>
}
