import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { type SetCollection, setAt } from '../../model/set-collection.js'
import { checkShingleOptions, type ShingleOptions } from '../../text/shingle-options.js'
import { WIDE_FROM, wideShingles, wideSimilarity } from '../../text/wide-shingles.js'
import { similarityOf } from '../../verify/verify.js'

/** Compares documents by their positions: long ones by wide hashes, which are made when they are first needed. */
export class TrueSimilarity {
  readonly #collection: SetCollection
  readonly #wideSet: (position: number) => Float64Array

  constructor(collection: SetCollection, texts: readonly string[], options: ShingleOptions) {
    const shingle = checkShingleOptions(options)
    const wide = new Map<number, Float64Array>()
    this.#collection = collection
    this.#wideSet = (position) => {
      const set = wide.get(position) ?? wideShingles(texts[position]!, shingle)
      wide.set(position, set)
      return set
    }
  }

  of(one: number, other: number): number {
    return this.#areLong(one, other)
      ? wideSimilarity(this.#wideSet(one), this.#wideSet(other))
      : similarityOf(this.#collection, one, other)
  }

  /** The pairs as they are by wide hashes; those of long documents that do not reach the threshold are left out. */
  correct(pairs: PairBatch, positionOf: (number: number) => number, threshold: number): PairBatch {
    const corrected = new PairBuilder()
    for (let i = 0; i < pairs.count; i++) {
      const [a, b] = [pairs.a[i]!, pairs.b[i]!]
      const [one, other] = [positionOf(a), positionOf(b)]
      const similarity = this.#areLong(one, other) ? this.of(one, other) : pairs.similarity[i]!
      if (similarity >= threshold) corrected.add(a, b, similarity)
    }
    return corrected.pairs()
  }

  #areLong(one: number, other: number): boolean {
    const isLong = (position: number) => setAt(this.#collection, position).length >= WIDE_FROM
    return isLong(one) && isLong(other)
  }
}
