import type { Comparison } from '../../model/match-bounds.js'
import { PairBuilder } from '../../model/pair.js'
import type { SetCollection } from '../../model/set-collection.js'
import type { DocumentSimilarity } from '../../model/similarity.js'
import { verifyCandidates } from '../../verify/verify.js'
import { addPairs } from './matched.js'

/** The number of candidates that are verified at a time. */
const BATCH = 65_536

/** Verifies candidates, some at a time. */
export class VerifiedPairs {
  readonly pairs = new PairBuilder()
  readonly #collection: SetCollection
  readonly #options: Parameters<typeof verifyCandidates>[2]
  #batch = new PairBuilder()
  #compared = 0

  constructor(collection: SetCollection, { threshold, similarity }: Comparison<DocumentSimilarity>) {
    this.#collection = collection
    this.#options = { threshold, measure: similarity }
  }

  compare(a: number, b: number): void {
    this.#batch.add(a, b)
    if (this.#batch.count === BATCH) this.end()
  }

  /** Returns the number of pairs that were compared. */
  end(): number {
    addPairs(this.pairs, verifyCandidates(this.#collection, this.#batch.candidates(), this.#options))
    this.#compared += this.#batch.count
    this.#batch = new PairBuilder()
    return this.#compared
  }
}
