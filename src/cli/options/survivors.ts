import { flag, option } from './option.js'
import { survivorPolicy, word, words } from './values.js'

/** Which of several similar documents is kept. */
export const SURVIVOR_OPTIONS = {
  survivor: option({
    value: 'POLICY',
    choices: ['first', 'longest', 'center', 'field:NAME:largest', 'field:NAME:smallest', 'sources:A,B,C'],
    completes: 'nothing',
    group: 'Survivors',
    default: 'first; for containment, longest',
    summary:
      'Which of several similar documents to keep: first, longest, field:NAME:largest, field:NAME:smallest or sources:A,B,C; with --one-per-cluster --cluster-by stars, also center',
    parse: survivorPolicy,
    commands: ['dedup', 'recluster'],
    forCommand: {
      dedup: { default: 'first; for containment and with --as, longest' },
      recluster: {
        summary:
          'Which of several similar documents likewise dedup would keep: first or longest; for a run of likewise dedup that stored the field, also field:NAME:largest, field:NAME:smallest or sources:A,B,C; with --one-per-cluster --cluster-by stars, also center',
      },
    },
  }),
  'one-per-cluster': option({
    group: 'Survivors',
    summary:
      'Keep only one document per cluster, and remove even those that are connected to it only through other documents. By default, every removed document is similar to a kept one',
    parse: flag,
    commands: ['dedup', 'recluster'],
  }),
  decisions: option({
    value: 'FILE',
    completes: 'file',
    group: 'Survivors',
    summary:
      'Apply the decisions in FILE, which you can save from the page that --report writes. JSON Lines of {"keep": ID}, {"different": [ID, ID]} and {"keepSource": SOURCE}',
    parse: word('--decisions', 'a file'),
    commands: ['dedup'],
  }),
  'keep-source': option({
    value: 'SOURCE',
    repeats: true,
    completes: 'nothing',
    group: 'Survivors',
    summary: 'Never remove documents from this source (a value of the --source field); may be repeated',
    parse: words('--keep-source', 'the name of a source'),
    commands: ['dedup'],
  }),
  source: option({
    value: 'FIELD',
    group: 'Survivors',
    default: 'source',
    summary:
      'The field that holds the source of a document, used by --survivor sources:…, --keep-source and the removal rates in the summary',
    parse: word('--source', 'the name of a field'),
    commands: ['dedup'],
  }),
} as const
