import { flag, option } from './option.js'
import { survivorPolicy, word } from './values.js'

/** Who stays of those that are alike. */
export const SURVIVOR_OPTIONS = {
  survivor: option({
    value: 'POLICY',
    choices: ['first', 'longest', 'center', 'field:NAME:largest', 'field:NAME:smallest', 'sources:A,B,C'],
    completes: 'nothing',
    group: 'Survivors',
    default: 'first',
    summary:
      'Which document is kept of those that are similar: first, longest, field:NAME:largest, field:NAME:smallest or sources:A,B,C; with --one-per-cluster --cluster-by stars also center',
    parse: survivorPolicy,
    commands: ['dedup', 'recluster'],
  }),
  'one-per-cluster': option({
    group: 'Survivors',
    summary:
      'Keep only one document of each cluster, even where only a chain of pairs connects the others to it; by default every removed document is similar to a kept one',
    parse: flag,
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
