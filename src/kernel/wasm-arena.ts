import { TooLarge } from '../model/errors.js'
import { wasmModule } from './wasm-module.js'

const PAGE = 65_536
/** What WebAssembly can address: for example 100 million equal documents, whose hashes are compared at once. */
const MAX_BYTES = 2 ** 32 - PAGE
/** SIMD reads and writes can go beyond the end of the data. */
const PADDING = 64

/** The kernel on its own memory, for one kind of task. */
export class WasmArena<Exports> {
  readonly exports: Exports
  /** The first byte that can be used. */
  readonly start: number
  readonly #memory = new WebAssembly.Memory({ initial: 1 })

  constructor() {
    const { exports } = new WebAssembly.Instance(wasmModule(), { env: { memory: this.#memory } })
    this.exports = exports as unknown as Exports
    this.start = (exports.heapStart as () => number)()
  }

  /** The memory, grown to at least `end`; growing it detaches earlier views. */
  reach(end: number): ArrayBuffer {
    if (end > MAX_BYTES) throw new TooLarge('bytes for one task', end, MAX_BYTES, 'search parts of the input')
    const missing = Math.ceil((end - this.#memory.buffer.byteLength) / PAGE)
    if (missing > 0) this.#memory.grow(missing)
    return this.#memory.buffer
  }
}

/** The next location after this many bytes at a location, with padding for SIMD in between. */
export function after(location: number, bytes: number): number {
  return Math.ceil((location + bytes + PADDING) / PADDING) * PADDING
}

/** Locations one after the other. */
export class Locations {
  /** The first byte after all of them. */
  end: number

  constructor(start: number) {
    this.end = start
  }

  /** The next location, for this many bytes. */
  take(bytes: number): number {
    const at = this.end
    this.end = after(at, bytes)
    return at
  }
}
