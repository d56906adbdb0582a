import { wasmModule } from './wasm-module.js'

const PAGE = 65_536
/** SIMD reads and writes go beyond the end. */
const PADDING = 64

/** The kernel on memory of its own, for one kind of work. */
export class WasmRoom<Exports> {
  readonly exports: Exports
  /** The first byte that may be used. */
  readonly start: number
  readonly #memory = new WebAssembly.Memory({ initial: 1 })

  constructor() {
    const { exports } = new WebAssembly.Instance(wasmModule(), { env: { memory: this.#memory } })
    this.exports = exports as unknown as Exports
    this.start = (exports.heapStart as () => number)()
  }

  /** The memory, which reaches at least to `end`; growing it detaches what was given before. */
  reach(end: number): ArrayBuffer {
    const missing = Math.ceil((end - this.#memory.buffer.byteLength) / PAGE)
    if (missing > 0) this.#memory.grow(missing)
    return this.#memory.buffer
  }
}

/** The next place behind so many bytes at a place, with room for SIMD between. */
export function after(place: number, bytes: number): number {
  return Math.ceil((place + bytes + PADDING) / PADDING) * PADDING
}
