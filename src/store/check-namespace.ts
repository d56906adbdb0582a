import { UnreadableInput } from '../model/errors.js'
import { count } from '../model/quantities.js'
import type { LiveIndex } from './live-index.js'

/** The number of namespaces that an error lists. */
const SHOWN = 5

/**
 * Rejects a namespace to read from if it does not exist but others have documents: its name is most likely wrong.
 *
 * @param index the index, or any namespace of it
 */
export async function checkNamespace(index: LiveIndex, name = ''): Promise<void> {
  const names = await index.namespaces()
  if (names.includes(name) || !(await hasDocuments(index, names))) return
  throw new UnreadableInput(
    index.location,
    name === '' ? 'the unnamed namespace has no documents' : `there is no namespace ${JSON.stringify(name)}`,
    hintOf(names),
  )
}

async function hasDocuments(index: LiveIndex, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const { documents } = await index.namespace(name).stats()
    if (documents > 0) return true
  }
  return false
}

function hintOf(names: readonly string[]): string {
  const named = names.filter((name) => name !== '')
  if (named.length === 0) return 'leave the namespace out: the index has only the unnamed one'
  const more = named.length - SHOWN
  const list = `${named.slice(0, SHOWN).join(', ')}${more > 0 ? `, and ${count(more)} more` : ''}`
  return `use one of its namespaces: ${list}${names.length > named.length ? '; or leave it out for the unnamed one' : ''}`
}
