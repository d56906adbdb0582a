import { type PairBatch, PairBuilder } from '../../../model/pair.js'

/** Pairs per batch. */
const BATCH = 16_384

/** Collects pairs and passes them on in batches. */
export class PairOutlet {
  readonly #take: (batch: PairBatch) => void
  #pairs = new PairBuilder()

  constructor(take: (batch: PairBatch) => void) {
    this.#take = take
  }

  add(a: number, b: number, similarity: number): void {
    this.#pairs.add(a, b, similarity)
    if (this.#pairs.count >= BATCH) this.end()
  }

  /** Passes on the remaining pairs. */
  end(): void {
    if (this.#pairs.count === 0) return
    this.#take(this.#pairs.pairs())
    this.#pairs = new PairBuilder()
  }
}
