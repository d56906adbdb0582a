import { checkChoice } from '../model/check.js'
import type { Document } from '../model/document.js'
import { InvalidOption, InvalidValue } from '../model/errors.js'
import { compareFields, type FieldValue, readField } from './field-order.js'
import type { SurvivorPolicy } from './survivor-policy.js'

/** The policies that rank documents by their content. */
export type RankingPolicy = Exclude<SurvivorPolicy, 'first' | 'center' | ((...args: never) => unknown)>

/**
 * Orders documents by the preference of a policy, best first; ties stay in input order.
 *
 * @param members ascending positions
 * @param documentOf called once for each member; only the ranked value of its result is kept
 * @throws InvalidValue if a field holds values that have no order
 */
export function orderBySurvival(
  members: Uint32Array,
  policy: RankingPolicy,
  documentOf: (member: number) => Document,
): Uint32Array {
  const compare = rankMembers(members, policy, documentOf)
  const order = Uint32Array.from(members, (_, i) => i)
  return order.sort((i, j) => compare(i, j) || i - j).map((i) => members[i]!)
}

/** Compares two members by their numbers in the list: below 0 where the first is preferred. */
function rankMembers(
  members: Uint32Array,
  policy: RankingPolicy,
  documentOf: (member: number) => Document,
): (i: number, j: number) => number {
  if (policy !== 'longest' && 'field' in policy) return rankByField(members, policy, documentOf)
  const score = policy === 'longest' ? lengthScore : sourceScore(policy.sources)
  const scores = Float64Array.from(members, (member) => score(documentOf(member)))
  return (i, j) => scores[j]! - scores[i]!
}

function lengthScore({ text }: Document): number {
  return codePoints(text)
}

function sourceScore(sources: readonly unknown[]): (document: Document) => number {
  if (!Array.isArray(sources)) throw new InvalidOption('sources', sources, 'a list of names of sources')
  return (document) => {
    const rank = sources.indexOf(fieldOf(document, 'source'))
    return rank < 0 ? -sources.length : -rank
  }
}

function rankByField(
  members: Uint32Array,
  { field, prefer }: { readonly field: string; readonly prefer: 'largest' | 'smallest' },
  documentOf: (member: number) => Document,
): (i: number, j: number) => number {
  checkChoice('prefer', prefer, ['largest', 'smallest'])
  const what = `the field ${JSON.stringify(field)}`
  let known: { readonly member: number; readonly kind: FieldValue['kind'] } | undefined
  const values = Array.from(members, (member) => {
    const raw = fieldOf(documentOf(member), field)
    const value = readField(raw)
    if (value === undefined) return undefined
    if (value === 'unordered') throw new InvalidValue(what, raw, member, 'a number, a date or a text')
    known ??= { member, kind: value.kind }
    if (known.kind !== value.kind) {
      throw new InvalidValue(what, raw, member, `a ${known.kind}, as at position ${known.member}`)
    }
    return value
  })
  const sign = prefer === 'largest' ? -1 : 1
  return (i, j) => {
    const [one, other] = [values[i], values[j]]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined)
    return sign * compareFields(one, other)
  }
}

function fieldOf(document: Document, field: string): unknown {
  return (document as unknown as Readonly<Record<string, unknown>>)[field]
}

function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i += text.codePointAt(i)! > 0xffff ? 2 : 1) count++
  return count
}
