import { after, WasmRoom } from './wasm-room.js'

/** What of kernel/index.ts reads numbers. */
interface NumberExports {
  readNumbers(at: number, end: number, numbers: number, ends: number, outcome: number): void
}

const MAX_BYTES = 2 ** 17

/** Reads whole numbers off lines in WebAssembly: a `NumberReader` for `SetLines`. */
export class WasmNumbers {
  /** The most bytes of a piece. */
  readonly maxBytes = MAX_BYTES
  /** The numbers of the last reading, and for each line that ended how many numbers stood before its end. */
  readonly values: Uint32Array
  readonly ends: Uint32Array
  readonly #bytes: Uint8Array
  readonly #outcome: Uint32Array
  readonly #read: NumberExports['readNumbers']
  #size = 0

  constructor() {
    const room = new WasmRoom<NumberExports>()
    this.#read = room.exports.readNumbers
    const outcome = room.start
    const input = after(outcome, 12)
    const values = after(input, MAX_BYTES)
    const ends = after(values, 4 * MAX_BYTES)
    const memory = room.reach(after(ends, 4 * MAX_BYTES))
    this.#outcome = new Uint32Array(memory, outcome, 3)
    this.#bytes = new Uint8Array(memory, input, MAX_BYTES)
    this.values = new Uint32Array(memory, values, MAX_BYTES + 1)
    this.ends = new Uint32Array(memory, ends, MAX_BYTES + 1)
  }

  /** How many numbers and lines the last reading gave. */
  get count(): number {
    return this.#outcome[1]!
  }

  get lines(): number {
    return this.#outcome[2]!
  }

  /** Takes a piece of lines. */
  take(piece: Uint8Array): void {
    this.#bytes.set(piece)
    this.#size = piece.length
  }

  /**
   * Reads on from a place of the piece; returns the place of the first token that has no end in the piece or is no whole
   * number below 2^24 as it is usually written, or the end of the piece.
   */
  read(place: number): number {
    const start = this.#bytes.byteOffset
    this.#read(
      start + place,
      start + this.#size,
      this.values.byteOffset,
      this.ends.byteOffset,
      this.#outcome.byteOffset,
    )
    return this.#outcome[0]! - start
  }
}
