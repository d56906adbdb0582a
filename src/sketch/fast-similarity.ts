// Fast Similarity Sketching: Dahlgaard, Knudsen, Thorup, FOCS 2017 (arXiv 1704.04370). In round i, every element is hashed to a slot and a
// value, and each slot left empty by earlier rounds goes to the element with the smallest value. The rounds end when no slot is empty.
// After `slots` rounds, each further round maps all elements to a single slot, so none stays empty.
//
// A slot stores its winner under its own hash function, a bijection: two slots are equal exactly when the same element won them, in
// whichever rounds (docs/decisions/sketch-slots.md).

import { deriveSeed, mix32 } from '../hash/mix.js'
import { EMPTY_SLOT, type Sketcher, type SketchScheme } from '../model/signatures.js'
import { makeScheme, type SlotOptions } from './scheme.js'

/**
 * The default sketch of sets: P(slot equal) is the Jaccard similarity, in time O(|set| + slots · log slots). The root-mean-square error
 * of an estimate is at most that of minhash, √(J(1−J)/slots), and about 0.7 times that for sets smaller than `slots`.
 */
export class FastSimilaritySketcher implements Sketcher<Uint32Array> {
  readonly scheme: SketchScheme
  /** The seeds of the rounds over all slots, followed by those of the single-slot rounds. */
  readonly #seeds: Uint32Array
  /** For each slot, the round that filled it, plus one; 0 while it is empty. */
  readonly #filledIn: Uint32Array
  /** For each filled slot, the smallest value, and the element that has it. */
  readonly #lowest: Uint32Array
  readonly #winners: Uint32Array

  constructor(options: SlotOptions = {}) {
    this.scheme = makeScheme('fast-similarity', options)
    const { slots, seed } = this.scheme
    this.#seeds = Uint32Array.from({ length: 2 * slots }, (_, round) => deriveSeed(seed, round))
    this.#filledIn = new Uint32Array(slots)
    this.#lowest = new Uint32Array(slots)
    this.#winners = new Uint32Array(slots)
  }

  sketchInto(set: Uint32Array, values: Uint32Array, at: number): void {
    const { slots } = this.scheme
    if (set.length === 0) {
      values.fill(EMPTY_SLOT, at, at + slots)
      return
    }
    this.#filledIn.fill(0)
    let empty = slots
    for (let round = 0; round < slots && empty > 0; round++) empty -= this.#throwAll(set, round)
    for (let slot = 0; slot < slots; slot++) {
      const seed = this.#seeds[slots + slot]!
      values[at + slot] = this.#filledIn[slot] === 0 ? minHash(set, seed) : mix32(this.#winners[slot]! ^ seed)
    }
  }

  /** One round over all slots; returns how many it filled. */
  #throwAll(set: Uint32Array, round: number): number {
    const { slots } = this.scheme
    const seed = this.#seeds[round]!
    let filled = 0
    for (let i = 0; i < set.length; i++) {
      const value = mix32(set[i]! ^ seed)
      const slot = ((value & 0xffff) * slots) >>> 16
      const before = this.#filledIn[slot]!
      if (before === 0) {
        this.#filledIn[slot] = round + 1
        filled++
      } else if (before <= round || value >= this.#lowest[slot]!) {
        continue
      }
      this.#lowest[slot] = value
      this.#winners[slot] = set[i]!
    }
    return filled
  }
}

function minHash(set: Uint32Array, seed: number): number {
  let lowest = mix32(set[0]! ^ seed)
  for (let i = 1; i < set.length; i++) lowest = Math.min(lowest, mix32(set[i]! ^ seed))
  return lowest
}
