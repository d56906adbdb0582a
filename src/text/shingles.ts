import { hashText } from '../hash/murmur3.js'
import { bagElement, rollShingles, shingleHash } from '../hash/shingle-hash.js'
import { InvalidOption, TooLarge } from '../model/errors.js'
import { collectSortedSets, type SetCollection, sortInPlace } from '../model/set-collection.js'
import { collapseSpace, normalize } from './normalize.js'
import { type CheckedShingleOptions, checkShingleOptions, type ShingleOptions } from './shingle-options.js'
import { eachWord, hasWord, listTokens } from './tokens.js'

/**
 * Returns the shingles of a document, hashed to 32 bits, in ascending order and without repeats. A document of fewer than k
 * tokens is one shingle of all its tokens. A text without a word, such as an emoji, is one token; only a text of white space
 * is empty. With `stopwords`, a text without a stop word and the words after it is empty as well.
 *
 * Two different shingles share a hash with a probability of about 2^-32.
 *
 * @example shingle('The plane was ready for touch down', { kind: 'words', k: 5 }).length // 3
 */
export function shingle(text: string, options: ShingleOptions = {}): Uint32Array {
  return hashedShingles(text, checkShingleOptions(options))
}

/** Returns the shingles of many documents as one collection of sets; document i is set i. */
export function shingleCollection(texts: Iterable<string>, options: ShingleOptions = {}): SetCollection {
  if (typeof texts === 'string') throw new InvalidOption('texts', texts, 'a list of texts')
  const checked = checkShingleOptions(options)
  const sets: Uint32Array[] = []
  for (const text of texts) sets.push(hashedShingles(text, checked))
  return collectSortedSets(sets)
}

/** JavaScript sets hold at most 2^24 members, which limits the number of shingles, and thus of tokens. */
const MAX_STRINGS = 2 ** 24

/**
 * Returns the shingles as strings, in the order of their first occurrence, with words separated by a space; for a bag, every
 * occurrence.
 *
 * @example shingleStrings('abcab', { kind: 'chars', k: 2 }) // ['ab', 'bc', 'ca']
 */
export function shingleStrings(text: string, options: ShingleOptions = {}): string[] {
  return listShingles(text, options, new ListBudget(Number.POSITIVE_INFINITY))
}

/** Characters that a listed shingle counts in addition to its own: what a short string costs. */
const LISTED_SHINGLE = 16

/** How many characters the listed shingles may have. Together, they are up to k times as long as the text. */
export class ListBudget {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @throws TooLarge */
  spend(tokens: readonly string[], starts: readonly number[], k: number): void {
    if (this.#limit === Number.POSITIVE_INFINITY) return
    const ends = new Float64Array(tokens.length + 1)
    for (let i = 0; i < tokens.length; i++) ends[i + 1] = ends[i]! + tokens[i]!.length
    for (const start of starts)
      this.#used += ends[Math.min(tokens.length, start + k)]! - ends[start]! + LISTED_SHINGLE
    if (this.#used > this.#limit)
      throw new TooLarge(
        'characters in the shingles to list',
        this.#used,
        this.#limit,
        'use shorter shingles, or shorter texts',
      )
  }
}

/**
 * The same within limits.
 *
 * @throws TooLarge
 */
export function listShingles(text: string, options: ShingleOptions, budget: ListBudget): string[] {
  const checked = checkShingleOptions(options)
  const { kind, k, bag } = checked
  const tokens = listTokens(eachToken(text, checked), MAX_STRINGS + k - 1)
  const starts = kind === 'stopwords' ? stopWordStarts(tokens, checked) : everyStart(tokens.length, k)
  budget.spend(tokens, starts, k)
  const strings = starts.map((start) => tokens.slice(start, start + k).join(kind === 'chars' ? '' : ' '))
  const counted = withoutPhrases(strings, options, budget)
  return bag ? counted : [...new Set(counted)]
}

function hashedShingles(text: string, options: CheckedShingleOptions): Uint32Array {
  return sortInPlace(shingleSequence(text, options))
}

function withoutPhrases(
  strings: string[],
  { ignorePhrases = [], ...options }: ShingleOptions,
  budget: ListBudget,
): string[] {
  if (ignorePhrases.length === 0) return strings
  const ignored = new Set(ignorePhrases.flatMap((phrase) => listShingles(phrase, options, budget)))
  return strings.filter((shingle) => !ignored.has(shingle))
}

const ignoredOf = new WeakMap<CheckedShingleOptions, ReadonlySet<number>>()

/** The hashes of shingles that do not count: those of the phrases to ignore. Never 0, which marks a free slot in the kernel's table. */
export function ignoredShingles(options: CheckedShingleOptions): ReadonlySet<number> {
  const known = ignoredOf.get(options)
  if (known !== undefined) return known
  const plain = { ...options, bag: false, ignorePhrases: [] }
  const ignored = new Set<number>()
  for (const phrase of options.ignorePhrases) {
    for (const element of shingleSequence(phrase, plain)) if (element !== 0) ignored.add(element)
  }
  ignoredOf.set(options, ignored)
  return ignored
}

/**
 * The hashes of the shingles, including repeats, in text order; for a bag, the repeats are numbered and the hashes ascend.
 *
 * @param seed for the hashes of tokens: a different seed gives different hashes for the same shingles
 */
export function shingleSequence(text: string, options: CheckedShingleOptions, seed = 0): Uint32Array {
  const { kind, k, bag } = options
  let elements: Uint32Array
  if (kind === 'stopwords') {
    const tokens = listTokens(eachToken(text, options))
    const hashes = hashTokens(tokens, seed)
    const starts = stopWordStarts(tokens, options)
    elements = Uint32Array.from(starts, (start) => shingleHash(hashes, start, start + k))
  } else {
    const hashes = hashTokens(eachToken(text, options), seed)
    elements = rollShingles(hashes, Math.max(1, Math.min(k, hashes.length)))
  }
  if (options.ignorePhrases.length > 0) {
    const ignored = ignoredShingles(options)
    const isCounted =
      seed === 0
        ? elements.map((element) => (ignored.has(element) ? 0 : 1))
        : countedShingles(text, options, ignored)
    elements = elements.filter((_, i) => isCounted[i] === 1)
  }
  return bag ? numberCopies(elements) : elements
}

/** For each shingle of a text, in order, 1 if it counts. Phrases are identified by hashes with seed 0. */
function countedShingles(
  text: string,
  options: CheckedShingleOptions,
  ignored: ReadonlySet<number>,
): Uint32Array {
  const plain = { ...options, bag: false, ignorePhrases: [] }
  return shingleSequence(text, plain).map((element) => (ignored.has(element) ? 0 : 1))
}

/** The tokens of a text in the form that counts, in order. A text without words is a single token. */
function eachToken(text: string, options: CheckedShingleOptions): Iterable<string> {
  const normal = normalize(text, options.normalize)
  if (options.kind === 'chars') return normal
  if (options.kind === 'stopwords' || hasWord(normal)) return eachWord(normal, options)
  const whole = collapseSpace(normal)
  return whole === '' ? [] : [whole]
}

/** The starts of shingles of k tokens. Fewer than k tokens are one shingle; no tokens are none. */
function everyStart(tokens: number, k: number): number[] {
  const count = tokens === 0 ? 0 : Math.max(1, tokens - k + 1)
  return Array.from({ length: count }, (_, i) => i)
}

/** The positions of stop words followed by at least k − 1 words. */
function stopWordStarts(tokens: readonly string[], { k, stopWords }: CheckedShingleOptions): number[] {
  const starts: number[] = []
  for (let i = 0; i + k <= tokens.length; i++) {
    if (stopWords.has(tokens[i]!.toLowerCase())) starts.push(i)
  }
  return starts
}

/** The hashes of tokens, in order; with seed 0, the `tokenHash` of each. */
function hashTokens(tokens: Iterable<string>, seed: number): Uint32Array {
  let hashes = new Uint32Array(256)
  let count = 0
  for (const token of tokens) {
    if (count === hashes.length) {
      const larger = new Uint32Array(count * 2)
      larger.set(hashes)
      hashes = larger
    }
    hashes[count++] = hashText(token, seed)
  }
  return hashes.subarray(0, count)
}

function numberCopies(elements: Uint32Array): Uint32Array {
  elements.sort()
  const numbered = new Uint32Array(elements.length)
  let copy = 0
  for (let i = 0; i < elements.length; i++) {
    copy = i > 0 && elements[i] === elements[i - 1] ? copy + 1 : 0
    numbered[i] = bagElement(elements[i]!, copy)
  }
  return numbered
}
