/**
 * Keeps the k best of many, by descending score, ties by ascending number. Offers are kept in a heap of size k with the worst on top, so
 * that most offers end after one comparison.
 */
export class Best {
  readonly #limit: number
  readonly #numbers: Uint32Array
  readonly #scores: Float64Array
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
    this.#numbers = new Uint32Array(limit)
    this.#scores = new Float64Array(limit)
  }

  /** Offers a number that was not offered before. */
  offer(number: number, score: number): void {
    if (this.#count < this.#limit) {
      this.#rise(this.#count++, number, score)
    } else if (this.#limit > 0 && isWorse(this.#numbers[0]!, this.#scores[0]!, number, score)) {
      sink(this.#numbers, this.#scores, this.#count, number, score)
    }
  }

  /** The best so far, best first. */
  list(): { readonly numbers: Uint32Array; readonly scores: Float64Array } {
    const numbers = this.#numbers.slice(0, this.#count)
    const scores = this.#scores.slice(0, this.#count)
    // Repeatedly removes the worst from a copy of the heap, and puts it where the heap has just ended.
    for (let end = this.#count - 1; end > 0; end--) {
      const [number, score] = [numbers[end]!, scores[end]!]
      numbers[end] = numbers[0]!
      scores[end] = scores[0]!
      sink(numbers, scores, end, number, score)
    }
    return { numbers, scores }
  }

  /** Appends a number to the heap and lets it rise. */
  #rise(at: number, number: number, score: number): void {
    const [numbers, scores] = [this.#numbers, this.#scores]
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isWorse(number, score, numbers[above]!, scores[above]!)) break
      numbers[at] = numbers[above]!
      scores[at] = scores[above]!
      at = above
    }
    numbers[at] = number
    scores[at] = score
  }
}

/** Replaces the worst of a heap of `count` by a number and lets it sink. */
function sink(
  numbers: Uint32Array,
  scores: Float64Array,
  count: number,
  number: number,
  score: number,
): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= count) break
    if (
      below + 1 < count &&
      isWorse(numbers[below + 1]!, scores[below + 1]!, numbers[below]!, scores[below]!)
    )
      below++
    if (!isWorse(numbers[below]!, scores[below]!, number, score)) break
    numbers[at] = numbers[below]!
    scores[at] = scores[below]!
    at = below
  }
  numbers[at] = number
  scores[at] = score
}

function isWorse(number: number, score: number, other: number, otherScore: number): boolean {
  return score < otherScore || (score === otherScore && number > other)
}
