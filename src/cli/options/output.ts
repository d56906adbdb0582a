import { REPORTS, SEARCH, SETS, WRITES } from './command-lists.js'
import { flag, option } from './option.js'
import { word } from './values.js'

/** What is written, and where. */
export const OUTPUT_OPTIONS = {
  scores: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the score of every pair that was compared here',
    parse: word('--scores', 'a file, or - for stdout'),
    commands: ['fingerprints'],
  }),
  recommendations: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write here what to recommend to each customer, with the reasons',
    parse: word('--recommendations', 'a file, or - for stdout'),
    commands: ['recommend'],
  }),
  'similar-customers': option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write here for each customer the most similar ones',
    parse: word('--similar-customers', 'a file, or - for stdout'),
    commands: ['recommend'],
  }),
  'similar-items': option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write here for each item the most similar ones',
    parse: word('--similar-items', 'a file, or - for stdout'),
    commands: ['recommend'],
  }),
  pairs: option({
    short: 'p',
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the pairs here: a, b and similarity',
    parse: word('--pairs', 'a file, or - for stdout'),
    commands: [...SEARCH, ...SETS, 'recluster', 'match', 'fingerprints'],
    forCommand: {
      match: { summary: 'Write the pairs here: a, b, the score and the points of each field' },
      fingerprints: {
        summary: 'Write the pairs here: a, b and score; with --probe the best prints for each',
      },
    },
  }),
  clusters: option({
    short: 'c',
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the clusters here: cluster, members, size, pairs, minSimilarity, meanSimilarity',
    parse: word('--clusters', 'a file, or - for stdout'),
    commands: ['find', 'dedup', 'recluster', 'match', 'recommend', 'fingerprints'],
  }),
  explain: option({
    group: 'Output',
    summary:
      'Say why: print ten pairs side by side, from the surest down, and write the reason with each pair',
    parse: flag,
    commands: ['match'],
  }),
  kept: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.kept.jsonl, .csv, .tsv or .parquet, as the input',
    summary: 'Write the documents that are kept here',
    parse: word('--kept', 'a file, or - for stdout'),
    commands: ['dedup'],
  }),
  removed: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.removed.jsonl, .csv, .tsv or .parquet, as the input',
    summary: 'Write the removed ones here, each with its reason, its survivor and their similarity',
    parse: word('--removed', 'a file, or - for stdout'),
    commands: ['dedup', 'recluster'],
    forCommand: {
      recluster: {
        default: 'nowhere',
        summary: 'Write here which documents would be removed: id and survivor',
      },
    },
  }),
  manifest: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.manifest.json',
    summary: 'Write here what restore needs',
    parse: word('--manifest', 'a file'),
    commands: ['dedup'],
  }),
  report: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary:
      'Write a page to look at here: pairs side by side, clusters, a histogram with a threshold to move. One HTML file that needs no other and no network',
    parse: word('--report', 'a file, or - for stdout'),
    commands: [...SEARCH, 'plagiarism'],
    forCommand: {
      plagiarism: {
        default: 'INPUT.plagiarism.html',
        summary: 'Write the page with the passages side by side here',
      },
    },
  }),
  copies: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.plagiarism.jsonl',
    summary: 'Write the pairs with their scores and passages here',
    parse: word('--copies', 'a file, or - for stdout'),
    commands: ['plagiarism'],
  }),
  out: option({
    short: 'o',
    value: 'FOLDER',
    completes: 'folder',
    group: 'Output',
    default: 'the folder of the input',
    summary: 'The folder for files that are not named one by one; made if it is not there',
    parse: word('--out', 'a folder'),
    commands: ['dedup', 'restore', 'plagiarism'],
    forCommand: {
      restore: {
        default: 'the folder of the manifest',
        summary: 'The folder for the restored files; made if it is not there',
      },
      plagiarism: { default: 'the current folder' },
    },
  }),
  output: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Restore the one file here (- for stdout), or the folder that was deduplicated as this folder',
    parse: word('--output', 'a file, or - for stdout'),
    commands: ['restore'],
  }),
  svg: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Draw the curve here too',
    parse: word('--svg', 'a file, or - for stdout'),
    commands: ['tune', 'fingerprints'],
    forCommand: {
      fingerprints: {
        summary:
          'Draw the curves here: false matches against false non-matches, and how often the right finger is among the first so many',
      },
    },
  }),
  force: option({
    group: 'Output',
    summary: 'Overwrite output files that exist; without it they are an error, before any work is done',
    parse: flag,
    commands: WRITES,
  }),
  'dry-run': option({
    group: 'Output',
    summary: 'Search and report what would be removed and which files would be written, and write nothing',
    parse: flag,
    commands: ['dedup'],
  }),
  count: option({
    group: 'Output',
    summary: 'Only count the pairs, and print their number on stdout',
    parse: flag,
    commands: SETS,
  }),
  json: option({
    group: 'Output',
    summary: 'Print one JSON object on stdout, and nothing else there',
    parse: flag,
    commands: REPORTS,
  }),
} as const
