import { DOCUMENT_SIMILARITIES } from '../../model/similarity.js'
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

export const LIMIT = whole(1, 10_000, { default: 10, description: 'The maximum number of matches' })

export const THRESHOLD = share({
  description:
    'The minimum similarity of a match; cannot be lower than the similarity that the index was built for',
})

export const INDEX_SIMILARITY = word(DOCUMENT_SIMILARITIES, { default: 'jaccard' })

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
    kind: word(['words', 'chars', 'stopwords'], { default: 'words' }),
    k: whole(1, 1_000_000, {
      description: 'Tokens in a shingle. Default: 5 words, 9 characters, 3 with stop words',
    }),
    bag: flag({ default: false, description: 'Count repeated shingles' }),
    nfkc: flag({ default: false, description: 'Apply Unicode NFKC normalization' }),
    case: word(['fold', 'keep'], { default: 'fold' }),
    punctuation: word(['keep', 'remove'], { default: 'keep' }),
    whitespace: word(['collapse', 'remove', 'keep'], { default: 'collapse' }),
    segment: word(['bigrams', 'dictionary'], { default: 'bigrams' }),
    ignorePhrases: list(text({ minLength: 1, maxLength: 10_000 }), {
      maxItems: 1000,
      description: 'Phrases whose shingles do not count',
    }),
  },
  { description: 'How texts become sets of shingles' },
)
