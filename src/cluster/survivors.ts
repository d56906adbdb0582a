import type { Document } from '../model/document.js'
import { InvalidOption, InvalidValue } from '../model/errors.js'
import { orderBySurvival } from './survival-order.js'
import { checkSurvivorPolicy, type SurvivorPolicy } from './survivor-policy.js'

/**
 * Returns the member of a cluster that is kept. On a tie, the first in the input wins.
 *
 * @param members positions of at least one document, in any order
 * @param documents all documents of the input
 * @param center of the star, for the policy `'center'`
 * @example chooseSurvivor([0, 2], documents, { field: 'date', prefer: 'largest' }) // the newer of the two
 */
export function chooseSurvivor<Input extends Document>(
  members: readonly number[],
  documents: readonly Input[],
  policy: SurvivorPolicy<Input>,
  center?: number,
): number {
  if (members.length === 0) throw new InvalidValue('a cluster', members, undefined, 'at least one member')
  for (const member of members) {
    if (documents[member] === undefined) {
      throw new InvalidValue(
        'a member',
        member,
        undefined,
        `the position of one of the ${documents.length} documents`,
      )
    }
  }
  const rising = [...members].sort((one, other) => one - other)
  if (policy === 'first') return rising[0]!
  if (policy === 'center') {
    if (center === undefined || !members.includes(center))
      throw new InvalidOption('survivor', policy, 'another policy, or star clusters')
    return center
  }
  if (typeof policy === 'function') return chosenBy(policy, rising, documents)
  checkSurvivorPolicy(policy)
  return orderBySurvival(Uint32Array.from(rising), policy, (member) => documents[member]!)[0]!
}

/** Calls a function, and checks its return value. */
export function chosenBy<Input extends Document>(
  choose: (members: readonly number[], documents: readonly Input[]) => number,
  rising: readonly number[],
  documents: readonly Input[],
): number {
  const chosen = choose(rising.slice(), documents)
  if (!rising.includes(chosen))
    throw new InvalidOption('survivor', chosen, 'a function that returns a member')
  return chosen
}
