import { editDistance } from '../../distance/edit.js'

// Most pairs of values have nothing in common. A letter that occurs more often in one text must be inserted or deleted, which gives a lower
// bound of the edit distance that is cheaper than the distance itself.

const BINS = 32

/** Computes edit distances of numbered texts, up to a bound. */
export class LetterCounts {
  readonly #texts: readonly string[]
  readonly #counts: Uint8Array

  constructor(texts: readonly string[]) {
    this.#texts = texts
    this.#counts = new Uint8Array(texts.length * BINS)
    texts.forEach((text, number) => {
      for (let i = 0; i < text.length; i++) {
        const bin = number * BINS + (text.charCodeAt(i) & (BINS - 1))
        if (this.#counts[bin]! < 255) this.#counts[bin]!++
      }
    })
  }

  /** The edit distance of two texts if it is below the bound. */
  distanceBelow(one: number, other: number, bound: number): number | undefined {
    const [a, b] = [this.#texts[one]!, this.#texts[other]!]
    if (Math.abs(a.length - b.length) >= bound || this.#minDistance(one, other) >= bound) return undefined
    const distance = editDistance(a, b)
    return distance < bound ? distance : undefined
  }

  /** A lower bound on the edit distance; letters that share a bin only make it smaller. */
  #minDistance(one: number, other: number): number {
    const counts = this.#counts
    let minimum = 0
    for (let i = one * BINS, j = other * BINS, end = i + BINS; i < end; i++, j++) {
      minimum += Math.abs(counts[i]! - counts[j]!)
    }
    return minimum
  }
}
