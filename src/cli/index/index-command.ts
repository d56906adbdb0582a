import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { UsageError } from '../usage-error.js'
import { addDocuments, buildIndex, removeDocuments } from './change-index.js'
import { compactIndex, indexStats, restoreIndex, snapshotIndex } from './keep-index.js'
import { lookUpDocuments } from './look-up.js'
import { closedBeforeEnd } from './until-ended.js'

type Action = (
  index: string,
  operands: readonly string[],
  values: OptionValues,
  context: Context,
) => Promise<Outcome>

/** The implementation of each action, and the operands it expects after the index. */
const ACTIONS: Readonly<
  Record<string, { readonly wants: '' | 'INPUT…' | 'ID…' | 'FILE'; readonly run: Action }>
> = {
  build: { wants: 'INPUT…', run: buildIndex },
  add: { wants: 'INPUT…', run: addDocuments },
  query: { wants: 'INPUT…', run: (...args) => lookUpDocuments('query', ...args) },
  check: { wants: 'INPUT…', run: (...args) => lookUpDocuments('check', ...args) },
  remove: { wants: 'ID…', run: removeDocuments },
  stats: { wants: '', run: indexStats },
  compact: { wants: '', run: compactIndex },
  snapshot: { wants: 'FILE', run: snapshotIndex },
  restore: { wants: 'FILE', run: restoreIndex },
}

/** `likewise index ACTION INDEX …` */
export async function index(
  [action = '', folder = '', ...rest]: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const found = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (found === undefined) {
    throw new UsageError(`unknown action ${action}`, `use one of ${Object.keys(ACTIONS).join(', ')}`)
  }
  const isMissing = found.wants !== '' && rest.length === 0
  const isTooMuch = (found.wants === '' && rest.length > 0) || (found.wants === 'FILE' && rest.length > 1)
  if (isMissing || isTooMuch) {
    throw new UsageError(
      `index ${action} requires ${found.wants === '' ? 'INDEX and nothing else' : `INDEX ${found.wants}`}`,
      'see likewise help index',
    )
  }
  return closedBeforeEnd(context.lifetime, found.run(folder, rest, values, context))
}
