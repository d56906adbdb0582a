import { checkChoice } from '../model/check.js'
import { InvalidOption, TooLarge } from '../model/errors.js'

/** How words are found. */
export interface WordOptions {
  /**
   * How to split text in scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese …). `bigrams`: overlapping
   * pairs of characters, a character being a letter with its marks. `dictionary`: words as found by `Intl.Segmenter`, whose
   * dictionary depends on the version of ICU on the platform. Default: `bigrams`.
   */
  readonly segment?: 'bigrams' | 'dictionary'
}

/** The part of a text from `start` up to, but not including, `end`, in UTF-16 code units. */
export type TokenSpan = readonly [start: number, end: number]

/**
 * The words of a text, in order: a letter or digit and all letters, digits, marks and joiners after it. Throws `TooLarge` for more than
 * 2^25. Text in scripts without spaces is split into pairs of characters, or into words of a dictionary.
 *
 * @example words('東京都 2024') // ['東京', '京都', '2024']
 */
export function words(text: string, options: WordOptions = {}): string[] {
  return listTokens(eachWord(text, options))
}

/** Yields the words of a text one by one, so that a huge text needs no huge list. */
export function* eachWord(text: string, options: WordOptions = {}): Iterable<string> {
  for (const [start, end] of eachWordSpan(text, options)) yield text.slice(start, end)
}

/** Where the words of a text are. Pairs of characters overlap. */
export function eachWordSpan(text: string, { segment = 'bigrams' }: WordOptions = {}): Iterable<TokenSpan> {
  if (typeof text !== 'string') throw new InvalidOption('text', text, 'a string')
  checkChoice('segment', segment, ['bigrams', 'dictionary'])
  return hasSpaceless().test(text)
    ? eachWordOrCut(text, segment === 'bigrams' ? bigramSpans : dictionarySpans)
    : eachRun(text)
}

/** Whether a text contains any words. */
export function hasWord(text: string): boolean {
  return anyWord().test(text)
}

function* eachWordOrCut(
  text: string,
  cut: (run: string, offset: number) => Iterable<TokenSpan>,
): Iterable<TokenSpan> {
  for (const { 0: run, index } of text.matchAll(spacedOrSpacelessRun())) {
    if (beginsSpaceless().test(run)) yield* cut(run, index)
    else yield [index, index + run.length]
  }
}

/** The maximal runs of letters, digits, marks and joiners that begin with a letter or digit, in any script. */
export function* eachRun(text: string): Iterable<TokenSpan> {
  for (const { 0: run, index } of text.matchAll(anyRun())) yield [index, index + run.length]
}

/** The characters of a text, in order: Unicode code points, not UTF-16 code units. Throws `TooLarge` for more than 2^25. */
export function characters(text: string): string[] {
  if (typeof text !== 'string') throw new InvalidOption('text', text, 'a string')
  // A code point has at most two units, so these are certainly too many.
  if (text.length > 2 * MAX_TOKENS) throw tooManyTokens(MAX_TOKENS)
  return listTokens(text)
}

/** A list of tokens takes a lot of memory; hashed shingles need no list. */
const MAX_TOKENS = 2 ** 25

/** Collects the tokens in a list; throws as soon as there are more than `max`. */
export function listTokens(tokens: Iterable<string>, max = MAX_TOKENS): string[] {
  const list: string[] = []
  for (const token of tokens) {
    if (list.length === max) throw tooManyTokens(max)
    list.push(token)
  }
  return list
}

function tooManyTokens(max: number): TooLarge {
  return new TooLarge('tokens in one list', max + 1, max, 'use hashed shingles')
}

/** A character that can start a word. */
export const WORD_BASE = '[\\p{L}\\p{N}]'
/** Characters that belong to the previous one: marks, and the joiners ZWNJ and ZWJ. */
export const WORD_EXTENDER = '[\\p{M}\\u200c\\u200d]'

const SPACELESS_SCRIPTS = [
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Yi', 'Tangut', 'Nushu'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Ahom'],
  ...['Javanese', 'Balinese'],
]
/** The long vowel and voicing marks are used in both hiragana and katakana. */
const SPACELESS = `[${SPACELESS_SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}ーｰﾞﾟ]`
/** A letter or digit of a script without spaces. */
export const SPACELESS_BASE = `(?=${WORD_BASE})${SPACELESS}`

const anyRun = whenUsed(`${WORD_BASE}(?:${WORD_BASE}|${WORD_EXTENDER})*`, 'gu')
const SPACED_BASE = `(?!${SPACELESS_BASE})${WORD_BASE}`
const spacedOrSpacelessRun = whenUsed(
  `${SPACED_BASE}(?:${SPACED_BASE}|${WORD_EXTENDER})*|(?:${SPACELESS_BASE}${WORD_EXTENDER}*)+`,
  'gu',
)
const anyWord = whenUsed(WORD_BASE, 'u')
const hasSpaceless = whenUsed(SPACELESS, 'u')
const beginsSpaceless = whenUsed(`^${SPACELESS_BASE}`, 'u')
const characterWithMarks = whenUsed(`${WORD_BASE}${WORD_EXTENDER}*`, 'gu')

/** A pattern that is made when it is first used: these take three milliseconds, and threads that use the kernel need none of them. */
function whenUsed(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => {
    pattern ??= new RegExp(source, flags)
    return pattern
  }
}

/** Overlapping pairs of characters; a single character is its own token. */
function* bigramSpans(run: string, offset: number): Iterable<TokenSpan> {
  let first = -1
  let second = -1
  for (const { index } of run.matchAll(characterWithMarks())) {
    if (second > 0) yield [offset + first, offset + index]
    first = second < 0 ? 0 : second
    second = index
  }
  yield [offset + first, offset + run.length]
}

/** `Intl.Segmenter` takes quadratic time on Node 20 (one second for 64,000 characters), so it gets short pieces. */
const LONGEST_PIECE = 1000

let segmenter: Intl.Segmenter | undefined

function* dictionarySpans(run: string, offset: number): Iterable<TokenSpan> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  let isEmpty = true
  for (const [start, end] of pieces(run)) {
    for (const { segment, index, isWordLike } of segmenter.segment(run.slice(start, end))) {
      const at = offset + start + index
      if (!isWordLike) continue
      isEmpty = false
      yield [at, at + segment.length]
    }
  }
  // Such a text can still contain letters, such as a single long vowel mark.
  if (isEmpty) yield [offset, offset + run.length]
}

function* pieces(run: string): Iterable<TokenSpan> {
  let start = 0
  while (start < run.length) {
    let end = Math.min(run.length, start + LONGEST_PIECE)
    const last = run.charCodeAt(end - 1)
    if (end < run.length && last >= 0xd800 && last <= 0xdbff) end--
    yield [start, end]
    start = end
  }
}
