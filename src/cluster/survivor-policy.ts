import type { Document } from '../model/document.js'
import { InvalidOption } from '../model/errors.js'
import { type DocumentSimilarity, isSymmetric } from '../model/similarity.js'

/**
 * Which of several similar documents is kept:
 * - `'first'`: the first in input order;
 * - `'center'`: the center of a star cluster, which has a verified pair with every other member; only if one document of each
 * cluster is kept;
 * - `'longest'`: the one with the most characters of text, counted in code points;
 * - `{ field, prefer }`: the one with the largest or smallest number, date or text in a field, such as the newest;
 *   members without the field come last;
 * - `{ sources }`: the one whose `source` is listed first; sources that are not listed come last;
 * - a function that receives the members and all documents, and returns the position of the member to keep.
 */
export type SurvivorPolicy<Input extends Document = Document> =
  | 'first'
  | 'center'
  | 'longest'
  | { readonly field: string; readonly prefer: 'largest' | 'smallest' }
  | { readonly sources: readonly string[] }
  | ((members: readonly number[], documents: readonly Input[]) => number)

/** A policy that examines one document at a time, for documents that are not all in memory. */
export type StoredPolicy = Exclude<SurvivorPolicy, (...args: never) => unknown>

/**
 * The default policy: `first`, or `longest` if pairs have a direction, as with containment, so that the contained document is
 * removed and the one that contains it is kept.
 */
export function defaultPolicy(similarity: DocumentSimilarity = 'jaccard'): 'first' | 'longest' {
  return isSymmetric(similarity) ? 'first' : 'longest'
}

/** Rejects an invalid policy, before any cluster is examined. */
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
