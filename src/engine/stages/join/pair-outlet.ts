import { type PairBatch, PairBuilder } from '../../../model/pair.js'

/** Pairs that are handed over at a time. */
const BATCH = 16_384

/** Gathers pairs and hands them over in batches. */
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

  /** Hands over what is left. */
  end(): void {
    if (this.#pairs.count === 0) return
    this.#take(this.#pairs.pairs())
    this.#pairs = new PairBuilder()
  }
}
