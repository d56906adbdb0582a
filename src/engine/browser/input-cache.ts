import { CAN_SHARE } from '../stages/threads/shared-words.js'
import type { BlobFiles } from './blob-files.js'
import { memoryOfThread } from './thread-memory.js'

/** The number of bytes of an input that are read and cached at a time: smaller reads of a Blob take up to twice the time. */
export const CHUNK = 2 ** 24

/** The bytes of a file that have been read so far, by chunk. */
export interface CachedFile {
  /** Undefined: the chunk has not been read. */
  get(chunk: number): Uint8Array | undefined
  set(chunk: number, bytes: Uint8Array): void
}

/** Inputs that fit into memory, by path: several stages read them, and reading a Blob is slow. */
export type InputCache = ReadonlyMap<string, CachedFile>

/** The memory of the chunks of each file, by path, and whether each was read: threads that share it read each chunk once. */
export type SharedInputs = ReadonlyMap<string, { readonly bytes: Uint8Array; readonly isRead: Int32Array }>

/**
 * Memory for inputs that all threads share; undefined if they cannot share any, and empty if the inputs are too large.
 *
 * @param threads that read the inputs
 */
export function shareInputs(files: BlobFiles, threads: number): SharedInputs | undefined {
  if (!CAN_SHARE) return undefined
  if (!fits(files, threads)) return new Map()
  return new Map(
    files.map(([path, { size }]) => {
      const words = Math.ceil(size / CHUNK)
      return [
        path,
        {
          bytes: new Uint8Array(new SharedArrayBuffer(size)),
          isRead: new Int32Array(new SharedArrayBuffer(4 * words)),
        },
      ]
    }),
  )
}

/**
 * A cache for inputs; empty if they are too large.
 *
 * @param shared the memory that threads share, if they can
 */
export function makeInputCache(
  files: BlobFiles,
  threads: number,
  shared: SharedInputs | undefined,
): InputCache {
  if (shared !== undefined)
    return new Map(Array.from(shared, ([path, { bytes, isRead }]) => [path, new SharedChunks(bytes, isRead)]))
  return new Map(fits(files, threads) ? files.map(([path]) => [path, new Map<number, Uint8Array>()]) : [])
}

function fits(files: BlobFiles, threads: number): boolean {
  return files.reduce((sum, [, { size }]) => sum + size, 0) <= memoryOfThread(threads)
}

class SharedChunks implements CachedFile {
  readonly #bytes: Uint8Array
  readonly #isRead: Int32Array

  constructor(bytes: Uint8Array, isRead: Int32Array) {
    this.#bytes = bytes
    this.#isRead = isRead
  }

  get(chunk: number): Uint8Array | undefined {
    if (Atomics.load(this.#isRead, chunk) === 0) return undefined
    return this.#bytes.subarray(chunk * CHUNK, (chunk + 1) * CHUNK)
  }

  /** Another thread may do this at the same time, but it writes the same bytes. */
  set(chunk: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, chunk * CHUNK)
    Atomics.store(this.#isRead, chunk, 1)
  }
}
