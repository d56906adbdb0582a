import { LengthMismatch } from '../model/errors.js'
import { checkSameScheme, isEmptySignature, type SketchScheme } from '../model/signatures.js'
import { checkBandsFit, writeBandKeys } from './keys.js'
import type { BandLayout } from './s-curve.js'

/**
 * Many–one: signatures are added one by one, and a query finds those that agree with it in at least one band. Members
 * are numbered 0, 1, 2, … in the order in which they were added.
 *
 * @example
 * const index = new BandIndex(sketcher.scheme, { bands: 13, rows: 7 })
 * index.add(first)
 * index.candidates(query) // [0] if they share a band
 */
export class BandIndex {
  readonly scheme: SketchScheme
  readonly layout: BandLayout
  /** The keys of all members, as in `BandKeys`. */
  #keys: Uint32Array
  #count = 0
  /** For each band: the low half of a key → the members that have it, in ascending order. */
  readonly #buckets: readonly Map<number, number[]>[]

  constructor(scheme: SketchScheme, layout: BandLayout) {
    checkBandsFit(layout, scheme.slots)
    this.scheme = scheme
    this.layout = layout
    this.#keys = new Uint32Array(1024 * layout.bands)
    this.#buckets = Array.from({ length: layout.bands }, () => new Map())
  }

  /** The number of members. */
  get count(): number {
    return this.#count
  }

  /** Adds a signature and returns its number. The signature of an empty set is counted but never found. */
  add(signature: Uint32Array, scheme: SketchScheme = this.scheme): number {
    this.#check(signature, scheme)
    const { bands } = this.layout
    const member = this.#count++
    const at = 2 * bands * member
    if (at + 2 * bands > this.#keys.length) this.#grow()
    writeBandKeys(this.#keys, at, signature, 0, this.layout)
    if (isEmptySignature(signature)) return member
    this.#buckets.forEach((buckets, band) => {
      const low = this.#keys[at + 2 * band]!
      const bucket = buckets.get(low)
      if (bucket === undefined) buckets.set(low, [member])
      else bucket.push(member)
    })
    return member
  }

  /** Returns the members that share a band with the signature, in ascending order, each once. */
  candidates(signature: Uint32Array, scheme: SketchScheme = this.scheme): Uint32Array {
    this.#check(signature, scheme)
    if (isEmptySignature(signature)) return new Uint32Array(0)
    const { bands } = this.layout
    const keys = new Uint32Array(2 * bands)
    writeBandKeys(keys, 0, signature, 0, this.layout)
    const found = new Set<number>()
    this.#buckets.forEach((buckets, band) => {
      for (const member of buckets.get(keys[2 * band]!) ?? []) {
        if (this.#keys[2 * (member * bands + band) + 1] === keys[2 * band + 1]) found.add(member)
      }
    })
    return Uint32Array.from(found).sort()
  }

  #check(signature: Uint32Array, scheme: SketchScheme): void {
    checkSameScheme(this.scheme, scheme)
    if (signature.length !== this.scheme.slots) {
      throw new LengthMismatch('the index and the signature', this.scheme.slots, signature.length)
    }
  }

  #grow(): void {
    const larger = new Uint32Array(this.#keys.length * 2)
    larger.set(this.#keys)
    this.#keys = larger
  }
}
