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

/** Amounts that differ by this share or more get no points. */
const AMOUNT_SHARE = 0.25

/** Longer texts are compared only by their words. */
const LONGEST_SPELLED = 64

const SPELLED: ReadonlySet<Softening> = new Set(['spelling'])

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
    if (one === other) return EQUAL
    const [a, b] = [this.#joined[one]!, this.#joined[other]!]
    if (this.#column.kind === 'amount') return amountComparison(a, b)
    const length = (a.length + b.length) / 2
    const byWords = this.#words?.distance(one, other)
    const limit = Math.min(1, byWords?.relative ?? 1)
    const byLetters =
      byWords === undefined || (length <= LONGEST_SPELLED && this.#digits[one] === this.#digits[other])
        ? this.#letters.distanceBelow(one, other, limit * length)
        : undefined
    if (byLetters !== undefined) return comparisonOf(byLetters / length, length, SPELLED)
    return comparisonOf(byWords?.relative ?? 1, length, byWords?.softenings)
  }
}

function comparisonOf(
  relative: number,
  length: number,
  softenings: ReadonlySet<Softening> = new Set(),
): ValueComparison {
  return relative >= 1
    ? { points: 0, distance: relative * length, softenings: [] }
    : { points: FULL_POINTS * (1 - relative ** 2), distance: relative * length, softenings: [...softenings] }
}

function amountComparison(a: string, b: string): ValueComparison {
  const [x, y] = [Number(a), Number(b)]
  const length = (a.length + b.length) / 2
  if (Number.isNaN(x) || Number.isNaN(y)) return comparisonOf(editDistance(a, b) / length, length, SPELLED)
  const largest = Math.max(Math.abs(x), Math.abs(y))
  return comparisonOf(largest === 0 ? 0 : Math.abs(x - y) / (AMOUNT_SHARE * largest), length)
}
