import { DOCUMENT_SIMILARITIES, SIMILARITIES } from '../../model/similarity.js'
import { PLANNED, SEARCH, SETS, SHINGLED } from './command-lists.js'
import { flag, option } from './option.js'
import {
  choice,
  groupSize,
  positive,
  requestNumber,
  share,
  shareOrOverlap,
  similarity,
  whole,
  word,
} from './values.js'

const SETS_THRESHOLD = {
  summary:
    'The least similarity of a pair, above 0 and at most 1, equality included; with --similarity overlap a number of elements',
}

const SETS_SIMILARITY = {
  choices: SIMILARITIES,
  summary:
    'How sets are compared: jaccard, containment (of a in b), cosine, dice, or overlap, the number shared',
}

const SETS_TOP = {
  default: 'all',
  summary: 'Only the K most similar for each; without --threshold any element in common will do',
}

/** How alike, how sure, and by which way. */
const EQUAL_SETS = {
  summary:
    'List all pairs of up to N equal sets; of more, those with the first, which connect them all. The others are counted',
}

export const ALIKE_OPTIONS = {
  as: option({
    value: 'news|news-stopwords',
    choices: ['news', 'news-stopwords'],
    group: 'How alike, how sure',
    summary:
      'Pages of one article on several sites. news: reads only the articles of HTML pages, --shingle words:3 --threshold 0.3 --cluster-by stars. news-stopwords: reads whole pages, --shingle stopwords:3 --threshold 0.4 --cluster-by stars',
    parse: choice('--as', ['news', 'news-stopwords']),
    commands: SEARCH,
  }),
  score: option({
    value: 'SHARE',
    group: 'How alike, how sure',
    default: '0.24 for prose, 0.85 for programs, and higher where --by-chance demands it',
    summary: 'Report pairs from this score on: the mean share of content and of runs of three tokens',
    parse: share('--score'),
    commands: ['plagiarism'],
  }),
  long: option({
    value: 'N',
    group: 'How alike, how sure',
    default: '40 words, 80 tokens of a program, and more where --by-chance demands it',
    summary: 'Report a pair with a passage of so many equal words, whatever its score',
    parse: whole('--long', 1, 2 ** 31),
    commands: ['plagiarism'],
  }),
  'by-chance': option({
    value: 'N',
    group: 'How alike, how sure',
    default: '1',
    summary:
      'Expect at most N of the reported pairs to be similar by chance: independent answers to one question are similar, too. With ten documents or more, --score and --long are raised until that holds, unless you set them',
    parse: positive('--by-chance'),
    commands: ['plagiarism'],
  }),
  'score-by': option({
    value: 'evidence|points',
    choices: ['evidence', 'points'],
    group: 'How alike, how sure',
    default: 'evidence',
    summary:
      'The probability of a match, learned from the data, or points: 100 a field less the squared distance, as a share of what is possible',
    parse: choice('--score-by', ['evidence', 'points']),
    commands: ['match'],
  }),
  threshold: option({
    short: 't',
    value: 'SHARE',
    group: 'How alike, how sure',
    default: '0.8',
    summary: 'The least similarity of a pair, above 0 and at most 1, equality included',
    parse: shareOrOverlap('--threshold'),
    commands: [...PLANNED, ...SETS, 'recluster', 'match', 'index'],
    forCommand: {
      join: SETS_THRESHOLD,
      probe: SETS_THRESHOLD,
      recluster: {
        default: 'none: it must be given',
        summary: 'The new least similarity of a pair, from what the run kept (--keep-pairs-from) up to 1',
      },
      match: {
        default: '0.5 for evidence, the one with the best expected F1 for points',
        summary: 'The least score of a pair, above 0 and at most 1',
      },
    },
  }),
  similarity: option({
    value: 'NAME',
    choices: DOCUMENT_SIMILARITIES,
    group: 'How alike, how sure',
    default: 'jaccard',
    summary:
      'How the shingles of two documents are compared: jaccard, containment (the share of a that is in b; always searched exactly), cosine or dice',
    parse: similarity('--similarity'),
    commands: [...PLANNED, ...SETS, 'index'],
    forCommand: {
      join: SETS_SIMILARITY,
      probe: SETS_SIMILARITY,
      index: {
        summary:
          'How query compares documents: jaccard, containment (the share of the document in the stored one), cosine or dice',
      },
    },
  }),
  top: option({
    short: 'k',
    value: 'K',
    group: 'How alike, how sure',
    default: '10',
    summary: 'Only the K best for each',
    parse: whole('--top', 1, 2 ** 31),
    commands: [...SETS, 'recommend', 'fingerprints'],
    forCommand: { join: SETS_TOP, probe: SETS_TOP },
  }),
  'one-to-one': option({
    group: 'How alike, how sure',
    summary:
      'Let each record be in one pair only, even if the tables hold duplicates: the pairs that are best together',
    parse: flag,
    commands: ['match'],
  }),
  'check-field': option({
    value: 'FIELD',
    group: 'How alike, how sure',
    summary: 'Leave this field out of the comparison and estimate by it how many of the pairs are true',
    parse: word('--check-field', 'the name of a field'),
    commands: ['match'],
  }),
  partners: option({
    value: 'N',
    group: 'How alike, how sure',
    default: '10, more for less than 20,000 records',
    summary: 'With how many others each record is compared: those that share most with it',
    parse: whole('--partners', 1, 1_000_000),
    commands: ['match'],
  }),
  recall: option({
    short: 'r',
    value: 'SHARE',
    group: 'How alike, how sure',
    default: '0.95',
    summary: 'How sure: the least probability with which a pair at the threshold is found',
    parse: requestNumber('recall'),
    commands: [...PLANNED, 'index'],
  }),
  method: option({
    value: 'bands|exact',
    choices: ['bands', 'exact'],
    group: 'How alike, how sure',
    default: 'the cheaper one, by a sample; exact for recall 1',
    summary: 'Bands of signatures, or an exact search, which misses nothing',
    parse: choice('--method', ['bands', 'exact']),
    commands: PLANNED,
  }),
  'max-group': option({
    value: 'N|all',
    group: 'How alike, how sure',
    default: '2000',
    summary:
      'List all pairs of a document with up to N similar documents, itself counted; of two documents that both have more, list a pair only where it connects them. Clusters do not change',
    parse: groupSize('--max-group'),
    commands: [...PLANNED, ...SETS],
    forCommand: { join: EQUAL_SETS, probe: EQUAL_SETS },
  }),
  bands: option({
    value: 'N',
    group: 'How alike, how sure',
    summary: 'Show the curve of this many bands; with --rows, instead of --threshold and --recall',
    parse: whole('--bands', 1, 2 ** 16),
    commands: ['tune'],
  }),
  rows: option({
    value: 'N',
    group: 'How alike, how sure',
    summary: 'Rows in a band',
    parse: whole('--rows', 1, 2 ** 16),
    commands: ['tune'],
  }),
  slots: option({
    value: 'N',
    group: 'How alike, how sure',
    default: '128, or as many as the recall needs',
    summary: 'The most slots of a signature: bands × rows',
    parse: whole('--slots', 1, 2 ** 16),
    commands: ['tune'],
  }),
  seed: option({
    value: 'N',
    group: 'How alike, how sure',
    default: '1',
    summary: 'The random choice of hash functions; the same seed gives the same result everywhere',
    parse: requestNumber('seed'),
    commands: [...SHINGLED, 'match'],
    forCommand: {
      match: {
        summary: 'The random choice of pairs to learn from; the same seed gives the same result everywhere',
      },
    },
  }),
  plan: option({
    value: 'FILE',
    completes: 'file',
    group: 'How alike, how sure',
    default: 'made from a sample of the input',
    summary: 'Follow the plan in this file, as explain --json prints it or as a result carries it',
    parse: word('--plan', 'a file'),
    commands: PLANNED,
  }),
  audit: option({
    value: 'N',
    bare: '1000',
    group: 'How alike, how sure',
    default: 'no audit; 1000 where no number is given',
    summary: 'Draw so many documents, find their true pairs exactly, and print the measured recall',
    parse: requestNumber('audit'),
    commands: SEARCH,
  }),
  'keep-pairs-from': option({
    value: 'SHARE',
    group: 'How alike, how sure',
    default: 'the threshold',
    summary:
      'Find pairs from this similarity on, with the requested recall, and keep them in --run-dir for other thresholds: recluster',
    parse: requestNumber('keepPairsFrom'),
    commands: PLANNED,
  }),
  'cluster-by': option({
    value: 'components|stars',
    choices: ['components', 'stars'],
    group: 'How alike, how sure',
    default: 'components',
    summary: 'All that is tied by any chain of pairs, or a center and what is alike to it',
    parse: choice('--cluster-by', ['components', 'stars']),
    commands: [...SEARCH, 'recluster'],
  }),
} as const
