import { CAN_SHARE } from '../stages/threads/shared-words.js'
import type { BlobFiles } from './blob-files.js'
import { memoryOfThread } from './thread-memory.js'

/** The number of bytes of an input that are read and cached at a time. */
export const CHUNK = 2 ** 22

/** The bytes of a file that have been read so far. */
export interface CachedFile {
  readonly bytes: Uint8Array
  /** For each chunk, 1 if it was read. */
  readonly isRead: Int32Array
}

/** Inputs that fit into memory, by path: several stages read them, and reading a Blob is slow. */
export type InputCache = ReadonlyMap<string, CachedFile>

/**
 * A cache for inputs; empty if they are too large. Threads that cannot share memory create one each.
 *
 * @param threads that read the inputs
 */
export function makeInputCache(files: BlobFiles, threads: number): InputCache {
  const total = files.reduce((sum, [, { size }]) => sum + size, 0)
  if (total > memoryOfThread(threads)) return new Map()
  return new Map(
    files.map(([path, { size }]) => {
      const words = Math.ceil(size / CHUNK)
      return [path, { bytes: new Uint8Array(buffer(size)), isRead: new Int32Array(buffer(4 * words)) }]
    }),
  )
}

function buffer(bytes: number): ArrayBuffer | SharedArrayBuffer {
  return CAN_SHARE ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
}
