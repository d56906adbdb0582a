import type { Document } from '../model/document.js'
import { InvalidOption } from '../model/errors.js'
import { type DocumentSimilarity, isSymmetric } from '../model/similarity.js'

/**
 * Which document is kept of those that are similar:
 * - `'first'`: the first in input order;
 * - `'center'`: the center of a star cluster, to which every other member was verified alike; only where one document of
 *   each cluster is kept;
 * - `'longest'`: the one with the most characters of text, counted in code points;
 * - `{ field, prefer }`: the one with the largest or smallest number, date or text in a field, such as the newest;
 *   members without the field come last;
 * - `{ sources }`: the one whose `source` stands first in the list; sources that are not listed come last;
 * - a function that gets the members and all documents and returns the position of the member to keep.
 */
export type SurvivorPolicy<Input extends Document = Document> =
  | 'first'
  | 'center'
  | 'longest'
  | { readonly field: string; readonly prefer: 'largest' | 'smallest' }
  | { readonly sources: readonly string[] }
  | ((members: readonly number[], documents: readonly Input[]) => number)

/** A policy that looks at one document at a time, for documents that are not all in memory. */
export type StoredPolicy = Exclude<SurvivorPolicy, (...args: never) => unknown>

/**
 * The policy where none is named: `first`; where pairs have a direction, as with containment, `longest`, so that the document that
 * is contained is removed and the one that contains it is kept.
 */
export function defaultPolicy(similarity: DocumentSimilarity = 'jaccard'): 'first' | 'longest' {
  return isSymmetric(similarity) ? 'first' : 'longest'
}

/** Refuses what is no policy, before any cluster is looked at. */
export function checkSurvivorPolicy<Input extends Document>(policy: SurvivorPolicy<Input>): void {
  const named =
    policy === 'first' || policy === 'center' || policy === 'longest' || typeof policy === 'function'
  if (named) return
  if (typeof policy !== 'object' || policy === null || !('sources' in policy || 'field' in policy)) {
    throw unknownPolicy(policy)
  }
}

function unknownPolicy(policy: unknown): InvalidOption {
  const policies = "'first', 'center', 'longest', { field, prefer }, { sources } or a function"
  return new InvalidOption('survivor', policy, policies)
}
