import { checkChoice } from '../model/check.js'
import type { Document } from '../model/document.js'
import { InvalidOption, InvalidValue } from '../model/errors.js'
import { compareFields, type FieldValue, readField } from './field-order.js'

/**
 * Which member of a cluster is kept:
 * - `'first'`: the first in input order;
 * - `'centre'`: the centre of a star cluster, to which every other member was verified alike;
 * - `'longest'`: the one with the most characters of text, counted in code points;
 * - `{ field, prefer }`: the one with the largest or smallest number, date or text in a field, such as the newest;
 *   members without the field come last;
 * - `{ sources }`: the one whose `source` stands first in the list; sources that are not listed come last;
 * - a function that gets the members and all documents and returns the position of the member to keep.
 */
export type SurvivorPolicy<Input extends Document = Document> =
  | 'first'
  | 'centre'
  | 'longest'
  | { readonly field: string; readonly prefer: 'largest' | 'smallest' }
  | { readonly sources: readonly string[] }
  | ((members: readonly number[], documents: readonly Input[]) => number)

/**
 * The member of a cluster that is kept. Ties go to the first in input order.
 *
 * @param members positions of at least one document, in any order
 * @param documents all documents of the input
 * @param centre of the star, for the policy `'centre'`
 * @example chooseSurvivor([0, 2], documents, { field: 'date', prefer: 'largest' }) // the newer of the two
 */
export function chooseSurvivor<Input extends Document>(
  members: readonly number[],
  documents: readonly Input[],
  policy: SurvivorPolicy<Input>,
  centre?: number,
): number {
  if (members.length === 0) throw new InvalidValue('a cluster', members, undefined, 'one member or more')
  for (const member of members) {
    if (documents[member] === undefined) {
      throw new InvalidValue('a member', member, undefined, `positions of the ${documents.length} documents`)
    }
  }
  const rising = [...members].sort((one, other) => one - other)
  if (policy === 'first') return rising[0]!
  if (policy === 'centre') {
    if (centre === undefined || !members.includes(centre))
      throw new InvalidOption('survivor', policy, 'another policy, or use star clusters')
    return centre
  }
  if (policy === 'longest') return greatest(rising, (member) => codePoints(documents[member]!.text))
  if (typeof policy === 'function') return chosenBy(policy, rising, documents)
  if (typeof policy === 'object' && policy !== null) {
    if ('sources' in policy) return bySource(rising, documents, policy.sources)
    if ('field' in policy) return byField(rising, documents, policy.field, policy.prefer)
  }
  throw unknownPolicy(policy)
}

/** Refuses what is no policy, before any cluster is looked at. */
export function checkSurvivorPolicy<Input extends Document>(policy: SurvivorPolicy<Input>): void {
  const named =
    policy === 'first' || policy === 'centre' || policy === 'longest' || typeof policy === 'function'
  if (named) return
  if (typeof policy !== 'object' || policy === null || !('sources' in policy || 'field' in policy)) {
    throw unknownPolicy(policy)
  }
}

function unknownPolicy(policy: unknown): InvalidOption {
  const policies = "'first', 'centre', 'longest', { field, prefer }, { sources } or a function"
  return new InvalidOption('survivor', policy, policies)
}

function greatest(rising: readonly number[], score: (member: number) => number): number {
  let best = rising[0]!
  let bestScore = score(best)
  for (const member of rising.slice(1)) {
    const memberScore = score(member)
    if (memberScore > bestScore) [best, bestScore] = [member, memberScore]
  }
  return best
}

function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i += text.codePointAt(i)! > 0xffff ? 2 : 1) count++
  return count
}

function bySource(
  rising: readonly number[],
  documents: readonly Document[],
  sources: readonly string[],
): number {
  if (!Array.isArray(sources)) throw new InvalidOption('sources', sources, 'a list of names of sources')
  return greatest(rising, (member) => {
    const rank = sources.indexOf(fieldOf(documents[member]!, 'source'))
    return rank < 0 ? -sources.length : -rank
  })
}

function byField(
  rising: readonly number[],
  documents: readonly Document[],
  field: string,
  prefer: 'largest' | 'smallest',
): number {
  checkChoice('prefer', prefer, ['largest', 'smallest'])
  const sign = prefer === 'largest' ? 1 : -1
  let best: { readonly member: number; readonly value: FieldValue } | undefined
  for (const member of rising) {
    const raw = fieldOf(documents[member]!, field)
    const value = readField(raw)
    if (value === undefined) continue
    const what = `the field ${JSON.stringify(field)}`
    if (value === 'unordered') throw new InvalidValue(what, raw, member, 'a number, a date or a text')
    if (best !== undefined && best.value.kind !== value.kind) {
      throw new InvalidValue(what, raw, member, `a ${best.value.kind}, as at position ${best.member}`)
    }
    if (best === undefined || sign * compareFields(value, best.value) > 0) best = { member, value }
  }
  return best?.member ?? rising[0]!
}

function fieldOf(document: Document, field: string): unknown {
  return (document as unknown as Readonly<Record<string, unknown>>)[field]
}

function chosenBy<Input extends Document>(
  choose: (members: readonly number[], documents: readonly Input[]) => number,
  rising: readonly number[],
  documents: readonly Input[],
): number {
  const chosen = choose(rising.slice(), documents)
  if (!rising.includes(chosen))
    throw new InvalidOption('survivor', chosen, 'a function that returns a member')
  return chosen
}
