import { option } from './option.js'
import { assignments, list, word } from './values.js'

/** Which fields of the records are compared, and how. */
export const FIELD_OPTIONS = {
  fields: option({
    value: 'A,B,C',
    group: 'Fields',
    default: 'all that both tables have, except ids',
    summary: 'The fields to compare',
    parse: list('--fields', 'field names separated by commas'),
    commands: ['match'],
  }),
  ignore: option({
    value: 'A,B,C',
    group: 'Fields',
    summary: 'Fields not to compare, such as one that holds the correct answer',
    parse: list('--ignore', 'field names separated by commas'),
    commands: ['match'],
  }),
  map: option({
    value: 'A=B,…',
    group: 'Fields',
    default: 'by equal names, then by equal words in the values',
    summary: 'Fields that have different names in the two tables, such as title=name',
    parse: assignments('--map', 'FIELD=FIELD pairs separated by commas'),
    commands: ['match'],
  }),
  kinds: option({
    value: 'A=KIND,…',
    group: 'Fields',
    default: 'guessed from names and values',
    summary: 'What each field holds: name, address, phone, date, code, amount, email or text',
    parse: assignments('--kinds', 'FIELD=KIND pairs separated by commas, such as mobile=phone'),
    commands: ['match'],
  }),
  weights: option({
    value: 'A=N,…',
    group: 'Fields',
    default: '1 for each',
    summary: 'Factors by which fields count more or less than they otherwise would, such as phone=2,city=0.5',
    parse: assignments('--weights', 'FIELD=NUMBER pairs separated by commas'),
    commands: ['match'],
  }),
  nicknames: option({
    value: 'FILE',
    completes: 'file',
    group: 'Fields',
    default: 'a built-in table of English given names, with a few German and French ones',
    summary: 'Given names that count as the same name, one group per line: william,bill,will',
    parse: word('--nicknames', 'a file of names'),
    commands: ['match'],
  }),
  labels: option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary:
      'Pairs that you have labeled, to learn how much each field counts: a table with the columns a, b (ids) and match (yes or no; rows without a label are ignored)',
    parse: word('--labels', 'a table of labeled pairs'),
    commands: ['match'],
  }),
  'suggest-labels': option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary: 'Write the 50 pairs that are most useful to label, with their values and an empty match column',
    parse: word('--suggest-labels', 'a file, or - for stdout'),
    commands: ['match'],
  }),
  model: option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary: 'Apply a model written by --save-model instead of learning from these tables',
    parse: word('--model', 'a file'),
    commands: ['match'],
  }),
  'save-model': option({
    value: 'FILE',
    completes: 'file',
    group: 'Labels and models',
    summary: 'Write the learned model, to apply it to other tables with the same fields',
    parse: word('--save-model', 'a file, or - for stdout'),
    commands: ['match'],
  }),
} as const
