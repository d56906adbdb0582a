import { CHOICES, DEFAULTS } from '../../engine/request.js'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../store/limits.js'
import { DEFAULT_LENGTHS, LONGEST_SHINGLE, SHINGLE_CHOICES } from '../../text/shingle-options.js'
import { either, flag, list, number, object, share, text, whole, word } from '../schema.js'
import type { Limits } from '../settings.js'

// Values that several routes share.

export const ID = either([text({ maxLength: 1000 }), number()], {
  description: 'A string or a number, at most 1,000 bytes as JSON in UTF-8',
})

export const NAMESPACE = text({
  maxLength: 100,
  default: '',
  description: 'The namespace; namespaces are independent of each other',
})

export const LIMIT = whole(1, MAX_LIMIT, {
  default: DEFAULT_LIMIT,
  description: 'The maximum number of matches',
})

export const THRESHOLD = share({
  description:
    'The minimum similarity of a match; cannot be lower than the similarity that the index was built for',
})

export const INDEX_SIMILARITY = word(CHOICES.similarity, { default: DEFAULTS.similarity })

const MATCH = object(
  {
    id: ID,
    kind: word(['identical', 'similar', 'contained', 'contains']),
    similarity: number({ minimum: 0, maximum: 1 }),
    containment: object(
      {
        documentInMatch: number({ minimum: 0, maximum: 1 }),
        matchInDocument: number({ minimum: 0, maximum: 1 }),
      },
      {},
    ),
  },
  {},
)

export const MATCHES = list(MATCH, { description: 'Best match first' })

export const STATUS = word(['new', 'identical', 'similar', 'contained'])

const FOUND = { status: STATUS, matches: MATCHES, shingles: whole(0, 2 ** 32) }

export const CHECKED = object(FOUND, {})

export const CLAIMED = object(
  { ...FOUND, added: flag({ description: 'True if the status is new, false otherwise' }) },
  {},
)

export const ADDED = object(
  { added: whole(0, 2 ** 53 - 1), replaced: whole(0, 2 ** 53 - 1), empty: whole(0, 2 ** 53 - 1) },
  {},
)

export function textOf({ maxText }: Limits, description?: string) {
  return text({ maxLength: maxText, ...(description !== undefined && { description }) })
}

export const SHINGLE = object(
  {},
  {
    kind: word(SHINGLE_CHOICES.kind, { default: SHINGLE_CHOICES.kind[0] }),
    k: whole(1, LONGEST_SHINGLE, {
      description: `Tokens in a shingle. Default: ${DEFAULT_LENGTHS.words} words, ${DEFAULT_LENGTHS.chars} characters, ${DEFAULT_LENGTHS.stopwords} with stop words`,
    }),
    bag: flag({ default: false, description: 'Count repeated shingles' }),
    nfkc: flag({ default: false, description: 'Apply Unicode NFKC normalization' }),
    case: word(SHINGLE_CHOICES.case, { default: SHINGLE_CHOICES.case[0] }),
    punctuation: word(SHINGLE_CHOICES.punctuation, { default: SHINGLE_CHOICES.punctuation[0] }),
    whitespace: word(SHINGLE_CHOICES.whitespace, { default: SHINGLE_CHOICES.whitespace[0] }),
    segment: word(SHINGLE_CHOICES.segment, { default: SHINGLE_CHOICES.segment[0] }),
    ignorePhrases: list(text({ minLength: 1, maxLength: 10_000 }), {
      maxItems: 1000,
      description: 'Phrases whose shingles do not count',
    }),
  },
  { description: 'How texts become sets of shingles' },
)
