/// <reference types="node" />
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { hasByteOrderMark } from './node-bytes.js'
import type { Input } from './node-inputs.js'

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
  read({ path, bytes, isRegular, compression }: Input): Buffer | undefined {
    if (!isRegular || compression !== undefined || bytes > MAX_BYTES) return undefined
    const count = this.#fill(path!, bytes + 1)
    if (count !== bytes) return undefined
    const text = this.#buffer.subarray(0, count)
    return isUtf8(text) && !hasByteOrderMark(text) && !text.subarray(0, ZERO_BYTES).includes(0)
      ? text
      : undefined
  }

  /** The number of bytes read; undefined if the system reports an error. */
  #fill(path: string, wanted: number): number | undefined {
    try {
      const file = openSync(path, 'r')
      try {
        return readSync(file, this.#buffer, 0, wanted, 0)
      } finally {
        closeSync(file)
      }
    } catch {
      return undefined
    }
  }
}
