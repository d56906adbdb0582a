import type { Sketcher, SketchScheme } from '../model/signatures.js'
import { makeSketcher, type SketchOptions } from '../sketch/sketch.js'
import { seedSuitsKernel, sketchSeeds, termsAt } from './sketch-seeds.js'
import { wasmModule } from './wasm-module.js'

/** What of kernel/index.ts makes signatures. */
interface SketchExports {
  heapStart(): number
  fastSimilarity(
    set: number,
    count: number,
    out: number,
    slots: number,
    seeds: number,
    best: number,
    scratch: number,
  ): void
  minhash(set: number, count: number, out: number, slots: number, factors: number, terms: number): void
  mixAll(set: number, count: number, out: number): void
}

const PAGE = 65_536
/** SIMD reads and writes go beyond the end. */
const PADDING = 64

/** The same as `makeSketcher` to the bit, in WebAssembly where the seed allows it. */
export function kernelSketcher(options: SketchOptions = {}): Sketcher<Uint32Array> {
  const scalar = makeSketcher(options)
  return seedSuitsKernel(scalar.scheme) ? new WasmSketcher(scalar.scheme) : scalar
}

/** Makes signatures of sets in WebAssembly. */
class WasmSketcher implements Sketcher<Uint32Array> {
  readonly scheme: SketchScheme
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #exports: SketchExports
  readonly #seeds: number
  readonly #best: number
  readonly #out: number
  /** The set lies here, and behind it as much room again. */
  readonly #set: number
  #words: Uint32Array

  constructor(scheme: SketchScheme) {
    this.scheme = scheme
    const instance = new WebAssembly.Instance(wasmModule(), { env: { memory: this.#memory } })
    this.#exports = instance.exports as unknown as SketchExports
    const { slots } = scheme
    const seeds = sketchSeeds(scheme)
    this.#seeds = this.#exports.heapStart()
    this.#best = after(this.#seeds, 4 * seeds.length)
    this.#out = after(this.#best, 13 * slots)
    this.#set = after(this.#out, 4 * slots)
    this.#words = this.#reach(this.#set)
    this.#words.set(seeds, this.#seeds >> 2)
  }

  sketchInto(set: Uint32Array, values: Uint32Array, at: number): void {
    const { slots, sketch } = this.scheme
    const scratch = after(this.#set, 4 * set.length)
    this.#words = this.#reach(after(scratch, 4 * set.length))
    this.#words.set(set, this.#set >> 2)
    if (sketch === 'minhash') {
      this.#exports.mixAll(this.#set, set.length, scratch)
      const terms = this.#seeds + 4 * termsAt(slots)
      this.#exports.minhash(scratch, set.length, this.#out, slots, this.#seeds, terms)
    } else {
      this.#exports.fastSimilarity(this.#set, set.length, this.#out, slots, this.#seeds, this.#best, scratch)
    }
    const out = this.#out >> 2
    for (let slot = 0; slot < slots; slot++) values[at + slot] = this.#words[out + slot]!
  }

  /** The memory as words, at least up to a byte. */
  #reach(end: number): Uint32Array {
    const missing = Math.ceil((end - this.#memory.buffer.byteLength) / PAGE)
    if (missing > 0) this.#memory.grow(missing)
    // Growing detaches every view.
    return this.#words?.buffer === this.#memory.buffer ? this.#words : new Uint32Array(this.#memory.buffer)
  }
}

/** The next place behind so many bytes. */
function after(place: number, bytes: number): number {
  return Math.ceil((place + bytes + PADDING) / PADDING) * PADDING
}
