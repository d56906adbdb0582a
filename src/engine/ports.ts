// What the stages need of a platform. A worker calls it synchronously: Node has synchronous files, browsers have FileReaderSync
// and access handles of their private file system, and both have shared memory. Nothing in `stages/` knows more than this.

import type { Block, BlockPlace } from './stages/blocks/block.js'
import type { Segment, SegmentPlace } from './stages/blocks/block-layout.js'

/** Names an input; only the platform knows what a path is. */
export interface Input {
  /** As the user knows it: for messages. */
  readonly name: string
  readonly path: string
}

/** What an input looked like when it was opened first. */
export interface Stamp {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** Bytes that can be read at any offset. */
export interface Bytes {
  readonly size: number
  /** Reads from an offset on into the target, as much as there is room for; returns the number of bytes, 0 at the end. */
  readAt(offset: number, target: Uint8Array): number
  /** Throws an `UnreadableInput` unless the bytes are still as the stamp says. */
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
  /** Bytes of any content, from a multiple of eight on. */
  ofSize(size: number): Uint8Array
}

/** Reads the segments of a block. What comes from memory is a view of it; what comes from a file was checked. */
export interface BlockReader {
  readonly places: readonly SegmentPlace[]
  /** The first segment with this tag. */
  find(tag: number): SegmentPlace | undefined
  /** @param target where the bytes may go if they come from a file; default: memory of their own */
  read(place: SegmentPlace, target?: SegmentTarget): Uint8Array
  close(): void
}

/** Where blocks are kept: in shared memory, or wherever their places say. */
export interface Blocks {
  /** Makes a block of segments; it gets its name when it is complete. */
  put(place: BlockPlace, segments: readonly Segment[]): Block
  /** Opens a block for reading. Close it afterwards. */
  open(block: Block): BlockReader
  /** The block that an earlier run has left at a place, if it is complete and belongs there. */
  find(place: BlockPlace): Block | 'damaged' | undefined
  remove(block: Block): void
  /** Tells pieces of bytes apart. */
  checksum(bytes: ArrayBufferView): number
}

/** Threads that do tasks. The only port that the main thread waits for. */
export interface Workers<Task> {
  /**
   * Does all tasks, which are of one kind, and hands over each result with the number of its task, in the order in which
   * they end. The first error ends it.
   *
   * @param shareOf the share of all work that the first so many tasks make; default: all tasks are as long
   */
  run(
    tasks: readonly Task[],
    take: (result: unknown, number: number) => void,
    shareOf?: (first: number) => number,
  ): Promise<void>
}
