// Large arrays that one task after the other uses again. Made anew for each task, they would be garbage after it, and collecting
// garbage often costs more than the time it takes: the code compiled for functions that a task made goes with them.

const buffers = new Map<string, ArrayBuffer>()

/** Words of any content: those that this thread had under the same name, if there are enough. */
export function reusedWords(name: string, length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(reusedBuffer(name, 4 * length), 0, length)
}

/** The same for numbers. */
export function reusedNumbers(name: string, length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(reusedBuffer(name, 8 * length), 0, length)
}

/** Room for several pieces of bytes, one after the other. */
export class ReusedRoom {
  readonly #buffer: ArrayBuffer
  #end = 0

  /** @param bytes of all pieces, each rounded up to a multiple of eight */
  constructor(name: string, bytes: number) {
    this.#buffer = reusedBuffer(name, bytes)
  }

  ofSize(size: number): Uint8Array {
    const piece = new Uint8Array(this.#buffer, this.#end, size)
    this.#end += toEight(size)
    return piece
  }
}

/** The next multiple of eight. */
export function toEight(bytes: number): number {
  return 8 * Math.ceil(bytes / 8)
}

/** Drops all arrays of this thread: those of another kind of task are of no use, and would take memory beside its own. */
export function dropReused(): void {
  buffers.clear()
}

function reusedBuffer(name: string, bytes: number): ArrayBuffer {
  let buffer = buffers.get(name)
  if (buffer === undefined || buffer.byteLength < bytes) {
    buffer = new ArrayBuffer(toEight(bytes))
    buffers.set(name, buffer)
  }
  return buffer
}
