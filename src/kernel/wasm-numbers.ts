import { after, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that read numbers. */
interface NumberExports {
  readNumbers(at: number, end: number, numbers: number, ends: number, outcome: number): void
}

const MAX_BYTES = 2 ** 17

/** Reads integers from lines in WebAssembly: a `NumberReader` for `SetLines`. */
export class WasmNumbers {
  /** The maximum number of bytes of a piece. */
  readonly maxBytes = MAX_BYTES
  /** The numbers from the last call, and for each completed line how many of them come before its end. */
  readonly values: Uint32Array
  readonly ends: Uint32Array
  readonly #bytes: Uint8Array
  readonly #outcome: Uint32Array
  readonly #read: NumberExports['readNumbers']
  #size = 0

  constructor() {
    const arena = new WasmArena<NumberExports>()
    this.#read = arena.exports.readNumbers
    const outcome = arena.start
    const input = after(outcome, 12)
    const values = after(input, MAX_BYTES)
    const ends = after(values, 4 * MAX_BYTES)
    const memory = arena.reach(after(ends, 4 * MAX_BYTES))
    this.#outcome = new Uint32Array(memory, outcome, 3)
    this.#bytes = new Uint8Array(memory, input, MAX_BYTES)
    this.values = new Uint32Array(memory, values, MAX_BYTES + 1)
    this.ends = new Uint32Array(memory, ends, MAX_BYTES + 1)
  }

  /** The number of numbers and of lines from the last call. */
  get count(): number {
    return this.#outcome[1]!
  }

  get lines(): number {
    return this.#outcome[2]!
  }

  /** Sets the piece of lines to read. */
  take(piece: Uint8Array): void {
    this.#bytes.set(piece)
    this.#size = piece.length
  }

  /**
   * Continues at an offset in the piece. Returns the offset of the first token that does not end within the piece or is not an integer
   * below 2^24 in its usual form, or the end of the piece.
   */
  read(location: number): number {
    const start = this.#bytes.byteOffset
    this.#read(
      start + location,
      start + this.#size,
      this.values.byteOffset,
      this.ends.byteOffset,
      this.#outcome.byteOffset,
    )
    return this.#outcome[0]! - start
  }
}
