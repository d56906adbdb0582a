import { editDistance } from '../../distance/edit.js'
import { hasWords, type ValueColumn } from './column.js'
import { LetterCounts } from './letters.js'
import type { NicknameTable } from './nicknames.js'
import type { Tuning } from './tuning.js'
import type { Vocabulary } from './vocabulary.js'
import { type Softening, WordComparer } from './word-distance.js'

/** How two values of one field compare. */
export interface ValueComparison {
  /** From 0 to 100. */
  readonly points: number
  /** The distance in letters, after softening. */
  readonly distance: number
  readonly softenings: readonly Softening[]
}

/** The points of two equal values. */
export const FULL_POINTS = 100

const EQUAL: ValueComparison = { points: FULL_POINTS, distance: 0, softenings: [] }

const SPELLED: readonly Softening[] = ['spelling']

/** Amounts that differ by this share or more get no points. */
const AMOUNT_SHARE = 0.25

/** Longer texts are compared only by their words. */
const LONGEST_SPELLED = 64

/**
 * Compares values of one column by their numbers. Points fall with the square of the distance, 100 · (1 − (d / l)²), and
 * reach 0 at a distance of l, the mean length of the two values.
 */
export class ValueComparer {
  readonly #column: ValueColumn
  readonly #words: WordComparer | undefined
  readonly #joined: readonly string[]
  readonly #letters: LetterCounts
  readonly #digits: readonly string[]
  /** The latest distance, and whether it is that of the letters. */
  #relative = 0
  #isSpelled = false

  constructor(
    column: ValueColumn,
    vocabulary: Vocabulary | undefined,
    nicknames: NicknameTable,
    tuning: Tuning,
  ) {
    this.#column = column
    const { kind, values } = column
    if (vocabulary !== undefined && hasWords(kind)) {
      this.#words = new WordComparer(vocabulary, {
        nicknames: kind === 'name' ? nicknames : undefined,
        abbreviations: kind !== 'address',
        tuning,
      })
    }
    // Spaces do not count, so that "pridhamstreet" is close to "pridham street".
    this.#joined = values.map((value) => value.replaceAll(' ', ''))
    this.#letters = new LetterCounts(this.#joined)
    // Among words, one number is never a spelling of another.
    this.#digits = this.#joined.map((value) =>
      this.#words === undefined ? '' : value.replace(/\P{N}+/gu, ' '),
    )
  }

  compare(one: number, other: number): ValueComparison {
    const points = this.points(one, other)
    if (one === other) return EQUAL
    const softenings = points === 0 ? [] : this.#isSpelled ? SPELLED : (this.#words?.softenings() ?? [])
    return { points, distance: this.#relative * this.#meanLength(one, other), softenings }
  }

  /** The points of two values, from 0 to 100. */
  points(one: number, other: number): number {
    if (one === other) return FULL_POINTS
    this.#relative = this.#distance(one, other)
    return this.#relative >= 1 ? 0 : FULL_POINTS * (1 - this.#relative ** 2)
  }

  /** The distance relative to the mean length; notes whether the values were compared by their letters. */
  #distance(one: number, other: number): number {
    this.#isSpelled = false
    if (this.#column.kind === 'amount') {
      const share = amountDistance(this.#joined[one]!, this.#joined[other]!)
      if (share !== undefined) return share
      this.#isSpelled = true
      return editDistance(this.#joined[one]!, this.#joined[other]!) / this.#meanLength(one, other)
    }
    const length = this.#meanLength(one, other)
    const words = this.#words
    const byWords = words === undefined ? 1 : words.distance(one, other)
    if (words !== undefined && (length > LONGEST_SPELLED || this.#digits[one] !== this.#digits[other])) {
      return byWords
    }
    const byLetters = this.#letters.distanceBelow(one, other, Math.min(1, byWords) * length)
    if (byLetters === undefined) return byWords
    this.#isSpelled = true
    return byLetters / length
  }

  #meanLength(one: number, other: number): number {
    return (this.#joined[one]!.length + this.#joined[other]!.length) / 2
  }
}

/** The distance of two amounts; undefined if one is not a number. */
function amountDistance(a: string, b: string): number | undefined {
  const [x, y] = [Number(a), Number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return undefined
  const largest = Math.max(Math.abs(x), Math.abs(y))
  return largest === 0 ? 0 : Math.abs(x - y) / (AMOUNT_SHARE * largest)
}
