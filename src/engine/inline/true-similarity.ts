import { overlapOfSorted } from '../../distance/sorted-sets.js'
import { type Comparison, matchSimilarity, reachedSimilarity } from '../../model/match-bounds.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { type SetCollection, setAt } from '../../model/set-collection.js'
import { overlapIn, similarityOf, similarityReaches } from '../../model/similarity.js'
import { checkShingleOptions, type ShingleOptions } from '../../text/shingle-options.js'
import { WIDE_FROM, wideOverlap, wideShingles } from '../../text/wide-shingles.js'

/** The overlap of two sets, and their sizes. */
interface Compared {
  readonly overlap: number
  readonly sizes: readonly [number, number]
}

/** Compares documents by position: long ones by wide hashes, which are computed on demand. */
export class TrueSimilarity {
  readonly #collection: SetCollection
  readonly #comparison: Comparison
  readonly #wideSet: (position: number) => Float64Array

  constructor(
    collection: SetCollection,
    texts: readonly string[],
    options: ShingleOptions,
    comparison: Comparison,
  ) {
    const shingle = checkShingleOptions(options)
    const wide = new Map<number, Float64Array>()
    this.#collection = collection
    this.#comparison = comparison
    this.#wideSet = (position) => {
      const set = wide.get(position) ?? wideShingles(texts[position]!, shingle)
      wide.set(position, set)
      return set
    }
  }

  /** The similarity of the first to the second, which equals that of the second to the first only if the measure is symmetric. */
  of(one: number, other: number): number {
    const { overlap, sizes } = this.#compare(one, other)
    return sizes.includes(0) ? 0 : similarityOf(this.#comparison.similarity, overlap, ...sizes)
  }

  /** The larger of both directions. */
  ofEither(one: number, other: number): number {
    const { overlap, sizes } = this.#compare(one, other)
    return matchSimilarity(this.#comparison.similarity, overlap, ...sizes)
  }

  /** Recomputes the similarities of pairs with wide hashes. Pairs of long documents that do not reach the threshold are dropped. */
  correct(pairs: PairBatch, positionOf: (number: number) => number): PairBatch {
    const { threshold } = this.#comparison
    const corrected = new PairBuilder()
    for (let i = 0; i < pairs.count; i++) {
      const [a, b] = [pairs.a[i]!, pairs.b[i]!]
      const [one, other] = [positionOf(a), positionOf(b)]
      if (!this.#areLong(one, other)) {
        if (this.#reaches(one, other, pairs.similarity[i]!)) {
          corrected.add(a, b, Math.max(threshold, pairs.similarity[i]!))
        }
        continue
      }
      const { overlap, sizes } = this.#compare(one, other)
      // If the similarity has a direction, the other direction is a separate pair.
      const value = reachedSimilarity(this.#comparison, overlap, ...sizes)
      if (value > 0) corrected.add(a, b, value)
    }
    return corrected.pairs()
  }

  /** Whether a similarity of 32-bit hashes reaches the threshold. The pair may have been found with a lower one. */
  #reaches(one: number, other: number, value: number): boolean {
    const { threshold, similarity } = this.#comparison
    const [size, otherSize] = [setAt(this.#collection, one).length, setAt(this.#collection, other).length]
    const overlap = overlapIn(similarity, value, size, otherSize)
    return value >= threshold || similarityReaches(similarity, overlap, size, otherSize, threshold)
  }

  #compare(one: number, other: number): Compared {
    if (this.#areLong(one, other)) {
      const [left, right] = [this.#wideSet(one), this.#wideSet(other)]
      return { overlap: wideOverlap(left, right), sizes: [left.length, right.length] }
    }
    const [left, right] = [setAt(this.#collection, one), setAt(this.#collection, other)]
    return { overlap: overlapOfSorted(left, right), sizes: [left.length, right.length] }
  }

  #areLong(one: number, other: number): boolean {
    const isLong = (position: number) => setAt(this.#collection, position).length >= WIDE_FROM
    return isLong(one) && isLong(other)
  }
}
