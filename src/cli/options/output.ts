import { REPORTS, SEARCH, SETS, WRITES } from './command-lists.js'
import { flag, option } from './option.js'
import { choice, word } from './values.js'

/** What is written, and where. */
export const OUTPUT_OPTIONS = {
  scores: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the score of every compared pair to FILE',
    parse: word('--scores', 'a file, or - for stdout'),
    commands: ['fingerprints'],
  }),
  recommendations: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the recommendations for each customer, with the reasons, to FILE',
    parse: word('--recommendations', 'a file, or - for stdout'),
    commands: ['recommend'],
  }),
  'similar-customers': option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the most similar customers of each customer to FILE',
    parse: word('--similar-customers', 'a file, or - for stdout'),
    commands: ['recommend'],
  }),
  'similar-items': option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the most similar items of each item to FILE',
    parse: word('--similar-items', 'a file, or - for stdout'),
    commands: ['recommend'],
  }),
  pairs: option({
    short: 'p',
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the pairs to FILE: a, b and similarity',
    parse: word('--pairs', 'a file, or - for stdout'),
    commands: [...SEARCH, ...SETS, 'recluster', 'match', 'fingerprints'],
    forCommand: {
      match: { summary: 'Write the pairs to FILE: a, b, the score and the points of each field' },
      fingerprints: {
        summary: 'Write the pairs to FILE: a, b and score; with --probe, the best prints for each',
      },
    },
  }),
  clusters: option({
    short: 'c',
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the clusters to FILE: cluster, members, size, pairs, minSimilarity, meanSimilarity',
    parse: word('--clusters', 'a file, or - for stdout'),
    commands: ['find', 'dedup', 'recluster', 'match', 'recommend', 'fingerprints'],
  }),
  explain: option({
    group: 'Output',
    summary:
      'Explain the matches: print ten pairs side by side, the most certain first, and write the reason with each pair',
    parse: flag,
    commands: ['match'],
  }),
  kept: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.kept.jsonl, .csv, .tsv or .parquet, like the input',
    summary: 'Write the kept documents to FILE',
    parse: word('--kept', 'a file, or - for stdout'),
    commands: ['dedup', 'decontaminate'],
  }),
  removed: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.removed.jsonl, .csv, .tsv or .parquet, like the input',
    summary: 'Write the removed documents to FILE, each with the reason, its survivor and their similarity',
    parse: word('--removed', 'a file, or - for stdout'),
    commands: ['dedup', 'recluster', 'decontaminate'],
    forCommand: {
      recluster: {
        default: 'not written',
        summary: 'Write the documents that dedup would remove to FILE: id and survivor',
      },
    },
  }),
  manifest: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.manifest.json',
    summary: 'Write what restore needs to FILE',
    parse: word('--manifest', 'a file'),
    commands: ['dedup', 'decontaminate'],
  }),
  remove: option({
    value: 'documents|spans',
    choices: ['documents', 'spans'],
    group: 'Output',
    default: 'documents',
    summary: 'Remove contaminated documents, or write them to --edited as well without the spans of items',
    parse: choice('--remove', ['documents', 'spans']),
    commands: ['decontaminate'],
  }),
  edited: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.edited.jsonl',
    summary: 'With --remove spans, write the contaminated documents without the spans here',
    parse: word('--edited', 'a file, or - for stdout'),
    commands: ['decontaminate'],
  }),
  report: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary:
      'Write a page to look at here: pairs side by side, clusters, a histogram with a threshold to move. One HTML file that needs no other and no network',
    parse: word('--report', 'a file, or - for stdout'),
    commands: [...SEARCH, 'plagiarism', 'match', 'decontaminate'],
    forCommand: {
      decontaminate: {
        default: 'INPUT.contamination.jsonl',
        summary: 'Write here which items which documents contain, and which items are too short',
      },
      match: {
        summary:
          'Write a page to look at here: how fields agree in matches and in other pairs, pairs field by field with what each field says, clusters, and pairs worth marking. One HTML file that needs no other and no network',
      },
      plagiarism: {
        default: 'INPUT.plagiarism.html',
        summary: 'Write a page that shows the passages side by side to FILE',
      },
    },
  }),
  open: option({
    group: 'Output',
    summary:
      'Open the page in a browser when it is written: that of BROWSER, or the default one; without --report, in a temporary file',
    parse: flag,
    commands: [...SEARCH, 'plagiarism', 'match'],
    forCommand: {
      plagiarism: {
        summary: 'Open the page in a browser when it is written: that of BROWSER, or the default one',
      },
    },
  }),
  copies: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.plagiarism.jsonl',
    summary: 'Write the pairs with their scores and passages to FILE',
    parse: word('--copies', 'a file, or - for stdout'),
    commands: ['plagiarism'],
  }),
  out: option({
    short: 'o',
    value: 'FOLDER',
    completes: 'folder',
    group: 'Output',
    default: 'the folder of the input',
    summary: 'The folder for output files without a name of their own; created if missing',
    parse: word('--out', 'a folder'),
    commands: ['dedup', 'restore', 'plagiarism', 'decontaminate'],
    forCommand: {
      restore: {
        default: 'the folder of the manifest',
        summary: 'The folder for the restored files; created if missing',
      },
      plagiarism: { default: 'the current folder' },
    },
  }),
  output: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'The path of the restored file (- for stdout), or of the restored folder',
    parse: word('--output', 'a file, or - for stdout'),
    commands: ['restore'],
  }),
  svg: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Also draw the curve to FILE',
    parse: word('--svg', 'a file, or - for stdout'),
    commands: ['tune', 'fingerprints'],
    forCommand: {
      fingerprints: {
        summary:
          'Draw the curves to FILE: false matches against false non-matches, and how often the right finger is among the top results',
      },
    },
  }),
  force: option({
    group: 'Output',
    summary: 'Overwrite existing output files; without it, they are an error before any work is done',
    parse: flag,
    commands: WRITES,
  }),
  'dry-run': option({
    group: 'Output',
    summary: 'Report what would be removed and which files would be written, without writing anything',
    parse: flag,
    commands: ['dedup', 'decontaminate'],
  }),
  count: option({
    group: 'Output',
    summary: 'Print only the number of pairs',
    parse: flag,
    commands: SETS,
  }),
  json: option({
    group: 'Output',
    summary: 'Print the result as one JSON object on stdout',
    parse: flag,
    commands: REPORTS,
  }),
} as const
