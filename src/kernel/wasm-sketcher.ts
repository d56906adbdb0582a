import type { Sketcher, SketchScheme } from '../model/signatures.js'
import { makeSketcher, type SketchOptions } from '../sketch/sketch.js'
import { seedSuitsKernel, sketchSeeds, termsAt } from './sketch-seeds.js'
import { after, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that compute signatures. */
interface SketchExports {
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

/** The same as `makeSketcher`, bit for bit, in WebAssembly if the seed allows it. */
export function kernelSketcher(options: SketchOptions = {}): Sketcher<Uint32Array> {
  const scalar = makeSketcher(options)
  return seedSuitsKernel(scalar.scheme) ? new WasmSketcher(scalar.scheme) : scalar
}

/** Computes signatures of sets in WebAssembly. */
class WasmSketcher implements Sketcher<Uint32Array> {
  readonly scheme: SketchScheme
  readonly #arena = new WasmArena<SketchExports>()
  readonly #seeds: number
  readonly #best: number
  readonly #out: number
  /** The location of the set, followed by the same amount of room again. */
  readonly #set: number
  #words: Uint32Array

  constructor(scheme: SketchScheme) {
    this.scheme = scheme
    const { slots } = scheme
    const seeds = sketchSeeds(scheme)
    this.#seeds = this.#arena.start
    this.#best = after(this.#seeds, 4 * seeds.length)
    this.#out = after(this.#best, 13 * slots)
    this.#set = after(this.#out, 4 * slots)
    this.#words = new Uint32Array(this.#arena.reach(this.#set))
    this.#words.set(seeds, this.#seeds >> 2)
  }

  sketchInto(set: Uint32Array, values: Uint32Array, at: number): void {
    const { slots, sketch } = this.scheme
    const scratch = after(this.#set, 4 * set.length)
    const memory = this.#arena.reach(after(scratch, 4 * set.length))
    if (memory !== this.#words.buffer) this.#words = new Uint32Array(memory)
    this.#words.set(set, this.#set >> 2)
    if (sketch === 'minhash') {
      this.#arena.exports.mixAll(this.#set, set.length, scratch)
      const terms = this.#seeds + 4 * termsAt(slots)
      this.#arena.exports.minhash(scratch, set.length, this.#out, slots, this.#seeds, terms)
    } else {
      this.#arena.exports.fastSimilarity(
        this.#set,
        set.length,
        this.#out,
        slots,
        this.#seeds,
        this.#best,
        scratch,
      )
    }
    const out = this.#out >> 2
    for (let slot = 0; slot < slots; slot++) values[at + slot] = this.#words[out + slot]!
  }
}
