import { after, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that escape text. */
interface EscapeExports {
  escapeText(at: number, end: number, to: number): number
}

const CHUNK = 2 ** 16
const MAX_ESCAPE = 6
const PADDING = 16

/** Escapes text for JSON in WebAssembly: an `Escaper` for `JsonLineBuffer`. */
export class WasmEscaper {
  /** The buffer for the UTF-8 to escape. */
  readonly input: Uint8Array
  readonly #output: Uint8Array
  readonly #escape: EscapeExports['escapeText']

  constructor() {
    const arena = new WasmArena<EscapeExports>()
    this.#escape = arena.exports.escapeText
    const input = arena.start
    const output = after(input, CHUNK + PADDING)
    const memory = arena.reach(after(output, MAX_ESCAPE * CHUNK + PADDING))
    this.input = new Uint8Array(memory, input, CHUNK)
    this.#output = new Uint8Array(memory, output, MAX_ESCAPE * CHUNK)
  }

  /** The first `count` bytes of the input, escaped for JSON; valid until the next call. */
  escape(count: number): Uint8Array {
    const { byteOffset: input } = this.input
    const { byteOffset: output } = this.#output
    return this.#output.subarray(0, this.#escape(input, input + count, output) - output)
  }
}
