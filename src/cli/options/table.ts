import { FORMATS } from '../../read/format.js'
import { flag, type Option, option } from './option.js'
import { choice, share, shingleKind, survivorPolicy, whole, word } from './values.js'

const SEARCH = ['find', 'dedup'] as const
const TEXTS = ['find', 'dedup', 'compare'] as const
const REPORTS = ['find', 'dedup', 'restore', 'compare', 'tune'] as const

/** Every option of every command, by its name without the dashes. */
const OPTIONS = {
  // Input
  text: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'The field that holds the text; found by itself where it has a usual name',
    parse: word('--text', 'the name of a field'),
    commands: TEXTS,
  }),
  id: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'The field that holds the id; without it the id is the number of the record, from 0',
    parse: word('--id', 'the name of a field'),
    commands: TEXTS,
  }),
  format: option({
    value: 'FORMAT',
    choices: FORMATS,
    group: 'Input',
    default: 'by the ending of the file; jsonl for stdin',
    summary: 'The format of the input',
    parse: choice('--format', FORMATS),
    commands: TEXTS,
  }),
  'on-error': option({
    value: 'stop|skip',
    choices: ['stop', 'skip'],
    group: 'Input',
    default: 'stop',
    summary: 'What a bad record does: end the run, or be left out, counted and listed',
    parse: choice('--on-error', ['stop', 'skip']),
    commands: SEARCH,
  }),
  in: option({
    value: 'INPUT',
    completes: 'file',
    group: 'Input',
    summary: 'Take A and B as the ids of two documents of this input',
    parse: word('--in', 'a file, a folder or a glob'),
    commands: ['compare'],
  }),
  // How alike, how sure
  threshold: option({
    short: 't',
    value: 'SHARE',
    group: 'How alike, how sure',
    default: '0.8',
    summary: 'How alike: the least Jaccard similarity of a pair, above 0 and at most 1, equality included',
    parse: share('--threshold'),
    commands: ['find', 'dedup', 'tune'],
  }),
  recall: option({
    short: 'r',
    value: 'SHARE',
    group: 'How alike, how sure',
    default: '0.95',
    summary: 'How sure: the least probability with which a pair at the threshold is found',
    parse: share('--recall'),
    commands: ['find', 'dedup', 'tune'],
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
    parse: whole('--seed', 0, 2 ** 32 - 1),
    commands: TEXTS,
  }),
  'cluster-by': option({
    value: 'components|stars',
    choices: ['components', 'stars'],
    group: 'How alike, how sure',
    default: 'components',
    summary: 'All that is tied by any chain of pairs, or a centre and what is alike to it',
    parse: choice('--cluster-by', ['components', 'stars']),
    commands: SEARCH,
  }),
  // Shingles
  shingle: option({
    short: 's',
    value: 'KIND:K',
    choices: ['words:5', 'chars:9', 'stopwords:3'],
    completes: 'nothing',
    group: 'Shingles',
    default: 'words:5',
    summary:
      'What documents are compared by: words:K in a row, chars:K, or stopwords:K, a stop word and what follows',
    parse: shingleKind,
    commands: TEXTS,
  }),
  'stop-words': option({
    value: 'LANGUAGE|FILE',
    completes: 'file',
    group: 'Shingles',
    default: 'en',
    summary: 'The stop words: a language by its code, or a file of words',
    parse: word('--stop-words', 'a code such as de, or a file of words'),
    commands: TEXTS,
  }),
  bag: option({
    group: 'Shingles',
    summary: 'Count repeated shingles',
    parse: flag,
    commands: TEXTS,
  }),
  nfkc: option({
    group: 'Shingles',
    summary: 'One form for letters that look alike (Unicode NFKC)',
    parse: flag,
    commands: TEXTS,
  }),
  case: option({
    value: 'fold|keep',
    choices: ['fold', 'keep'],
    group: 'Shingles',
    default: 'fold',
    summary: 'Whether upper and lower case are the same',
    parse: choice('--case', ['fold', 'keep']),
    commands: TEXTS,
  }),
  punctuation: option({
    value: 'keep|remove',
    choices: ['keep', 'remove'],
    group: 'Shingles',
    default: 'keep',
    summary: 'Whether punctuation is dropped first: then don’t is one word',
    parse: choice('--punctuation', ['keep', 'remove']),
    commands: TEXTS,
  }),
  whitespace: option({
    value: 'collapse|remove|keep',
    choices: ['collapse', 'remove', 'keep'],
    group: 'Shingles',
    default: 'collapse',
    summary: 'What becomes of white space: one blank for each run, none, or as it is',
    parse: choice('--whitespace', ['collapse', 'remove', 'keep']),
    commands: TEXTS,
  }),
  segment: option({
    value: 'runs|dictionary',
    choices: ['runs', 'dictionary'],
    group: 'Shingles',
    default: 'runs',
    summary: 'How words are found: runs of letters and digits, or a dictionary for scripts without spaces',
    parse: choice('--segment', ['runs', 'dictionary']),
    commands: TEXTS,
  }),
  // Survivors
  survivor: option({
    value: 'POLICY',
    choices: ['first', 'longest', 'centre', 'field:NAME:largest', 'field:NAME:smallest', 'sources:A,B,C'],
    completes: 'nothing',
    group: 'Survivors',
    default: 'first',
    summary:
      'Which member of a cluster is kept: first, longest, centre (with --cluster-by stars), field:NAME:largest, field:NAME:smallest or sources:A,B,C',
    parse: survivorPolicy,
    commands: ['dedup'],
  }),
  source: option({
    value: 'FIELD',
    group: 'Survivors',
    default: 'source',
    summary: 'The field that says where a document comes from, for sources: and for the removal rates',
    parse: word('--source', 'the name of a field'),
    commands: ['dedup'],
  }),
  // Output
  pairs: option({
    short: 'p',
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the pairs here: a, b and similarity',
    parse: word('--pairs', 'a file, or - for stdout'),
    commands: SEARCH,
  }),
  clusters: option({
    short: 'c',
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the clusters here: cluster, members, size, pairs, leastSimilarity, meanSimilarity',
    parse: word('--clusters', 'a file, or - for stdout'),
    commands: SEARCH,
  }),
  kept: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.kept.jsonl',
    summary: 'Write the documents that are kept here',
    parse: word('--kept', 'a file, or - for stdout'),
    commands: ['dedup'],
  }),
  removed: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    default: 'INPUT.removed.jsonl',
    summary: 'Write the removed ones here, each with its reason, its survivor and their similarity',
    parse: word('--removed', 'a file, or - for stdout'),
    commands: ['dedup'],
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
  out: option({
    short: 'o',
    value: 'FOLDER',
    completes: 'folder',
    group: 'Output',
    default: 'the folder of the input',
    summary: 'The folder for files that are not named one by one; made if it is not there',
    parse: word('--out', 'a folder'),
    commands: ['dedup', 'restore'],
  }),
  output: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Write the one input that was deduplicated here; - for stdout',
    parse: word('--output', 'a file, or - for stdout'),
    commands: ['restore'],
  }),
  svg: option({
    value: 'FILE',
    completes: 'file',
    group: 'Output',
    summary: 'Draw the curve here too',
    parse: word('--svg', 'a file, or - for stdout'),
    commands: ['tune'],
  }),
  json: option({
    group: 'Output',
    summary: 'Print one JSON object on stdout, and nothing else there',
    parse: flag,
    commands: REPORTS,
  }),
  // Running
  workers: option({
    short: 'w',
    value: 'N',
    group: 'Running',
    default: 'the number of cores',
    summary: 'Worker threads; the result does not depend on them',
    parse: whole('--workers', 1, 1024),
    commands: SEARCH,
  }),
  quiet: option({
    short: 'q',
    group: 'Running',
    summary: 'Print no summary and no progress',
    parse: flag,
    commands: ['find', 'dedup', 'restore'],
  }),
  help: option({
    short: 'h',
    group: 'Running',
    summary: 'Show the help of the command',
    parse: flag,
    commands: ['find', 'dedup', 'restore', 'compare', 'tune', 'completion', 'help'],
  }),
} as const

export type OptionName = keyof typeof OPTIONS

/** What was given, by name; an option that was not given is not there. */
export type OptionValues = { readonly [Name in OptionName]?: ReturnType<(typeof OPTIONS)[Name]['parse']> }

/** The table as a list, in its order. */
export const OPTION_LIST: readonly (Option<unknown> & { readonly name: OptionName })[] = (
  Object.entries(OPTIONS) as [OptionName, Option<unknown>][]
).map(([name, row]) => ({ name, ...row }))
