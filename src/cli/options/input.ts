import { ENCODINGS } from '../../read/encoding.js'
import { FORMATS } from '../../read/format.js'
import { LANGUAGES } from '../plagiarism/languages.js'
import { READS, SETS } from './command-lists.js'
import { flag, option } from './option.js'
import { choice, delimiter, encoding, inputFormat, word, words } from './values.js'

const SETS_FORMAT = {
  choices: [...FORMATS, 'sets'],
  default: 'by the extension of the file; for stdin sets',
  summary: 'The format of the input; sets: one set per line; lines and text: documents',
}

const PRINTS_FORMAT = {
  choices: FORMATS,
  summary: 'The format of the input; text: minutiae as NBIS writes them, or a template',
}

/** What is read, and how. */
export const INPUT_OPTIONS = {
  text: option({
    value: 'FIELD',
    group: 'Input',
    repeats: true,
    summary:
      'The field that holds the text, a name or a path (doc.body); repeated: several, joined; detected by default',
    parse: words('--text', 'the name of a field'),
    commands: READS,
  }),
  id: option({
    value: 'FIELD',
    group: 'Input',
    default: 'detected: named like an id, and distinct in all records; else the number of the record, from 0',
    summary: 'The field that holds the id, by its name or a path (meta.id)',
    parse: word('--id', 'the name of a field'),
    commands: [...READS, 'match'],
    forCommand: { match: { summary: 'The field that holds the id' } },
  }),
  'no-id': option({
    group: 'Input',
    summary: 'Use the number of the record, from 0, as its id, even where a field looks like one',
    parse: flag,
    commands: [...READS, 'match'],
  }),
  format: option({
    value: 'FORMAT',
    choices: FORMATS,
    group: 'Input',
    default: 'by the extension of the file; for stdin jsonl',
    summary: 'The format of the input; lines: one document per line; text: one document per file',
    parse: inputFormat('--format'),
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
    forCommand: { join: SETS_FORMAT, probe: SETS_FORMAT, fingerprints: PRINTS_FORMAT },
  }),
  'on-error': option({
    value: 'stop|skip',
    choices: ['stop', 'skip'],
    group: 'Input',
    default: 'stop',
    summary: 'What a bad record does: end the run, or be left out, counted and listed',
    parse: choice('--on-error', ['stop', 'skip']),
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
  }),
  user: option({
    value: 'COLUMN',
    group: 'Input',
    summary: 'The column that says who; found by its name or its place, as the next three',
    parse: word('--user', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  item: option({
    value: 'COLUMN',
    group: 'Input',
    summary: 'The column that says what was bought or rated',
    parse: word('--item', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  rating: option({
    value: 'COLUMN',
    group: 'Input',
    summary: 'The column that says how it was liked; without one every row is a purchase, and liked',
    parse: word('--rating', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  time: option({
    value: 'COLUMN',
    group: 'Input',
    summary:
      'The column that says when, a number or a date; without one the order of the rows counts for repeats',
    parse: word('--time', 'the name or the number of a column'),
    commands: ['recommend'],
  }),
  titles: option({
    value: 'FILE',
    completes: 'file',
    group: 'Input',
    summary: 'A table of items and their titles, for what a person reads',
    parse: word('--titles', 'a file'),
    commands: ['recommend'],
  }),
  delimiter: option({
    value: 'CHAR',
    group: 'Input',
    default: 'detected by the first rows',
    summary:
      'What separates the fields of CSV and TSV: one ASCII character, \\t for a tab, or comma, semicolon, pipe, tab, space',
    parse: delimiter,
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
  }),
  header: option({
    value: 'yes|no',
    choices: ['yes', 'no'],
    group: 'Input',
    default: 'yes; an error where the first row looks like data',
    summary: 'Whether the first row of CSV and TSV names the columns; with no they are called 1, 2, 3, …',
    parse: choice('--header', ['yes', 'no']),
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
  }),
  encoding: option({
    value: 'NAME',
    choices: ENCODINGS,
    group: 'Input',
    default: 'detected by the first bytes',
    summary: 'How text is encoded',
    parse: encoding,
    commands: [...READS, 'match', 'recommend', 'fingerprints'],
  }),
  exclude: option({
    value: 'GLOB',
    repeats: true,
    group: 'Input',
    summary: 'Files and folders to leave out where a folder or a glob finds them; may be repeated',
    parse: words('--exclude', 'a name or a glob'),
    commands: READS,
  }),
  in: option({
    value: 'INPUT',
    completes: 'file',
    group: 'Input',
    summary: 'Take A and B as the ids of two documents of this input',
    parse: word('--in', 'a file, a folder or a glob'),
    commands: ['compare'],
  }),
  base: option({
    value: 'INPUT',
    completes: 'file',
    group: 'Input',
    summary: 'A text, program or folder that everybody was given: what stands in it does not count',
    parse: word('--base', 'a file, a folder or a glob'),
    commands: ['plagiarism'],
  }),
  submissions: option({
    group: 'Input',
    summary:
      'Each folder directly below an input folder is one submission: its texts are one document, its programs another, named after the folder',
    parse: flag,
    commands: ['plagiarism'],
  }),
  author: option({
    value: 'FIELD',
    group: 'Input',
    summary:
      'The field that names the author of a record: records of one author are not compared with each other',
    parse: word('--author', 'the name of a field'),
    commands: ['plagiarism'],
  }),
  language: option({
    value: 'NAME',
    choices: LANGUAGES,
    group: 'Input',
    default: 'by the ending of the file or the id; prose for the rest',
    summary: 'What all inputs are: prose, or a family of programming languages',
    parse: choice('--language', LANGUAGES),
    commands: ['plagiarism'],
  }),
  list: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'The field that holds the elements of a set; found by itself where it is a list',
    parse: word('--list', 'the name of a field'),
    commands: SETS,
  }),
  separator: option({
    value: 'TEXT',
    group: 'Input',
    default: 'white space, or a JSON list',
    summary: 'What separates the elements in a field that is a text',
    parse: word('--separator', 'one or more characters'),
    commands: SETS,
  }),
  set: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'One element a record: the field that names the set; with --element',
    parse: word('--set', 'the name of a field'),
    commands: SETS,
  }),
  element: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'One element a record: the field that holds the element; with --set',
    parse: word('--element', 'the name of a field'),
    commands: SETS,
  }),
  times: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'One element a record: the field that says how many copies, a count or a rating',
    parse: word('--times', 'the name of a field'),
    commands: SETS,
  }),
} as const
