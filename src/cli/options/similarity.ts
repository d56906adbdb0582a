import { CHOICES, DEFAULTS } from '../../engine/request.js'
import {
  DOCUMENT_SIMILARITIES,
  type DocumentSimilarity,
  minJaccard,
  SIMILARITIES,
  similarityNote,
} from '../../model/similarity.js'
import { INDEXED, PLANNED, SEARCH, SERVING, SETS } from './command-lists.js'
import { listed } from './listed.js'
import { flag, forEach, option } from './option.js'
import { choice, positive, share, shareOrOverlap, similarity, whole, word } from './values.js'

/** What help says about a similarity of documents. Signatures cannot find some at any threshold. */
function documentNote(similarity: DocumentSimilarity): string | undefined {
  const notes = [
    similarityNote(similarity) ?? [],
    minJaccard(similarity, 1) === 0 ? 'always an exact search' : [],
  ].flat()
  return notes.length === 0 ? undefined : notes.join('; ')
}

const SETS_THRESHOLD = {
  summary:
    'Report pairs with at least this similarity (above 0, at most 1); with --similarity overlap, with at least this many shared elements',
}

const SETS_SIMILARITY = {
  choices: SIMILARITIES,
  summary: `How to compare two sets a and b: ${listed(SIMILARITIES, similarityNote)}`,
}

const SETS_TOP = {
  default: 'all',
  summary:
    'Report only the K most similar sets for each set; without --threshold, one shared element is enough',
}

const NEWS_OF_DEDUP = {
  summary:
    'A preset for pages of the same article on several sites. news: read only the article of each HTML page, with --shingle words:3 --threshold 0.3 --cluster-by stars --survivor longest. news-stopwords: read whole pages, with --shingle stopwords:3 --threshold 0.4 --cluster-by stars --survivor longest',
}

const PLANNED_THRESHOLD = {
  summary: 'Plan a search for pairs with at least this similarity (above 0, at most 1)',
}

export const SIMILARITY_OPTIONS = {
  as: option({
    value: 'news|news-stopwords',
    choices: ['news', 'news-stopwords'],
    group: 'Similarity and recall',
    summary:
      'A preset for pages of the same article on several sites. news: read only the article of each HTML page, with --shingle words:3 --threshold 0.3 --cluster-by stars. news-stopwords: read whole pages, with --shingle stopwords:3 --threshold 0.4 --cluster-by stars',
    parse: choice('--as', ['news', 'news-stopwords']),
    commands: SEARCH,
    forCommand: { dedup: NEWS_OF_DEDUP },
  }),
  score: option({
    value: 'FRACTION',
    group: 'Similarity and recall',
    default: '0.24 for prose and 0.85 for programs; higher if --by-chance requires it',
    summary:
      'Report pairs with at least this score. The score is the mean of two shares: the share of content words, and the share of three-token runs, that the two documents have in common',
    parse: share('--score'),
    commands: ['plagiarism'],
  }),
  long: option({
    value: 'N',
    group: 'Similarity and recall',
    default: '40 words, or 80 tokens of a program; more if --by-chance requires it',
    summary: 'Also report pairs that share a passage of at least N words, whatever their score',
    parse: whole('--long', 1, 2 ** 31),
    commands: ['plagiarism'],
  }),
  'by-chance': option({
    value: 'N',
    group: 'Similarity and recall',
    default: '1',
    summary:
      'Accept about N false alarms: pairs that are similar only by chance, as independent answers to the same question can be. With ten or more documents, --score and --long are raised until at most N are expected, unless you set them; --score is raised less for pairs of unusual documents',
    parse: positive('--by-chance'),
    commands: ['plagiarism'],
  }),
  'score-by': option({
    value: 'evidence|points',
    choices: ['evidence', 'points'],
    group: 'Similarity and recall',
    default: 'evidence',
    summary:
      'Score pairs by evidence (the probability of a match, learned from the data) or by points (the points of all fields, as a share of the maximum)',
    parse: choice('--score-by', ['evidence', 'points']),
    commands: ['match'],
  }),
  threshold: option({
    short: 't',
    value: 'FRACTION',
    group: 'Similarity and recall',
    default: `${DEFAULTS.threshold}`,
    summary: 'Report pairs with at least this similarity (above 0, at most 1)',
    parse: shareOrOverlap('--threshold'),
    commands: [...PLANNED, ...SETS, 'recluster', 'match', ...INDEXED],
    forCommand: {
      dedup: {
        summary: 'Documents with at least this similarity count as near-duplicates (above 0, at most 1)',
      },
      explain: PLANNED_THRESHOLD,
      tune: PLANNED_THRESHOLD,
      join: SETS_THRESHOLD,
      probe: SETS_THRESHOLD,
      recluster: {
        isRequired: true,
        summary:
          'The new threshold: at most 1, and at least the lowest similarity at which the run kept pairs',
      },
      index: {
        summary:
          'For build: the lowest similarity that the index can find; for query: report matches with at least this similarity',
        default: `for build, ${DEFAULTS.threshold}; for query, the lowest possible`,
      },
      ...forEach(SERVING, { summary: 'For a new index: the lowest similarity that it can find' }),
      match: {
        default: '0.5 for evidence; for points, the score with the best expected F1',
        summary: 'Report pairs with at least this score (above 0, at most 1)',
      },
    },
  }),
  similarity: option({
    value: 'NAME',
    choices: CHOICES.similarity,
    group: 'Similarity and recall',
    default: DEFAULTS.similarity,
    summary: `How to compare the shingles of two documents a and b: ${listed(DOCUMENT_SIMILARITIES, documentNote)}`,
    parse: similarity('--similarity'),
    commands: [...PLANNED, ...SETS, 'index'],
    forCommand: {
      join: SETS_SIMILARITY,
      probe: SETS_SIMILARITY,
      index: {
        summary: `How query compares a document a with a stored document b: ${listed(DOCUMENT_SIMILARITIES, similarityNote)}`,
      },
    },
  }),
  top: option({
    short: 'k',
    value: 'K',
    group: 'Similarity and recall',
    default: '10',
    summary: 'Recommend up to K items per customer',
    parse: whole('--top', 1, 2 ** 31),
    commands: [...SETS, 'recommend', 'fingerprints'],
    forCommand: {
      join: SETS_TOP,
      probe: SETS_TOP,
      fingerprints: { summary: 'With --probe, report up to K prints for each print of PROBES' },
    },
  }),
  'cluster-threshold': option({
    value: 'FRACTION',
    group: 'Similarity and recall',
    summary:
      'With one table, merge records into clusters only if their score is at least this (above 0, at most 1). A value above --threshold limits clusters to the most certain matches, while --pairs still lists the others',
    default: 'the threshold of pairs',
    parse: share('--cluster-threshold'),
    commands: ['match'],
  }),
  'one-to-one': option({
    group: 'Similarity and recall',
    summary:
      'With two tables, use each record in at most one pair, choosing the pairs that are best overall. By default, this is done only if the tables contain few duplicates and the threshold is at least 0.5',
    parse: flag,
    commands: ['match'],
  }),
  'check-field': option({
    value: 'FIELD',
    group: 'Similarity and recall',
    summary: 'Leave this field out of the comparison and use it to estimate the precision',
    parse: word('--check-field', 'the name of a field'),
    commands: ['match'],
  }),
  partners: option({
    value: 'N',
    group: 'Similarity and recall',
    default: '10; more if there are fewer than 20,000 records',
    summary: 'Compare each record with the N others that have the most in common with it',
    parse: whole('--partners', 1, 1_000_000),
    commands: ['match'],
  }),
} as const
