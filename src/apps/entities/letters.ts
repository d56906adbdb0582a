import { editDistance } from '../../distance/edit.js'

// The edit distance is dear beside everything else that two records ask for, and most pairs of values have nothing in
// common: a letter that one of them has more often must be put in or taken out, which is a lower bound.

const BINS = 32
const MAX_KNOWN = 1 << 20

/** Texts, by number, whose edit distances are computed up to a bound. */
export class LetterCounts {
  readonly #texts: readonly string[]
  readonly #counts: Uint8Array
  readonly #known = new Map<number, number>()

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
    if (Math.abs(a.length - b.length) >= bound || this.#least(one, other) >= bound) return undefined
    const distance = this.#distance(one, other)
    return distance < bound ? distance : undefined
  }

  /** Remembered, for names and towns come again and again. */
  #distance(one: number, other: number): number {
    const key = one < other ? one * this.#texts.length + other : other * this.#texts.length + one
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const distance = editDistance(this.#texts[one]!, this.#texts[other]!)
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, distance)
    return distance
  }

  /** No edit distance is below this; letters that share a bin only make it smaller. */
  #least(one: number, other: number): number {
    const counts = this.#counts
    let least = 0
    for (let i = one * BINS, j = other * BINS, end = i + BINS; i < end; i++, j++) {
      least += Math.abs(counts[i]! - counts[j]!)
    }
    return least
  }
}
