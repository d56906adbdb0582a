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
    summary: 'For each customer, write the most similar customers to FILE',
    parse: word('--similar-customers', 'a file, or - for stdout'),
    commands: ['recommend'],
  }),
  'similar-items': option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'For each item, write the most similar items to FILE',
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
        summary:
          'Write the pairs to FILE: a, b and score; with --probe, the most similar prints for each print of PROBES',
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
    forCommand: {
      match: {
        summary:
          'With one table, write the clusters to FILE: cluster, members, size, pairs, minSimilarity, meanSimilarity',
      },
      recommend: {
        summary:
          'Write the groups of similar items to FILE: cluster, members, size, pairs, minSimilarity, meanSimilarity',
      },
      fingerprints: {
        summary:
          'Without --probe, write the clusters to FILE: cluster, members, size, pairs, minScore, meanScore',
      },
    },
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
    default: 'INPUT.kept, with the extension of its format',
    summary: 'Write the kept documents to FILE',
    parse: word('--kept', 'a file, or - for stdout'),
    commands: ['dedup', 'decontaminate'],
    forCommand: { decontaminate: { default: 'TRAIN.kept, with the extension of its format' } },
  }),
  removed: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.removed, with the extension of its format',
    summary: 'Write the removed documents to FILE, each with the reason, its survivor and their similarity',
    parse: word('--removed', 'a file, or - for stdout'),
    commands: ['dedup', 'recluster', 'decontaminate'],
    forCommand: {
      recluster: {
        default: 'not written',
        summary: 'Write a list to FILE of the documents that likewise dedup would remove: id and survivor',
      },
      decontaminate: {
        default: 'TRAIN.removed, with the extension of its format',
        summary: 'Write the removed documents to FILE, each with an item that it contains and the overlap',
      },
    },
  }),
  manifest: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.manifest.json',
    summary: 'Write the manifest to FILE, from which likewise restore rebuilds the input',
    parse: word('--manifest', 'a file'),
    commands: ['dedup', 'decontaminate'],
    forCommand: { decontaminate: { default: 'TRAIN.manifest.json' } },
  }),
  remove: option({
    value: 'documents|spans',
    choices: ['documents', 'spans'],
    group: 'Output',
    default: 'documents',
    summary:
      'What to remove: whole documents that contain an item, or only the spans that do. With spans, these documents are also written to --edited, with the spans cut out',
    parse: choice('--remove', ['documents', 'spans']),
    commands: ['decontaminate'],
  }),
  edited: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'TRAIN.edited.jsonl',
    summary:
      'With --remove spans, write the contaminated documents to FILE, without the spans that contain items',
    parse: word('--edited', 'a file, or - for stdout'),
    commands: ['decontaminate'],
  }),
  report: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary:
      'Write an interactive report to FILE, one self-contained HTML page: pairs side by side, clusters, and a histogram with a movable threshold',
    parse: word('--report', 'a file, or - for stdout'),
    commands: [...SEARCH, 'plagiarism', 'match', 'decontaminate'],
    forCommand: {
      decontaminate: {
        default: 'TRAIN.contamination.jsonl',
        summary: 'Write a report to FILE: which documents contain which items, and which items are too short',
      },
      match: {
        summary:
          'Write an interactive report to FILE, one self-contained HTML page: how often each field agrees in matches and in other pairs, pairs with the evidence of each field, clusters, and pairs worth labeling',
      },
      plagiarism: {
        default: 'INPUT.plagiarism.html',
        summary: 'Write an HTML page to FILE that shows the shared passages side by side',
      },
    },
  }),
  open: option({
    group: 'Output',
    summary:
      'Open the report in a browser: $BROWSER, or the default one; without --report, the report is a temporary file',
    parse: flag,
    commands: [...SEARCH, 'plagiarism', 'match'],
    forCommand: {
      plagiarism: {
        summary: 'Open the report in a browser: $BROWSER, or the default one',
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
    summary: 'The folder for output files that no other option names; created if missing',
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
    summary: 'Also draw the curve to FILE, as SVG',
    parse: word('--svg', 'a file, or - for stdout'),
    commands: ['tune', 'fingerprints'],
    forCommand: {
      fingerprints: {
        summary:
          'Draw two curves to FILE, as SVG: false matches against false non-matches, and how often the correct finger is among the top results',
      },
    },
  }),
  force: option({
    group: 'Output',
    summary:
      'Overwrite existing output files; by default, an existing file is an error, reported before any work is done',
    parse: flag,
    commands: WRITES,
    forCommand: {
      index: {
        summary:
          'Overwrite an existing index in a folder (build; not one in Redis) or an existing file (snapshot)',
      },
    },
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
