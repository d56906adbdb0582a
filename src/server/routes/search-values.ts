import { CHOICES, DEFAULTS } from '../../engine/request.js'
import { ITEM_DEFAULTS, MAX_RUN_WORDS } from '../../model/benchmark-item.js'
import { RANGES } from '../../model/ranges.js'
import { ENCODINGS } from '../../read/encoding.js'
import { FORMATS } from '../../read/format.js'
import { either, flag, list, object, off, share, text, whole, word } from '../schema.js'
import { NAMESPACE, SHINGLE } from './values.js'

const FIELD = text({ minLength: 1, maxLength: 200 })

export const UPLOAD_ID = text({
  pattern: '^[0-9a-f-]{36}$',
  maxLength: 36,
  description: 'the id of an upload',
})

const INPUT = either([
  object(
    {
      path: text({ minLength: 1, maxLength: 4096, description: 'A file or a folder in an allowed folder' }),
    },
    {},
  ),
  object({ upload: UPLOAD_ID }, {}),
])

/** The inputs of a search. */
export const INPUTS = list(INPUT, { minItems: 1, maxItems: 1000 })

const TEXT = either([FIELD, list(FIELD, { minItems: 1, maxItems: 20 })], {
  description: 'The field that holds the text',
})

const ID = either([FIELD, off()], {
  description: 'The field that holds the id, or false to use record numbers',
})

/** The second side of a search. */
const SECOND_SIDE = {
  against: list(INPUT, {
    minItems: 1,
    maxItems: 1000,
    description:
      'Compare with these documents; each pair then has one document of the inputs and one of these. Files, or the directory of a finished run in an allowed folder',
  }),
  againstFields: object(
    {},
    { text: TEXT, id: ID },
    {
      description: 'The fields of the documents to compare with. Default: the same as those of the inputs',
    },
  ),
  alsoWithin: flag({
    default: DEFAULTS.alsoWithin,
    description:
      'With against, also find the pairs within the inputs; `against` in each line of the result pairs then says of which kind it is',
  }),
}

/** The second side of a job, which can also be the index of the server. */
const JOB_SIDE = {
  against: either([SECOND_SIDE.against, word(['index'])], {
    description: `${SECOND_SIDE.against.description}, or "index" for the index of this server`,
  }),
  againstIndex: object({}, { namespace: NAMESPACE }, { description: 'With against: "index"' }),
}

/** How files are read. */
const READING = {
  text: TEXT,
  id: ID,
  format: word(FORMATS),
  encoding: word(ENCODINGS),
  delimiter: text({ minLength: 1, maxLength: 1 }),
  header: flag({ description: 'Whether the first row of CSV and TSV contains column names' }),
  onError: word(CHOICES.onError, { default: DEFAULTS.onError }),
}

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
  ...READING,
  ...SECOND_SIDE,
}

/** The options of a search, with the same names as in the library. */
export const SEARCH = object({}, OPTIONS)

/** The options of find and dedup as jobs. */
export const DEDUP = object(
  {},
  {
    ...OPTIONS,
    ...JOB_SIDE,
    survivor: either(
      [
        word(['first', 'longest']),
        object({ field: FIELD, prefer: word(['largest', 'smallest']) }, {}),
        object({ sources: list(FIELD, { minItems: 1, maxItems: 1000 }) }, {}),
      ],
      { default: 'first', description: 'Which of several similar documents to keep' },
    ),
    onePerCluster: flag({ default: false }),
    add: flag({
      default: false,
      description: 'With against: "index", add the kept documents to the index',
    }),
  },
)

/** The options of decontaminate. */
export const DECONTAMINATE = object(
  {},
  {
    ...READING,
    benchmarkFields: object(
      {},
      { text: TEXT, id: ID },
      { description: 'The fields of the items. Default: detected in each file' },
    ),
    minOverlap: share({
      default: ITEM_DEFAULTS.minOverlap,
      description: "The minimum share of an item's runs of words in a span",
    }),
    k: whole(1, MAX_RUN_WORDS, { default: ITEM_DEFAULTS.k, description: 'Words per run' }),
    matchShortItems: flag({
      default: ITEM_DEFAULTS.matchShortItems,
      description: 'Also look for items of fewer than k words; otherwise they are only listed',
    }),
    remove: word(['documents', 'spans'], {
      default: 'documents',
      description: 'What to remove: whole documents, or only the items, which needs a single text field',
    }),
  },
)
