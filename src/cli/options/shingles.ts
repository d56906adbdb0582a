import { DEFAULT_LENGTHS, SHINGLE_CHOICES } from '../../text/shingle-options.js'
import type { StopWordLanguage } from '../../text/stop-words.js'
import { PLANNED, SERVING, SETS, SHINGLED } from './command-lists.js'
import { flag, option } from './option.js'
import { choice, shingleKind, word } from './values.js'

/** The languages with a list of stop words. They are named here because the lists are loaded only when used. */
const STOP_WORD_CODES: readonly StopWordLanguage[] = [
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'hu',
  'it',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'tr',
]

const FOR_NEW_INDEX = {
  summary:
    'For a new index: how documents become sets, as words:K (runs of K words), chars:K (runs of K characters) or stopwords:K (a stop word and the next K − 1 words)',
}

const SETS_BAG = {
  summary: 'Compare bags instead of sets: a repeated element or shingle counts as often as it occurs',
}

/** How texts become sets. */
export const SHINGLE_OPTIONS = {
  shingle: option({
    short: 's',
    value: 'KIND:K',
    choices: SHINGLE_CHOICES.kind.map((kind) => `${kind}:${DEFAULT_LENGTHS[kind]}`),
    completes: 'nothing',
    group: 'Shingles',
    default: `words:${DEFAULT_LENGTHS.words}`,
    summary:
      'How documents become sets: words:K (runs of K words), chars:K (runs of K characters) or stopwords:K (a stop word and the next K − 1 words)',
    parse: shingleKind,
    commands: [...SHINGLED, ...SERVING, 'decontaminate'],
    forCommand: {
      decontaminate: {
        choices: [`words:${DEFAULT_LENGTHS.words}`],
        summary: 'How many words a shingle has, as words:K',
      },
      serve: FOR_NEW_INDEX,
      mcp: FOR_NEW_INDEX,
    },
  }),
  'stop-words': option({
    value: 'LANGUAGE|FILE',
    choices: STOP_WORD_CODES,
    completes: 'file',
    group: 'Shingles',
    default: 'en',
    summary: `The stop words: the code of a language (${STOP_WORD_CODES.join(', ')}), or a file of words`,
    parse: word('--stop-words', 'a code such as de, or a file of words'),
    commands: [...SHINGLED, 'plagiarism'],
  }),
  'ignore-phrases': option({
    value: 'FILE',
    completes: 'file',
    group: 'Shingles',
    summary:
      'Ignore the shingles of the phrases in FILE, one per line, such as a footer that many documents share',
    parse: word('--ignore-phrases', 'a file with one phrase per line'),
    commands: [...PLANNED, ...SETS, 'compare'],
  }),
  bag: option({
    group: 'Shingles',
    summary: 'Compare bags instead of sets: a repeated shingle counts as often as it occurs',
    parse: flag,
    commands: SHINGLED,
    forCommand: { join: SETS_BAG, probe: SETS_BAG },
  }),
  nfkc: option({
    group: 'Shingles',
    summary: 'Apply Unicode NFKC normalization',
    parse: flag,
    commands: SHINGLED,
  }),
  case: option({
    value: SHINGLE_CHOICES.case.join('|'),
    choices: SHINGLE_CHOICES.case,
    group: 'Shingles',
    default: SHINGLE_CHOICES.case[0],
    summary: 'Ignore case (fold), or treat upper and lower case as different (keep)',
    parse: choice('--case', SHINGLE_CHOICES.case),
    commands: SHINGLED,
  }),
  punctuation: option({
    value: SHINGLE_CHOICES.punctuation.join('|'),
    choices: SHINGLE_CHOICES.punctuation,
    group: 'Shingles',
    default: SHINGLE_CHOICES.punctuation[0],
    summary: 'Keep punctuation, which separates words, or remove it, so that don’t becomes dont',
    parse: choice('--punctuation', SHINGLE_CHOICES.punctuation),
    commands: SHINGLED,
  }),
  whitespace: option({
    value: SHINGLE_CHOICES.whitespace.join('|'),
    choices: SHINGLE_CHOICES.whitespace,
    group: 'Shingles',
    default: SHINGLE_CHOICES.whitespace[0],
    summary: 'Replace each run of white space with one space (collapse), remove it, or keep it',
    parse: choice('--whitespace', SHINGLE_CHOICES.whitespace),
    commands: SHINGLED,
  }),
  segment: option({
    value: SHINGLE_CHOICES.segment.join('|'),
    choices: SHINGLE_CHOICES.segment,
    group: 'Shingles',
    default: SHINGLE_CHOICES.segment[0],
    summary:
      'How to split scripts without spaces: into overlapping pairs of characters, or into dictionary words',
    parse: choice('--segment', SHINGLE_CHOICES.segment),
    commands: SHINGLED,
  }),
} as const

export const SHINGLE_OPTION_NAMES = Object.keys(SHINGLE_OPTIONS) as (keyof typeof SHINGLE_OPTIONS)[]
