import type { PairBatch } from '../../../model/pair.js'

/** Counts pairs; for each set at most the top, because every block returns that many. */
export class PairCounter {
  readonly #top: number | undefined
  readonly #of: Uint32Array
  pairs = 0

  constructor(top: number | undefined, sets: number) {
    this.#top = top
    this.#of = new Uint32Array(top === undefined ? 0 : sets)
  }

  add({ count, a }: PairBatch): void {
    if (this.#top === undefined) this.pairs += count
    else for (const set of a) if (++this.#of[set]! <= this.#top) this.pairs++
  }
}
