import { CHOICES, DEFAULTS } from '../../engine/request.js'
import { RANGES } from '../../model/ranges.js'
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
  bands: whole(...RANGES.bands, { description: 'The number of bands; requires rows' }),
  rows: whole(...RANGES.rows, { description: 'The number of rows per band; requires bands' }),
}

/** What a pair is, and how surely it is found. */
export const THRESHOLD_AND_RECALL = {
  threshold: share({ default: DEFAULTS.threshold, description: 'The minimum similarity of a pair' }),
  recall: share({
    default: DEFAULTS.recall,
    description: 'The minimum probability of finding a pair at the threshold',
  }),
}

const OPTIONS = {
  ...THRESHOLD_AND_RECALL,
  similarity: word(CHOICES.similarity, { default: DEFAULTS.similarity }),
  method: word(CHOICES.method),
  ...LAYOUT,
  seed: whole(...RANGES.seed, { default: DEFAULTS.seed }),
  maxGroup: either([whole(...RANGES.maxGroup), word(['all'])], { default: DEFAULTS.maxGroup }),
  clusters: word(CHOICES.clusters, { default: DEFAULTS.clusters }),
  audit: whole(...RANGES.audit, { description: 'Sample this many documents and measure the recall' }),
  shingle: SHINGLE,
  text: either([FIELD, list(FIELD, { minItems: 1, maxItems: 20 })], {
    description: 'The field that holds the text',
  }),
  id: either([FIELD, off()], { description: 'The field that holds the id, or false to use record numbers' }),
  format: word(FORMATS),
  encoding: word(ENCODINGS),
  delimiter: text({ minLength: 1, maxLength: 1 }),
  header: flag({ description: 'Whether the first row of CSV and TSV contains column names' }),
  onError: word(CHOICES.onError, { default: DEFAULTS.onError }),
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
