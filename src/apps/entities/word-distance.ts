import { LetterCounts } from './letters.js'
import type { NicknameTable } from './nicknames.js'
import type { Tuning } from './tuning.js'
import type { Vocabulary } from './vocabulary.js'

/** Why two texts count as more similar than their letters suggest. */
export type Softening =
  | 'spelling'
  | 'nickname'
  | 'initial'
  | 'abbreviation'
  | 'word order'
  | 'more words'
  | 'swapped'
  | 'synonym'

/** How far apart two lists of words are. */
export interface WordDistance {
  /** From 0, the same words, to 2, no word in common: the weight of what differs, in halves of the total weight. */
  readonly relative: number
  readonly softenings: ReadonlySet<Softening>
}

export interface WordRules {
  /** Which words are names of one person. */
  readonly nicknames: NicknameTable | undefined
  /** Whether initials and shortened words match the full word. */
  readonly abbreviations: boolean
  readonly tuning: Pick<Tuning, 'moreWords' | 'spelling'>
}

/** The cost of a softened word, in letters. */
const SOFT = 1
const SHORTEST_ABBREVIATION = 3
/** Lists of at least this many words are far apart if identical words have less than this share of their weight. */
const MANY_WORDS = 4
const MIN_SHARED = 0.2
/** Longer lists are compared only by their identical words, in any order. */
const LONGEST_MATCHED = 40

const FAR: WordDistance = { relative: 2, softenings: new Set() }

/**
 * Matches words in pairs: identical ones first; then nicknames, initials and abbreviations, which cost one letter; then
 * spelling variants, which cost their edit distance. An unmatched word costs all its letters, or half of them if the other
 * side has no unmatched word. Letters of frequent words count less. Words with digits match only if they are identical: 12
 * and 13 are not spellings of one number.
 */
export class WordComparer {
  readonly #vocabulary: Vocabulary
  readonly #rules: WordRules
  readonly #letters: Float64Array
  readonly #hasDigit: Uint8Array
  readonly #counts: LetterCounts
  readonly #hasNickname: Uint8Array

  constructor(vocabulary: Vocabulary, rules: WordRules) {
    this.#vocabulary = vocabulary
    this.#rules = rules
    this.#letters = vocabulary.weights.map((weight, word) => weight * vocabulary.words[word]!.length)
    this.#counts = new LetterCounts(vocabulary.words)
    this.#hasNickname = Uint8Array.from(vocabulary.words, (word) => (rules.nicknames?.has(word) ? 1 : 0))
    this.#hasDigit = Uint8Array.from(vocabulary.words, (word) => (/\p{N}/u.test(word) ? 1 : 0))
  }

  /** How far apart two values are, given their numbers. */
  distance(oneValue: number, otherValue: number): WordDistance {
    const [one, other] = [this.#vocabulary.lists[oneValue]!, this.#vocabulary.lists[otherValue]!]
    if (Math.max(one.length, other.length) > LONGEST_MATCHED) return this.#longDistance(one, other)
    const letters = this.#letters
    const partners = new Int32Array(one.length).fill(-1)
    const isTaken = new Uint8Array(other.length)
    let total = 0
    let shared = 0
    for (const word of one) total += letters[word]!
    for (const word of other) total += letters[word]!
    for (let i = 0; i < one.length; i++) {
      for (let j = 0; j < other.length; j++) {
        if (one[i] !== other[j] || isTaken[j] === 1) continue
        partners[i] = j
        isTaken[j] = 1
        shared += 2 * letters[one[i]!]!
        break
      }
    }
    if (one.length >= MANY_WORDS && other.length >= MANY_WORDS && shared < MIN_SHARED * total) return FAR
    const softenings = new Set<Softening>()
    let cost = this.#matchSoftly(one, other, partners, isTaken, softenings)
    const [unmatchedInOne, unmatchedInOther] = [
      sumWhere(one, letters, (i) => partners[i] === -1),
      sumWhere(other, letters, (j) => isTaken[j] === 0),
    ]
    if (isReordered(partners)) {
      softenings.add('word order')
      cost += Math.min(SOFT, total / 4)
    }
    return this.#withUnmatched(cost, unmatchedInOne, unmatchedInOther, total, softenings)
  }

  #longDistance(one: Uint32Array, other: Uint32Array): WordDistance {
    const [a, b] = [one.slice().sort(), other.slice().sort()]
    const letters = this.#letters
    let [unmatchedInOne, unmatchedInOther, shared] = [0, 0, 0]
    for (let i = 0, j = 0; i < a.length || j < b.length; ) {
      const [x, y] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY]
      if (x === y) shared += 2 * letters[x]!
      else if (x < y) unmatchedInOne += letters[x]!
      else unmatchedInOther += letters[y]!
      if (x <= y) i++
      if (y <= x) j++
    }
    return this.#withUnmatched(
      0,
      unmatchedInOne,
      unmatchedInOther,
      shared + unmatchedInOne + unmatchedInOther,
      new Set(),
    )
  }

  /** Adds the cost of unmatched words. */
  #withUnmatched(
    matched: number,
    unmatchedInOne: number,
    unmatchedInOther: number,
    total: number,
    softenings: Set<Softening>,
  ): WordDistance {
    const isPart = (unmatchedInOne === 0) !== (unmatchedInOther === 0)
    if (isPart) softenings.add('more words')
    const cost = matched + (unmatchedInOne + unmatchedInOther) * (isPart ? this.#rules.tuning.moreWords : 1)
    return { relative: total === 0 ? 0 : (2 * cost) / total, softenings }
  }

  /** Pairs words that are not identical; returns their cost. */
  #matchSoftly(
    one: Uint32Array,
    other: Uint32Array,
    partners: Int32Array,
    isTaken: Uint8Array,
    softenings: Set<Softening>,
  ): number {
    const { weights } = this.#vocabulary
    let cost = 0
    for (let i = 0; i < one.length; i++) {
      if (partners[i] !== -1) continue
      let best = -1
      let bestMatch = NO_MATCH
      for (let j = 0; j < other.length; j++) {
        if (isTaken[j] === 1) continue
        const match = this.#softMatch(one[i]!, other[j]!)
        if (match.letters < bestMatch.letters) [best, bestMatch] = [j, match]
      }
      if (best === -1) continue
      partners[i] = best
      isTaken[best] = 1
      cost += (bestMatch.letters * (weights[one[i]!]! + weights[other[best]!]!)) / 2
      softenings.add(bestMatch.way)
    }
    return cost
  }

  #softMatch(one: number, other: number): SoftMatch {
    if (this.#hasDigit[one] === 1 || this.#hasDigit[other] === 1) return NO_MATCH
    const { nicknames, abbreviations } = this.#rules
    const [a, b] = [this.#vocabulary.words[one]!, this.#vocabulary.words[other]!]
    const bothNamed = this.#hasNickname[one] === 1 && this.#hasNickname[other] === 1
    if (bothNamed && nicknames?.areNicknames(a, b)) return NICKNAME
    const [short, long] = a.length <= b.length ? [a, b] : [b, a]
    if (abbreviations && long.startsWith(short)) {
      if (short.length === 1) return INITIAL
      if (short.length >= SHORTEST_ABBREVIATION) return ABBREVIATION
    }
    const bound = this.#rules.tuning.spelling * ((short.length + long.length) / 2)
    const letters = this.#counts.distanceBelow(one, other, bound + 0.5)
    return letters === undefined ? NO_MATCH : { letters, way: 'spelling' }
  }
}

interface SoftMatch {
  readonly letters: number
  readonly way: Softening
}

const NICKNAME: SoftMatch = { letters: SOFT, way: 'nickname' }
const INITIAL: SoftMatch = { letters: SOFT, way: 'initial' }
const ABBREVIATION: SoftMatch = { letters: SOFT, way: 'abbreviation' }
const NO_MATCH: SoftMatch = { letters: Number.POSITIVE_INFINITY, way: 'spelling' }

function sumWhere(
  list: Uint32Array,
  letters: Float64Array,
  isCounted: (position: number) => boolean,
): number {
  let sum = 0
  for (let i = 0; i < list.length; i++) if (isCounted(i)) sum += letters[list[i]!]!
  return sum
}

/** Whether the matched words are in a different order. */
function isReordered(partners: Int32Array): boolean {
  let previous = -1
  for (const partner of partners) {
    if (partner === -1) continue
    if (partner < previous) return true
    previous = partner
  }
  return false
}
