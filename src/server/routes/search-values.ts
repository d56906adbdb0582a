import { DOCUMENT_SIMILARITIES } from '../../model/similarity.js'
import { ENCODINGS } from '../../read/encoding.js'
import { FORMATS } from '../../read/format.js'
import { either, flag, list, object, off, share, text, whole, word } from '../schema.js'
import { SHINGLE } from './values.js'

const FIELD = text({ minLength: 1, maxLength: 200 })

export const UPLOAD_ID = text({
  pattern: '^[0-9a-f-]{36}$',
  maxLength: 36,
  description: 'the id of an upload',
})

/** The inputs of a search. */
export const INPUTS = list(
  either([
    object(
      {
        path: text({ minLength: 1, maxLength: 4096, description: 'A file or a folder in an allowed folder' }),
      },
      {},
    ),
    object({ upload: UPLOAD_ID }, {}),
  ]),
  { minItems: 1, maxItems: 1000 },
)

/** Bands and rows instead of those that the plan chooses. */
export const LAYOUT = {
  bands: whole(1, 65_536, { description: 'The number of bands; requires rows' }),
  rows: whole(1, 65_536, { description: 'The number of rows per band; requires bands' }),
}

const OPTIONS = {
  threshold: share({ default: 0.8, description: 'The minimum similarity of a pair' }),
  similarity: word(DOCUMENT_SIMILARITIES, { default: 'jaccard' }),
  recall: share({
    default: 0.95,
    description: 'The minimum probability of finding a pair at the threshold',
  }),
  method: word(['bands', 'exact']),
  ...LAYOUT,
  seed: whole(0, 2 ** 32 - 1, { default: 1 }),
  maxGroup: either([whole(1, 2 ** 32), word(['all'])]),
  clusters: word(['components', 'stars'], { default: 'components' }),
  audit: whole(1, 1_000_000, { description: 'Sample this many documents and measure the recall' }),
  shingle: SHINGLE,
  text: either([FIELD, list(FIELD, { minItems: 1, maxItems: 20 })], {
    description: 'The field that holds the text',
  }),
  id: either([FIELD, off()], { description: 'The field that holds the id, or false to use record numbers' }),
  format: word(FORMATS),
  encoding: word(ENCODINGS),
  delimiter: text({ minLength: 1, maxLength: 1 }),
  header: flag({ description: 'Whether the first row of CSV and TSV contains column names' }),
  onError: word(['stop', 'skip'], { default: 'stop' }),
}

/** The options of a search, with the same names as in the library. */
export const SEARCH = object({}, OPTIONS)

/** The options of dedup. */
export const DEDUP = object(
  {},
  {
    ...OPTIONS,
    survivor: either(
      [
        word(['first', 'longest']),
        object({ field: FIELD, prefer: word(['largest', 'smallest']) }, {}),
        object({ sources: list(FIELD, { minItems: 1, maxItems: 1000 }) }, {}),
      ],
      { default: 'first', description: 'Which of several similar documents to keep' },
    ),
    onePerCluster: flag({ default: false }),
  },
)
