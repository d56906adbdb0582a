import { InvalidOption } from '../../model/errors.js'
import { parseDuration } from '../../model/parse-duration.js'
import { flag, option } from './option.js'
import { share, whole, word } from './values.js'

const DURATION = 'a duration such as 90s, 30m, 12h or 30d'

function duration(name: string): (text: string) => number {
  return (text) => {
    const milliseconds = parseDuration(text)
    if (!(milliseconds > 0)) throw new InvalidOption(name, text, DURATION)
    return milliseconds
  }
}

/** How a live index is built and asked. */
export const LIVE_INDEX_OPTIONS = {
  namespace: option({
    value: 'NAME',
    group: 'Index',
    default: 'the one without a name',
    summary: 'The part of the index to use; parts do not see each other',
    parse: word('--namespace', 'a name'),
    commands: ['index'],
  }),
  containment: option({
    value: 'SHARE|off',
    completes: 'nothing',
    group: 'Index',
    default: '0.9',
    summary:
      'The min share of a document that another must have to contain it, set by build; off: do not look for it, which halves the index',
    parse: (text: string) => (text === 'off' ? false : share('--containment')(text)),
    commands: ['index'],
  }),
  'keep-texts': option({
    group: 'Index',
    summary: 'Store the texts, too; set by build',
    parse: flag,
    commands: ['index'],
  }),
  limit: option({
    value: 'N',
    group: 'Index',
    default: '10',
    summary: 'The most matches of each document, for query and check',
    parse: whole('--limit', 1, 10_000),
    commands: ['index'],
  }),
  'max-age': option({
    value: 'DURATION',
    group: 'Index',
    summary: 'Let documents expire this long after they were added, such as 30d',
    parse: duration('--max-age'),
    commands: ['index'],
  }),
  'max-idle': option({
    value: 'DURATION',
    group: 'Index',
    summary: 'Let documents expire this long after they were added or last matched by check, such as 7d',
    parse: duration('--max-idle'),
    commands: ['index'],
  }),
  'max-documents': option({
    value: 'N',
    group: 'Index',
    summary: 'The most documents of a namespace; those least recently used go first',
    parse: whole('--max-documents', 1, 2 ** 40),
    commands: ['index'],
  }),
} as const
