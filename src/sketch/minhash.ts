import { mix32 } from '../hash/mix.js'
import { UniformRandom } from '../hash/uniform-random.js'
import { LengthMismatch, SignatureMismatch } from '../model/errors.js'
import {
  checkSameScheme,
  EMPTY_SLOT,
  type Signatures,
  type Sketcher,
  type SketchScheme,
} from '../model/signatures.js'
import { makeScheme, type SlotOptions } from './scheme.js'

/**
 * Classic minhash: slot j is the minimum of h_j(x) = a_j · mix32(x) + b_j mod 2^32 over the elements x, with a_j odd and random, and b_j
 * random (the multiply-shift family of Dietzfelbinger et al., 1997). Each h_j is a bijection, so two slots are equal exactly when the
 * same element has the minimum. P(slot equal) is the Jaccard similarity; the root-mean-square error of an estimate is √(J(1−J)/slots).
 * Takes time O(|set| · slots). Its signatures can be merged, see `mergeMinhash`.
 */
export class MinhashSketcher implements Sketcher<Uint32Array> {
  readonly scheme: SketchScheme
  readonly #factors: Uint32Array
  readonly #terms: Uint32Array

  constructor(options: SlotOptions = {}) {
    this.scheme = makeScheme('minhash', options)
    const { factors, terms } = minhashFunctions(this.scheme.slots, this.scheme.seed)
    this.#factors = factors
    this.#terms = terms
  }

  sketchInto(set: Uint32Array, values: Uint32Array, at: number): void {
    const { slots } = this.scheme
    values.fill(EMPTY_SLOT, at, at + slots)
    for (let i = 0; i < set.length; i++) {
      const element = mix32(set[i]!)
      for (let slot = 0; slot < slots; slot++) {
        const value = (Math.imul(this.#factors[slot]!, element) + this.#terms[slot]!) >>> 0
        if (value < values[at + slot]!) values[at + slot] = value
      }
    }
  }
}

/** The hash functions of minhash: slot j has the odd factor a_j and the addend b_j. */
export function minhashFunctions(slots: number, seed: number): { factors: Uint32Array; terms: Uint32Array } {
  const random = new UniformRandom(seed)
  const factors = new Uint32Array(slots)
  const terms = new Uint32Array(slots)
  for (let slot = 0; slot < slots; slot++) {
    factors[slot] = random.bits() | 1
    terms[slot] = random.bits()
  }
  return { factors, terms }
}

/**
 * The signatures of unions: signature i of the result is that of the union of set i of `left` and set i of `right`. This makes it
 * possible to sketch the rows of a matrix in chunks and merge them. Only minhash signatures can be merged.
 */
export function mergeMinhash(left: Signatures, right: Signatures): Signatures {
  if (left.scheme.sketch !== 'minhash') throw new SignatureMismatch('sketch', 'minhash', left.scheme.sketch)
  checkSameScheme(left.scheme, right.scheme)
  if (left.count !== right.count) throw new LengthMismatch('blocks of signatures', left.count, right.count)
  const values = left.values.map((value, i) => Math.min(value, right.values[i]!))
  return { scheme: left.scheme, count: left.count, values }
}
