/** The items that anyone took, the most popular first. */
export function byPopularity(takers: Uint32Array): Uint32Array {
  return Uint32Array.from(takers, (_, item) => item)
    .filter((item) => takers[item]! > 0)
    .sort((one, other) => takers[other]! - takers[one]! || one - other)
}

/** A score for each item, most of them 0. */
export class Scores {
  readonly #scores: Float64Array
  readonly #isScored: Uint8Array
  readonly #met: Uint32Array
  #count = 0

  constructor(items: number) {
    this.#scores = new Float64Array(items)
    this.#isScored = new Uint8Array(items)
    this.#met = new Uint32Array(items)
  }

  /** The number of items that something was added to. */
  get count(): number {
    return this.#count
  }

  add(item: number, part: number): void {
    if (this.#isScored[item] === 0) {
      this.#isScored[item] = 1
      this.#met[this.#count++] = item
    }
    this.#scores[item]! += part
  }

  /** Adds a multiple of each value to the score of its item. */
  addAll(items: Uint32Array, values: Float64Array, factor: number): void {
    const [scores, isScored, met] = [this.#scores, this.#isScored, this.#met]
    let count = this.#count
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!
      if (isScored[item] === 0) {
        isScored[item] = 1
        met[count++] = item
      }
      scores[item]! += factor * values[i]!
    }
    this.#count = count
  }

  /** Calls `take` for each of these items, and resets all scores to 0. */
  drain(take: (item: number, score: number) => void): void {
    for (let i = 0; i < this.#count; i++) {
      const item = this.#met[i]!
      take(item, this.#scores[item]!)
      this.#scores[item] = 0
      this.#isScored[item] = 0
    }
    this.#count = 0
  }
}
