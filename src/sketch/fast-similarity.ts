// Fast Similarity Sketching: Dahlgaard, Knudsen, Thorup, FOCS 2017 (arXiv 1704.04370). In round i every element is
// hashed to a slot and a value, and a slot that earlier rounds left empty keeps the least value; the rounds end when no
// slot is empty. After `slots` rounds each further round throws every element at one slot alone, so none stays empty.
//
// A round's hash is a bijection of 32-bit numbers, so two slots are equal exactly when the same element won them; the
// paper's "round + fraction" needs no packing, since a slot never changes after its round (docs/decisions/sketch-slots.md).

import { deriveSeed, mix32 } from '../hash/mix.js'
import { EMPTY_SLOT, type Sketcher, type SketchScheme } from '../model/signatures.js'
import { makeScheme, type SlotOptions } from './scheme.js'

/**
 * The default sketch of sets: P(slot equal) is the Jaccard similarity, in time O(|set| + slots · log slots). The
 * root-mean-square error of an estimate is at most that of minhash, √(J(1−J)/slots), and about 0.7 of it for sets
 * smaller than `slots`.
 */
export class FastSimilaritySketcher implements Sketcher<Uint32Array> {
  readonly scheme: SketchScheme
  readonly #roundSeeds: Uint32Array
  /** For each slot the round that filled it, plus one; 0 while it is empty. */
  readonly #filledIn: Uint32Array

  constructor(options: SlotOptions = {}) {
    this.scheme = makeScheme('fast-similarity', options)
    const { slots, seed } = this.scheme
    this.#roundSeeds = Uint32Array.from({ length: 2 * slots }, (_, round) => deriveSeed(seed, round))
    this.#filledIn = new Uint32Array(slots)
  }

  sketchInto(set: Uint32Array, values: Uint32Array, at: number): void {
    const { slots } = this.scheme
    values.fill(EMPTY_SLOT, at, at + slots)
    if (set.length === 0) return
    this.#filledIn.fill(0)
    let empty = slots
    for (let round = 0; round < slots && empty > 0; round++) empty -= this.#throwAll(set, values, at, round)
    for (let slot = 0; slot < slots && empty > 0; slot++) {
      if (this.#filledIn[slot] !== 0) continue
      values[at + slot] = leastHash(set, this.#roundSeeds[slots + slot]!)
      empty--
    }
  }

  /** One round over all slots; returns how many it filled. */
  #throwAll(set: Uint32Array, values: Uint32Array, at: number, round: number): number {
    const { slots } = this.scheme
    const filledIn = this.#filledIn
    const seed = this.#roundSeeds[round]!
    let filled = 0
    for (let i = 0; i < set.length; i++) {
      const value = mix32(set[i]! ^ seed)
      const slot = ((value & 0xffff) * slots) >>> 16
      const before = filledIn[slot]!
      if (before === 0) {
        filledIn[slot] = round + 1
        values[at + slot] = value
        filled++
      } else if (before === round + 1 && value < values[at + slot]!) {
        values[at + slot] = value
      }
    }
    return filled
  }
}

function leastHash(set: Uint32Array, seed: number): number {
  let least = mix32(set[0]! ^ seed)
  for (let i = 1; i < set.length; i++) least = Math.min(least, mix32(set[i]! ^ seed))
  return least
}
