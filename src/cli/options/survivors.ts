import { option } from './option.js'
import { survivorPolicy, word } from './values.js'

/** Who stays of those that are alike. */
export const SURVIVOR_OPTIONS = {
  survivor: option({
    value: 'POLICY',
    choices: ['first', 'longest', 'centre', 'field:NAME:largest', 'field:NAME:smallest', 'sources:A,B,C'],
    completes: 'nothing',
    group: 'Survivors',
    default: 'first',
    summary:
      'Which member of a cluster is kept: first, longest, centre (with --cluster-by stars), field:NAME:largest, field:NAME:smallest or sources:A,B,C',
    parse: survivorPolicy,
    commands: ['dedup', 'recluster'],
  }),
  source: option({
    value: 'FIELD',
    group: 'Survivors',
    default: 'source',
    summary: 'The field that says where a document comes from, for sources: and for the removal rates',
    parse: word('--source', 'the name of a field'),
    commands: ['dedup'],
  }),
} as const
