import { InvalidOption } from '../../model/errors.js'
import { parseDuration } from '../../model/parse-duration.js'
import { DEFAULT_CONTAINMENT, DEFAULT_LIMIT, MAX_LIMIT } from '../../store/limits.js'
import { COMPARES, INDEXED, SERVING } from './command-lists.js'
import { flag, forEach, option } from './option.js'
import { share, whole, word } from './values.js'

const CONTAINMENT =
  'a document counts as contained in another if the other has at least this share of its shingles; off: do not detect containment, which halves the size of the index'

const DURATION = 'a duration such as 90s, 30m, 12h or 30d'

function duration(name: string): (text: string) => number {
  return (text) => {
    const milliseconds = parseDuration(text)
    if (!(milliseconds > 0)) throw new InvalidOption(name, text, DURATION)
    return milliseconds
  }
}

/** How a live index is built and queried. */
export const LIVE_INDEX_OPTIONS = {
  namespace: option({
    value: 'NAME',
    group: 'Index',
    default: 'the unnamed namespace',
    summary: 'The namespace to use; namespaces are independent of each other',
    parse: word('--namespace', 'a name'),
    commands: ['index', ...COMPARES],
    forCommand: forEach(COMPARES, { summary: 'With an index in --against, the namespace to compare with' }),
  }),
  containment: option({
    value: 'FRACTION|off',
    completes: 'nothing',
    group: 'Index',
    default: `${DEFAULT_CONTAINMENT}`,
    summary: `For build: ${CONTAINMENT}`,
    parse: (text: string) => (text === 'off' ? false : share('--containment')(text)),
    commands: INDEXED,
    forCommand: forEach(SERVING, { summary: `For a new index: ${CONTAINMENT}` }),
  }),
  'keep-texts': option({
    group: 'Index',
    summary: 'For build: store the texts as well',
    parse: flag,
    commands: INDEXED,
    forCommand: forEach(SERVING, { summary: 'For a new index: store the texts as well' }),
  }),
  prefix: option({
    value: 'TEXT',
    group: 'Index',
    default: 'likewise',
    summary:
      'The prefix of all keys of an index in Redis; indexes with different prefixes can share a server',
    parse: word('--prefix', 'a text'),
    commands: [...INDEXED, ...COMPARES],
    forCommand: forEach(COMPARES, {
      summary: 'If the index in --against is in Redis, the prefix of all its keys',
    }),
  }),
  add: option({
    group: 'Index',
    summary: 'With an index in --against, add the kept documents to it',
    parse: flag,
    commands: ['dedup'],
  }),
  limit: option({
    value: 'N',
    group: 'Index',
    default: `${DEFAULT_LIMIT}`,
    summary: 'For query and check: the maximum number of matches per document',
    parse: whole('--limit', 1, MAX_LIMIT),
    commands: ['index'],
  }),
  'max-age': option({
    value: 'DURATION',
    group: 'Index',
    summary: 'Expire documents this long after they were added, such as 30d',
    parse: duration('--max-age'),
    commands: INDEXED,
  }),
  'max-idle': option({
    value: 'DURATION',
    group: 'Index',
    summary: 'Expire documents this long after they were added or last matched by check, such as 7d',
    parse: duration('--max-idle'),
    commands: INDEXED,
    forCommand: {
      mcp: {
        summary:
          'Expire documents this long after they were added or last matched by check_duplicate, such as 7d',
      },
    },
  }),
  'max-documents': option({
    value: 'N',
    group: 'Index',
    summary: 'The maximum number of documents in a namespace; the least recently used expire first',
    parse: whole('--max-documents', 1, 2 ** 40),
    commands: INDEXED,
  }),
} as const
