// Large arrays that tasks reuse one after the other. If each task allocated its own, they would become garbage, and collecting garbage
// often costs more than the time it takes: it also discards the compiled code of functions that a task created.

import type { SegmentTarget } from '../../ports.js'

/** Allocates at least this many bytes. */
export type Allocate = (bytes: number) => ArrayBuffer

/** The arrays of one thread. */
export class ReusedArrays {
  readonly #allocate: Allocate
  readonly #buffers = new Map<string, ArrayBuffer>()

  constructor(allocate: Allocate = (bytes) => new ArrayBuffer(bytes)) {
    this.#allocate = allocate
  }

  /** Returns words with arbitrary content: the array of the same name, if it is large enough. */
  readonly words = (name: string, length: number): Uint32Array<ArrayBuffer> =>
    new Uint32Array(this.#buffer(name, 4 * length), 0, length)

  /**
   * Memory for several consecutive pieces of bytes.
   *
   * @param bytes of all pieces, each rounded up to a multiple of eight
   */
  reserve(name: string, bytes: number): SegmentTarget {
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

  /** Drops all arrays: those of another kind of task are of no use, and would take up memory. */
  drop(): void {
    this.#buffers.clear()
  }

  #buffer(name: string, bytes: number): ArrayBuffer {
    let buffer = this.#buffers.get(name)
    if (buffer === undefined || buffer.byteLength < bytes) {
      buffer = this.#allocate(toEight(bytes))
      this.#buffers.set(name, buffer)
    }
    return buffer
  }
}

/** Rounds up to a multiple of eight. */
export function toEight(bytes: number): number {
  return 8 * Math.ceil(bytes / 8)
}
