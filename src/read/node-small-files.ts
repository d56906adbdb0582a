/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Input } from './input.js'
import { hasByteOrderMark } from './node-bytes.js'
import { FileInput, type FileState } from './node-file-input.js'

/** The largest file that is read with one call. */
const MAX_BYTES = 1 << 18

/** Enough bytes to distinguish UTF-16 from a text that merely contains a zero. */
const ZERO_BYTES = 1000

/** Reads small files one after the other into the same buffer: a stream for each would cost several times as much. */
export class SmallFiles {
  readonly #buffer = Buffer.allocUnsafe(MAX_BYTES + 1)

  /**
   * The bytes of a file that is stored as UTF-8 text. They are valid until the next call. Undefined: the file has to be opened in the usual
   * way, because it is long, compressed or in another encoding, or because it cannot be read.
   */
  read(input: Input): Buffer | undefined {
    if (!(input instanceof FileInput) || !input.isRegular || input.compression !== undefined) return undefined
    const state = this.#fill(input.path)
    if (state === undefined || isChanged(input.knownState, state)) return undefined
    const text = this.#buffer.subarray(0, state.bytes)
    if (!isUtf8(text) || hasByteOrderMark(text) || text.subarray(0, ZERO_BYTES).includes(0)) return undefined
    input.markRead(state)
    return text
  }

  /** Reads a file, and returns its state; undefined if it is too long, if it changes meanwhile, or if the system reports an error. */
  #fill(path: string): FileState | undefined {
    try {
      const file = openSync(path, 'r')
      try {
        const { size: bytes, mtimeMs: modified } = fstatSync(file)
        if (bytes > MAX_BYTES || readSync(file, this.#buffer, 0, bytes + 1, 0) !== bytes) return undefined
        const after = fstatSync(file)
        return isChanged({ bytes, modified }, { bytes: after.size, modified: after.mtimeMs })
          ? undefined
          : { bytes, modified }
      } finally {
        closeSync(file)
      }
    } catch {
      return undefined
    }
  }
}

function isChanged(before: FileState | undefined, after: FileState): boolean {
  return before !== undefined && (before.bytes !== after.bytes || before.modified !== after.modified)
}
