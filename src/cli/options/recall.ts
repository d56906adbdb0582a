import { CHOICES, DEFAULTS } from '../../engine/request.js'
import { INDEXED, PLANNED, SEARCH, SERVING, SETS, SHINGLED } from './command-lists.js'
import { forEach, option } from './option.js'
import { choice, groupSize, requestNumber, word } from './values.js'

const PLANNED_GROUPS = {
  summary:
    'Plan a search that lists all pairs in groups of up to N similar documents and, in larger groups, only enough pairs to connect them',
}

const PLANNED_PAIRS = {
  summary:
    'Plan a search that also finds pairs below the threshold, down to this similarity, for likewise recluster',
}

/** How a search finds pairs, how sure it is, and what it makes of them. */
export const RECALL_OPTIONS = {
  recall: option({
    short: 'r',
    value: 'FRACTION',
    group: 'Similarity and recall',
    default: `${DEFAULTS.recall}`,
    summary: 'Find a pair at the threshold with at least this probability; 1 for an exact search',
    parse: requestNumber('recall'),
    commands: [...PLANNED, ...INDEXED],
    forCommand: {
      index: {
        summary: 'For build: find a document at the threshold with at least this probability, below 1',
      },
      ...forEach(SERVING, {
        summary: 'For a new index: find a document at the threshold with at least this probability, below 1',
      }),
    },
  }),
  method: option({
    value: CHOICES.method.join('|'),
    choices: CHOICES.method,
    group: 'Similarity and recall',
    default: 'the cheaper one, estimated from a sample; exact for recall 1',
    summary: 'How to find pairs: by bands of signatures, or by an exact search, which misses nothing',
    parse: choice('--method', CHOICES.method),
    commands: PLANNED,
  }),
  'max-group': option({
    value: 'N|all',
    group: 'Similarity and recall',
    default: `${DEFAULTS.maxGroup}`,
    summary:
      'List all pairs in groups of up to N similar documents; in larger groups, list only enough pairs to connect them. The clusters are the same either way',
    parse: groupSize('--max-group'),
    commands: PLANNED,
    forCommand: { explain: PLANNED_GROUPS, tune: PLANNED_GROUPS },
  }),
  'max-equal': option({
    value: 'N|all',
    group: 'Similarity and recall',
    default: `${DEFAULTS.maxGroup}`,
    summary:
      'In groups of up to N equal sets, list all pairs; in larger groups, list only the pairs with the first set, and count the rest',
    parse: groupSize('--max-equal'),
    commands: SETS,
  }),
  bands: option({
    value: 'N',
    group: 'Similarity and recall',
    default: 'chosen by the plan',
    summary:
      'Search with exactly N bands; requires --rows. Together, the bands and rows must reach --recall at the threshold',
    parse: requestNumber('bands'),
    commands: PLANNED,
    forCommand: {
      explain: {
        summary:
          'Plan with exactly N bands; requires --rows. Together, the bands and rows must reach --recall at the threshold',
      },
      tune: {
        default: 'those for --threshold and --recall',
        summary: 'Show the curve for N bands; requires --rows',
      },
    },
  }),
  rows: option({
    value: 'N',
    group: 'Similarity and recall',
    summary: 'The number of rows per band; requires --bands',
    parse: requestNumber('rows'),
    commands: PLANNED,
  }),
  slots: option({
    value: 'N',
    group: 'Similarity and recall',
    default: `${DEFAULTS.slotsWithoutSample} for a recall of ${DEFAULTS.recall}, or more if needed; extended so that the signature is long enough for a recall of 0.99`,
    summary: 'The maximum number of slots in a signature',
    parse: requestNumber('slots'),
    commands: ['tune'],
  }),
  seed: option({
    value: 'N',
    group: 'Similarity and recall',
    default: `${DEFAULTS.seed}`,
    summary: 'Seed for the hash functions; the same seed gives the same result on every machine',
    parse: requestNumber('seed'),
    commands: [...SHINGLED, 'match'],
    forCommand: {
      index: {
        summary:
          'For build: seed for the hash functions; the same seed gives the same result on every machine',
      },
      match: {
        summary:
          'Seed for the random pairs that the weights are learned from; the same seed gives the same result on every machine',
      },
    },
  }),
  plan: option({
    value: 'FILE',
    completes: 'file',
    group: 'Similarity and recall',
    default: 'planned from a sample of the input',
    summary: 'Follow the plan in FILE, as printed by likewise explain --json, instead of making one',
    parse: word('--plan', 'a file'),
    commands: PLANNED,
    forCommand: {
      explain: {
        summary: 'Show the plan in FILE, as printed by --json, applied to this input, instead of making one',
      },
      tune: { summary: 'Show the curve of the plan in FILE, as printed by likewise explain --json' },
    },
  }),
  audit: option({
    value: 'N',
    bare: '1000',
    group: 'Similarity and recall',
    default: 'no audit; 1000 documents if N is omitted',
    summary:
      'Measure the recall: sample N documents, find all their pairs with an exact search, and report the share that the run found',
    parse: requestNumber('audit'),
    commands: SEARCH,
  }),
  'keep-pairs-from': option({
    value: 'FRACTION',
    group: 'Similarity and recall',
    default: 'the threshold',
    summary:
      'Also find pairs below the threshold, down to this similarity, and keep them in --run-dir or --report. You can then lower the threshold to this value, in likewise recluster or in the report, without a new search',
    parse: requestNumber('keepPairsFrom'),
    commands: PLANNED,
    forCommand: { explain: PLANNED_PAIRS, tune: PLANNED_PAIRS },
  }),
  'cluster-by': option({
    value: CHOICES.clusters.join('|'),
    choices: CHOICES.clusters,
    group: 'Similarity and recall',
    default: DEFAULTS.clusters,
    summary:
      'How to form clusters: components (everything connected by pairs) or stars (a center and the documents similar to it)',
    parse: choice('--cluster-by', CHOICES.clusters),
    commands: [...SEARCH, 'recluster'],
    forCommand: { recluster: { default: 'that of the run' } },
  }),
} as const
