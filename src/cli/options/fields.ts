import { option } from './option.js'
import { assignments, list, word } from './values.js'

/** Which fields of records play which part. */
export const FIELD_OPTIONS = {
  fields: option({
    value: 'A,B,C',
    group: 'Fields',
    default: 'all that both tables have, but ids',
    summary: 'The fields that are compared',
    parse: list('--fields', 'names of fields with commas between'),
    commands: ['match'],
  }),
  ignore: option({
    value: 'A,B,C',
    group: 'Fields',
    summary: 'Fields that are not compared, such as an answer that is known already',
    parse: list('--ignore', 'names of fields with commas between'),
    commands: ['match'],
  }),
  map: option({
    value: 'A=B,…',
    group: 'Fields',
    default: 'by equal names, then by equal words in the values',
    summary: 'Which field of the second table holds what a field of the first does, such as title=name',
    parse: assignments('--map', 'FIELD=FIELD with commas between'),
    commands: ['match'],
  }),
  kinds: option({
    value: 'A=KIND,…',
    group: 'Fields',
    default: 'guessed from names and values',
    summary: 'What fields hold: name, address, phone, date, code, amount, email or text',
    parse: assignments('--kinds', 'FIELD=KIND with commas between, such as mobile=phone'),
    commands: ['match'],
  }),
  weights: option({
    value: 'A=N,…',
    group: 'Fields',
    default: '1 for each',
    summary: 'How often the points of a field count, such as phone=2,city=0.5',
    parse: assignments('--weights', 'FIELD=NUMBER with commas between'),
    commands: ['match'],
  }),
  nicknames: option({
    value: 'FILE',
    completes: 'file',
    group: 'Fields',
    default: 'a small table of English names',
    summary: 'Names of one person, a group a line with commas between: william,bill,will',
    parse: word('--nicknames', 'a file of names'),
    commands: ['match'],
  }),
  labels: option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary:
      'Pairs that you have judged, a table with the columns a, b (ids) and match (yes or no; empty rows are passed over): they set how much each field counts',
    parse: word('--labels', 'a table of judged pairs'),
    commands: ['match'],
  }),
  'suggest-labels': option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary:
      'Write the 50 pairs that are most worth a judgement here, with their values and an empty column match',
    parse: word('--suggest-labels', 'a file, or - for stdout'),
    commands: ['match'],
  }),
  model: option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary: 'Apply what --save-model wrote to these tables, instead of learning from them',
    parse: word('--model', 'a file'),
    commands: ['match'],
  }),
  'save-model': option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary: 'Write what was learned about the fields here, for other rows of the same kind',
    parse: word('--save-model', 'a file, or - for stdout'),
    commands: ['match'],
  }),
} as const
