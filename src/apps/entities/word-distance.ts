import { LetterCounts } from './letters.js'
import { haveCommon, type NicknameTable } from './nicknames.js'
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

/** The reasons by the number of their bit in `WordComparer.softenings`. */
const SOFTENINGS: readonly Softening[] = [
  'spelling',
  'nickname',
  'initial',
  'abbreviation',
  'word order',
  'more words',
]
const [SPELLING, NICKNAME, INITIAL, ABBREVIATION, WORD_ORDER, MORE_WORDS] = [1, 2, 4, 8, 16, 32] as const

export interface WordRules {
  /** Which words are names of one person. */
  readonly nicknames: NicknameTable | undefined
  /** Whether initials and shortened words match the full word. */
  readonly abbreviations: boolean
  readonly tuning: Pick<Tuning, 'moreWords'>
}

/** The cost of a softened word, in letters. */
const SOFT = 1
const SHORTEST_ABBREVIATION = 3
/** Lists of at least this many words are far apart if identical words have less than this share of their weight. */
const MANY_WORDS = 4
const MIN_SHARED = 0.2
/** Longer lists are compared only by their identical words, in any order. */
const LONGEST_MATCHED = 40

/** The distance of two lists with no word in common. */
const FAR = 2
/** The cost of words that do not match, in letters. */
const NO_MATCH = Number.POSITIVE_INFINITY

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
  /** For each word, the groups of nicknames that have it. */
  readonly #nicknames: readonly (ReadonlySet<number> | undefined)[]
  /** For each word of the first list, the position of its partner in the second; -1: none. */
  readonly #partners = new Int32Array(LONGEST_MATCHED)
  /** For each word of the second list, whether it has a partner. */
  readonly #isTaken = new Uint8Array(LONGEST_MATCHED)
  /** The softenings of the latest distance, and that of the latest words, as bits. */
  #ways = 0
  #way = 0

  constructor(vocabulary: Vocabulary, rules: WordRules) {
    this.#vocabulary = vocabulary
    this.#rules = rules
    this.#letters = vocabulary.weights.map((weight, word) => weight * vocabulary.words[word]!.length)
    this.#counts = new LetterCounts(vocabulary.words)
    this.#nicknames = vocabulary.words.map((word) => rules.nicknames?.groupsOf(word))
    this.#hasDigit = Uint8Array.from(vocabulary.words, (word) => (/\p{N}/u.test(word) ? 1 : 0))
  }

  /** Why the values of the latest call of `distance` count as more similar than their letters suggest. */
  softenings(): Softening[] {
    return SOFTENINGS.filter((_, bit) => (this.#ways & (1 << bit)) !== 0)
  }

  /**
   * How far apart two values are, given their numbers: from 0, the same words, to 2, no word in common: the weight of what differs, in
   * halves of the total weight.
   */
  distance(oneValue: number, otherValue: number): number {
    const [one, other] = [this.#vocabulary.lists[oneValue]!, this.#vocabulary.lists[otherValue]!]
    this.#ways = 0
    if (Math.max(one.length, other.length) > LONGEST_MATCHED) return this.#longDistance(one, other)
    const letters = this.#letters
    const partners = this.#partners.fill(-1, 0, one.length)
    const isTaken = this.#isTaken.fill(0, 0, other.length)
    let total = 0
    let shared = 0
    for (let i = 0; i < one.length; i++) total += letters[one[i]!]!
    for (let j = 0; j < other.length; j++) total += letters[other[j]!]!
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
    let cost = this.#matchSoftly(one, other)
    let [unmatchedInOne, unmatchedInOther] = [0, 0]
    for (let i = 0; i < one.length; i++) if (partners[i] === -1) unmatchedInOne += letters[one[i]!]!
    for (let j = 0; j < other.length; j++) if (isTaken[j] === 0) unmatchedInOther += letters[other[j]!]!
    if (isReordered(partners, one.length)) {
      this.#ways |= WORD_ORDER
      cost += Math.min(SOFT, total / 4)
    }
    return this.#withUnmatched(cost, unmatchedInOne, unmatchedInOther, total)
  }

  #longDistance(one: Uint32Array, other: Uint32Array): number {
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
    const total = shared + unmatchedInOne + unmatchedInOther
    return this.#withUnmatched(0, unmatchedInOne, unmatchedInOther, total)
  }

  /** Adds the cost of unmatched words. */
  #withUnmatched(matched: number, unmatchedInOne: number, unmatchedInOther: number, total: number): number {
    const isPart = (unmatchedInOne === 0) !== (unmatchedInOther === 0)
    if (isPart) this.#ways |= MORE_WORDS
    const cost = matched + (unmatchedInOne + unmatchedInOther) * (isPart ? this.#rules.tuning.moreWords : 1)
    return total === 0 ? 0 : (2 * cost) / total
  }

  /** Pairs words that are not identical; returns their cost. */
  #matchSoftly(one: Uint32Array, other: Uint32Array): number {
    const { weights } = this.#vocabulary
    const [partners, isTaken] = [this.#partners, this.#isTaken]
    let cost = 0
    for (let i = 0; i < one.length; i++) {
      if (partners[i] !== -1) continue
      let [best, fewest, way] = [-1, NO_MATCH, 0]
      for (let j = 0; j < other.length; j++) {
        if (isTaken[j] === 1) continue
        const letters = this.#softMatch(one[i]!, other[j]!)
        if (letters < fewest) [best, fewest, way] = [j, letters, this.#way]
      }
      if (best === -1) continue
      partners[i] = best
      isTaken[best] = 1
      cost += (fewest * (weights[one[i]!]! + weights[other[best]!]!)) / 2
      this.#ways |= way
    }
    return cost
  }

  /** The cost of matching two words, in letters. */
  #softMatch(one: number, other: number): number {
    if (this.#hasDigit[one] === 1 || this.#hasDigit[other] === 1) return NO_MATCH
    const { abbreviations } = this.#rules
    const [a, b] = [this.#vocabulary.words[one]!, this.#vocabulary.words[other]!]
    this.#way = NICKNAME
    if (haveCommon(this.#nicknames[one], this.#nicknames[other])) return SOFT
    const [short, long] = a.length <= b.length ? [a, b] : [b, a]
    if (abbreviations && long.startsWith(short)) {
      this.#way = short.length === 1 ? INITIAL : ABBREVIATION
      if (short.length === 1 || short.length >= SHORTEST_ABBREVIATION) return SOFT
    }
    this.#way = SPELLING
    // Words that differ in as many letters as they have are not spellings of one word.
    return this.#counts.distanceBelow(one, other, (short.length + long.length) / 2 + 0.5) ?? NO_MATCH
  }
}

/** Whether the matched words, the first `count`, are in a different order. */
function isReordered(partners: Int32Array, count: number): boolean {
  let previous = -1
  for (let i = 0; i < count; i++) {
    const partner = partners[i]!
    if (partner === -1) continue
    if (partner < previous) return true
    previous = partner
  }
  return false
}
