// Large arrays that one task after the other uses again. Made anew for each task, they would be garbage after it, and collecting
// garbage often costs more than the time it takes: the code compiled for functions that a task made goes with them.

import type { SegmentTarget } from '../../ports.js'

/** The arrays of one thread. */
export class ReusedArrays {
  readonly #buffers = new Map<string, ArrayBuffer>()

  /** Words of any content: those that were there under the same name, if there are enough. */
  readonly words = (name: string, length: number): Uint32Array<ArrayBuffer> =>
    new Uint32Array(this.#buffer(name, 4 * length), 0, length)

  /** The same for numbers. */
  numbers(name: string, length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#buffer(name, 8 * length), 0, length)
  }

  /**
   * Room for several pieces of bytes, one after the other.
   *
   * @param bytes of all pieces, each rounded up to a multiple of eight
   */
  room(name: string, bytes: number): SegmentTarget {
    const buffer = this.#buffer(name, bytes)
    let end = 0
    return {
      ofSize(size) {
        const piece = new Uint8Array(buffer, end, size)
        end += toEight(size)
        return piece
      },
    }
  }

  /** Drops all arrays: those of another kind of task are of no use, and would take memory beside its own. */
  drop(): void {
    this.#buffers.clear()
  }

  #buffer(name: string, bytes: number): ArrayBuffer {
    let buffer = this.#buffers.get(name)
    if (buffer === undefined || buffer.byteLength < bytes) {
      buffer = new ArrayBuffer(toEight(bytes))
      this.#buffers.set(name, buffer)
    }
    return buffer
  }
}

/** The next multiple of eight. */
export function toEight(bytes: number): number {
  return 8 * Math.ceil(bytes / 8)
}
