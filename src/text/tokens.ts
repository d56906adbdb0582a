import { checkChoice } from '../model/check.js'
import { InvalidOption, TooLarge } from '../model/errors.js'

/** How words are found. */
export interface WordOptions {
  /**
   * `runs`: maximal runs of Unicode letters and digits. `dictionary`: the same, but runs of scripts without spaces
   * (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are cut by `Intl.Segmenter`, whose dictionary belongs to the
   * platform: other versions of ICU may cut otherwise. Default: `runs`.
   */
  readonly segment?: 'runs' | 'dictionary'
}

const WORD = /[\p{L}\p{N}]+/gu

/** The words of a text, in order; `TooLarge` beyond 2^25. */
export function words(text: string, options: WordOptions = {}): string[] {
  return listTokens(eachWord(text, options))
}

/** The words of a text, one at a time, so that a huge text needs no huge list. */
export function* eachWord(text: string, { segment = 'runs' }: WordOptions = {}): Iterable<string> {
  if (typeof text !== 'string') throw new InvalidOption('text', text, 'a string')
  checkChoice('segment', segment, ['runs', 'dictionary'])
  const pattern = segment === 'runs' ? WORD : SPACED_OR_SPACELESS_RUN
  for (const [run] of text.matchAll(pattern)) {
    if (segment === 'runs' || !BEGINS_SPACELESS.test(run)) yield run
    else yield* dictionaryWords(run)
  }
}

/** The characters of a text, in order: Unicode code points, not UTF-16 units; `TooLarge` beyond 2^25. */
export function characters(text: string): string[] {
  if (typeof text !== 'string') throw new InvalidOption('text', text, 'a string')
  // A code point has at most two units, so these are too many for certain.
  if (text.length > 2 * MOST_TOKENS) throw tooManyTokens(MOST_TOKENS)
  return listTokens(text)
}

/** Tokens as a list take much memory; hashed shingles need no list. */
const MOST_TOKENS = 2 ** 25

/** The tokens as a list, refused as soon as they are more than `most`. */
export function listTokens(tokens: Iterable<string>, most = MOST_TOKENS): string[] {
  const list: string[] = []
  for (const token of tokens) {
    if (list.length === most) throw tooManyTokens(most)
    list.push(token)
  }
  return list
}

function tooManyTokens(most: number): TooLarge {
  return new TooLarge('tokens in one list', most + 1, most, 'use hashed shingles')
}

const SPACELESS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ーｰ]'
const SPACED_OR_SPACELESS_RUN = new RegExp(`(?:(?!${SPACELESS})[\\p{L}\\p{N}])+|${SPACELESS}+`, 'gu')
const BEGINS_SPACELESS = new RegExp(`^${SPACELESS}`, 'u')

/** `Intl.Segmenter` takes quadratic time on Node 20 (a second for 64,000 characters), so it is fed short pieces. */
const LONGEST_PIECE = 1000

let segmenter: Intl.Segmenter | undefined

function* dictionaryWords(run: string): Iterable<string> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  for (const piece of pieces(run)) {
    for (const { segment, isWordLike } of segmenter.segment(piece)) {
      if (isWordLike) yield segment
    }
  }
}

function* pieces(run: string): Iterable<string> {
  let start = 0
  while (start < run.length) {
    let end = Math.min(run.length, start + LONGEST_PIECE)
    const last = run.charCodeAt(end - 1)
    if (end < run.length && last >= 0xd800 && last <= 0xdbff) end--
    yield run.slice(start, end)
    start = end
  }
}
