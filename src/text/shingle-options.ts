import { checkBoolean, checkChoice, checkNames, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import type { ShinglePlan } from '../model/plan.js'
import { chooseStopWords, type StopWordChoice } from './choose-stop-words.js'
import { checkNormalizeOptions, NORMALIZE_CHOICES, type NormalizeOptions } from './normalize.js'
import type { WordOptions } from './tokens.js'

/** How a document becomes a set of shingles. */
export interface ShingleOptions extends NormalizeOptions, WordOptions {
  /**
   * `words`: k words in a row; `chars`: k code points; `stopwords`: a stop word and the next k − 1 words.
   * Default: `words`.
   */
  readonly kind?: ShingleKind
  /** Tokens per shingle, from 1 to 1,000,000. Default: 5 words, 9 characters, 3 with stop words. */
  readonly k?: number
  /** Count repeated shingles: an element of a bag is a shingle and its copy number. Default: false. */
  readonly bag?: boolean
  /** The stop words: `en`, or a list, such as `stopWords('de')` from `likewise/stop-words`. Default: `en`. */
  readonly stopWords?: StopWordChoice
  /** Phrases whose shingles do not count, such as a footer shared by many documents. Default: none. */
  readonly ignorePhrases?: readonly string[]
}

export type ShingleKind = (typeof SHINGLE_CHOICES)['kind'][number]

/** Options with every default filled in and every value checked. */
export interface CheckedShingleOptions {
  readonly kind: ShingleKind
  readonly k: number
  readonly bag: boolean
  readonly stopWords: ReadonlySet<string>
  readonly segment: 'bigrams' | 'dictionary'
  readonly normalize: Required<NormalizeOptions>
  readonly ignorePhrases: readonly string[]
}

/** The tokens per shingle of each kind. */
export const DEFAULT_LENGTHS = { words: 5, chars: 9, stopwords: 3 } as const
export const LONGEST_SHINGLE = 1_000_000

/** The words that can be the value of an option; the first is the default. */
export const SHINGLE_CHOICES = {
  kind: ['words', 'chars', 'stopwords'],
  segment: ['bigrams', 'dictionary'],
  ...NORMALIZE_CHOICES,
} as const

const NAMES = [
  'kind',
  'k',
  'bag',
  'stopWords',
  'segment',
  'nfkc',
  'case',
  'punctuation',
  'whitespace',
  'ignorePhrases',
]

export function checkShingleOptions(options: ShingleOptions): CheckedShingleOptions {
  checkNames(options, NAMES)
  const { kind: kinds, segment: segments } = SHINGLE_CHOICES
  const { kind = kinds[0], bag = false, segment = segments[0], ignorePhrases = [] } = options
  const normalize = checkNormalizeOptions(options)
  checkChoice('kind', kind, kinds)
  const k = checkWhole('k', options.k ?? DEFAULT_LENGTHS[kind], 1, LONGEST_SHINGLE)
  checkChoice('segment', segment, segments)
  checkBoolean('bag', bag)
  if (kind !== 'chars' && normalize.whitespace === 'remove') {
    throw new InvalidOption(
      'whitespace',
      'remove',
      'collapse or keep: without white space there are no words',
    )
  }
  if (!Array.isArray(ignorePhrases) || ignorePhrases.some((phrase) => typeof phrase !== 'string'))
    throw new InvalidOption('ignorePhrases', ignorePhrases, 'a list of phrases')
  return { kind, k, bag, segment, normalize, stopWords: chooseStopWords(options.stopWords), ignorePhrases }
}

/** The options as plain data, part of the plan: everything needed to build the same sets again. */
export function planShingles(options: CheckedShingleOptions): ShinglePlan {
  const { kind, k, bag, segment, normalize, stopWords, ignorePhrases } = options
  return {
    kind,
    k,
    bag,
    segment,
    ...normalize,
    ...(kind === 'stopwords' && { stopWords: [...stopWords] }),
    ...(ignorePhrases.length > 0 && { ignorePhrases: [...ignorePhrases] }),
  }
}
