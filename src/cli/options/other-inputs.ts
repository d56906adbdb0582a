import { LANGUAGES } from '../plagiarism/languages.js'
import { SETS } from './command-lists.js'
import { flag, option } from './option.js'
import { choice, word } from './values.js'

/** The inputs of single commands: collections to compare with, submissions and their authors, and sets. */
export const OTHER_INPUT_OPTIONS = {
  in: option({
    value: 'INPUT',
    completes: 'file',
    group: 'Input',
    summary: 'Treat A and B as the ids of two documents in this input',
    parse: word('--in', 'a file, a folder or a glob'),
    commands: ['compare'],
  }),
  base: option({
    value: 'INPUT',
    completes: 'file',
    group: 'Input',
    summary: 'A text, program or folder that everyone was given; passages from it are ignored',
    parse: word('--base', 'a file, a folder or a glob'),
    commands: ['plagiarism'],
  }),
  submissions: option({
    group: 'Input',
    summary:
      'Treat each subfolder of an input folder as one submission, named after the folder: its texts form one document and its programs another',
    parse: flag,
    commands: ['plagiarism'],
  }),
  author: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'The field that holds the author; records of the same author are not compared with each other',
    parse: word('--author', 'the name of a field'),
    commands: ['plagiarism'],
  }),
  language: option({
    value: 'NAME',
    choices: LANGUAGES,
    group: 'Input',
    default: 'by the extension of the file name or id; prose if the extension is unknown or missing',
    summary: 'Treat all inputs as prose, or as a family of programming languages',
    parse: choice('--language', LANGUAGES),
    commands: ['plagiarism'],
  }),
  list: option({
    value: 'FIELD',
    group: 'Input',
    default: 'the first field that is an array',
    summary: 'The field that holds the elements of a set: an array, or a text (see --separator)',
    parse: word('--list', 'the name of a field'),
    commands: SETS,
  }),
  separator: option({
    value: 'TEXT',
    group: 'Input',
    default: 'white space; a text that is a JSON array is read as a list',
    summary: 'What separates the elements of a set in a text field',
    parse: word('--separator', 'one or more characters'),
    commands: SETS,
  }),
  set: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'For one element per record: the field that names the set; requires --element',
    parse: word('--set', 'the name of a field'),
    commands: SETS,
  }),
  element: option({
    value: 'FIELD',
    group: 'Input',
    summary: 'For one element per record: the field that holds the element; requires --set',
    parse: word('--element', 'the name of a field'),
    commands: SETS,
  }),
  times: option({
    value: 'FIELD',
    group: 'Input',
    summary:
      'For one element per record: the field that holds the number of copies, such as a count or a rating',
    parse: word('--times', 'the name of a field'),
    commands: SETS,
  }),
} as const
