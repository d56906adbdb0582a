import { CHOICES, DEFAULTS } from '../../engine/request.js'
import { ENCODINGS } from '../../read/encoding.js'
import { FORMATS, formatNote, holdsRecords, RECORD_FORMATS } from '../../read/format.js'
import { COMPARES, READS } from './command-lists.js'
import { listed } from './listed.js'
import { flag, option } from './option.js'
import { choice, delimiter, encoding, inputFormat, share, word, words } from './values.js'

/** The formats of texts without fields. */
const TEXT_FORMATS = FORMATS.filter((format) => !holdsRecords(format))

const SETS_FORMAT = {
  choices: [...FORMATS, 'sets'],
  default: 'by file extension; sets for stdin',
  summary: `The input format: ${listed([...RECORD_FORMATS, 'sets'], formatNote)}; with --text or --shingle, also ${listed(TEXT_FORMATS, formatNote)}`,
}

const PRINTS_FORMAT = {
  choices: [...RECORD_FORMATS, 'text'],
  summary: `The input format: ${RECORD_FORMATS.join(', ')} or text (.xyt files and templates)`,
}

const TABLE_FORMAT = {
  choices: RECORD_FORMATS,
  summary: 'The input format',
}

/** What is read, and how. */
export const INPUT_OPTIONS = {
  text: option({
    value: 'FIELD',
    group: 'Input',
    repeats: true,
    default: 'detected',
    summary:
      'The field that holds the text: a name, or a path such as doc.body; repeat the option to concatenate several fields',
    parse: words('--text', 'the name of a field'),
    commands: READS,
  }),
  id: option({
    value: 'FIELD',
    group: 'Input',
    default:
      'a field whose name looks like an id and whose values are unique, if there is one; otherwise the record number, from 0',
    summary: 'The field that holds the id: a name, or a path such as meta.id',
    parse: word('--id', 'the name of a field'),
    commands: [...READS, 'match'],
    forCommand: { match: { summary: 'The field that holds the id' } },
  }),
  'no-id': option({
    group: 'Input',
    summary: 'Use the record number, from 0, as the id, even if a field looks like an id',
    parse: flag,
    commands: [...READS, 'match'],
  }),
  format: option({
    value: 'FORMAT',
    choices: FORMATS,
    group: 'Input',
    default: 'by file extension; jsonl for stdin',
    summary: `The input format: ${listed(FORMATS, formatNote)}`,
    parse: inputFormat('--format'),
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
    forCommand: {
      join: SETS_FORMAT,
      probe: SETS_FORMAT,
      fingerprints: PRINTS_FORMAT,
      match: TABLE_FORMAT,
      recommend: TABLE_FORMAT,
    },
  }),
  against: option({
    value: 'OTHER',
    group: 'Input',
    repeats: true,
    completes: 'file',
    summary:
      'Compare the documents of INPUT with those of OTHER, not with each other. OTHER is an input like INPUT, the run directory of a finished run, or an index (its folder, or its address in Redis); may be repeated',
    parse: words('--against', 'a file, a folder, a glob or an index'),
    commands: COMPARES,
    forCommand: {
      explain: {
        summary:
          'Plan a comparison of the documents of INPUT with those of OTHER, not with each other. OTHER is an input like INPUT, the run directory of a finished run, or an index (its folder, or its address in Redis); may be repeated',
      },
    },
  }),
  'also-within': option({
    group: 'Input',
    summary: 'With --against, also find the pairs within INPUT, and form clusters',
    parse: flag,
    commands: COMPARES,
    forCommand: {
      dedup: { summary: 'With --against, also remove near-duplicates within INPUT' },
      explain: { summary: 'With --against, plan to find the pairs within INPUT as well' },
    },
  }),
  'against-text': option({
    value: 'FIELD',
    group: 'Input',
    repeats: true,
    default: '--text',
    summary: 'The field that holds the text in the documents of --against',
    parse: words('--against-text', 'the name of a field'),
    commands: COMPARES,
  }),
  'against-id': option({
    value: 'FIELD',
    group: 'Input',
    default: '--id',
    summary: 'The field that holds the id in the documents of --against',
    parse: word('--against-id', 'the name of a field'),
    commands: COMPARES,
  }),
  benchmarks: option({
    value: 'ITEMS',
    group: 'Input',
    repeats: true,
    completes: 'file',
    isRequired: true,
    summary: 'The benchmark items to look for, one per record: a file, a folder or a glob; may be repeated',
    parse: words('--benchmarks', 'a file, a folder or a glob'),
    commands: ['decontaminate'],
  }),
  'benchmark-text': option({
    value: 'FIELD',
    group: 'Input',
    repeats: true,
    default: 'detected in each file',
    summary: 'The field that holds the text of an item; repeat the option to concatenate several fields',
    parse: words('--benchmark-text', 'the name of a field'),
    commands: ['decontaminate'],
  }),
  'benchmark-id': option({
    value: 'FIELD',
    group: 'Input',
    default: 'detected in each file; otherwise the number of the item, from 0',
    summary: 'The field that holds the id of an item',
    parse: word('--benchmark-id', 'the name of a field'),
    commands: ['decontaminate'],
  }),
  'short-items': option({
    value: 'list|match',
    choices: ['list', 'match'],
    group: 'Similarity and recall',
    default: 'list',
    summary:
      'What to do with items that have fewer words than a shingle: list them as too short (list), or find them wherever the same words occur in the same order (match)',
    parse: choice('--short-items', ['list', 'match']),
    commands: ['decontaminate'],
  }),
  'min-overlap': option({
    value: 'FRACTION',
    group: 'Similarity and recall',
    default: '0.8',
    summary: 'The minimum share of an item’s shingles that a window of a document must contain',
    parse: share('--min-overlap'),
    commands: ['decontaminate'],
  }),
  'on-error': option({
    value: CHOICES.onError.join('|'),
    choices: CHOICES.onError,
    group: 'Input',
    default: DEFAULTS.onError,
    summary: 'What to do with a bad record: stop with an error, or skip it and report it in the summary',
    parse: choice('--on-error', CHOICES.onError),
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
  }),
  user: option({
    value: 'COLUMN',
    group: 'Input',
    default: 'detected',
    summary: 'The column that holds the customer: a name, or a number from 1',
    parse: word('--user', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  item: option({
    value: 'COLUMN',
    group: 'Input',
    default: 'detected',
    summary: 'The column that holds the item',
    parse: word('--item', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  rating: option({
    value: 'COLUMN',
    group: 'Input',
    default: 'detected',
    summary:
      'The column that holds the rating; if there is none, every row is a purchase and counts as liked',
    parse: word('--rating', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  time: option({
    value: 'COLUMN',
    group: 'Input',
    default: 'detected',
    summary:
      'The column that holds the time, as a number or a date; if there is none, rows must be in order of time',
    parse: word('--time', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  titles: option({
    value: 'FILE',
    completes: 'file',
    group: 'Input',
    summary: 'A table of items and their titles, shown in the output',
    parse: word('--titles', 'a file'),
    commands: ['recommend'],
  }),
  delimiter: option({
    value: 'CHAR',
    group: 'Input',
    default: 'detected from the first rows',
    summary: 'The field delimiter of CSV and TSV: one ASCII character, or comma, semicolon, pipe, tab, space',
    parse: delimiter,
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
  }),
  header: option({
    value: 'yes|no',
    choices: ['yes', 'no'],
    group: 'Input',
    default: 'yes, with an error if the first row looks like data',
    summary:
      'Whether the first row of CSV and TSV contains column names; if not, columns are named 1, 2, 3 and so on',
    parse: choice('--header', ['yes', 'no']),
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
    forCommand: { recommend: { default: 'detected from the first rows' } },
  }),
  encoding: option({
    value: 'NAME',
    choices: ENCODINGS,
    group: 'Input',
    default: 'detected from the first bytes',
    summary: 'The text encoding',
    parse: encoding,
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
  }),
  exclude: option({
    value: 'GLOB',
    repeats: true,
    group: 'Input',
    summary: 'Skip matching files and folders in input folders and globs; may be repeated',
    parse: words('--exclude', 'a name or a glob'),
    commands: READS,
  }),
} as const
