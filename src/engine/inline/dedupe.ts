import { checkSurvivorPolicy, chooseSurvivor, type SurvivorPolicy } from '../../cluster/survivors.js'
import { checkNames } from '../../model/check.js'
import type { DocumentInput, DocumentOf, IdOf } from '../../model/document.js'
import type { Plan } from '../../model/plan.js'
import type { DocumentCluster } from '../../model/report.js'
import { similarityOf } from '../../verify/verify.js'
import { FIND_OPTION_NAMES, type FindOptions } from '../find-options.js'
import { readDocuments } from './documents.js'
import { nameMembers } from './find-similar.js'
import { search } from './search.js'

/** What is kept, and by which rule. */
export interface DedupeOptions<Input extends DocumentInput = DocumentInput> extends FindOptions {
  /** Which member of a cluster is kept. Default: `first`. */
  readonly survivor?: SurvivorPolicy<DocumentOf<Input>>
}

/** A document that was removed, and why. */
export interface RemovedDocument<Input extends DocumentInput> {
  readonly id: IdOf<Input>
  readonly document: Input
  /** The document that was kept in its place. */
  readonly survivor: IdOf<Input>
  /** Its true similarity to the survivor; below the threshold where a chain of pairs ties the two. */
  readonly similarity: number
  readonly reason: 'identical' | 'similar'
}

/** Documents without near-duplicates. */
export interface DedupeResult<Input extends DocumentInput> {
  readonly plan: Plan
  /** In input order; empty documents are always kept. */
  readonly kept: readonly Input[]
  /** In input order. */
  readonly removed: readonly RemovedDocument<Input>[]
  readonly clusters: readonly (DocumentCluster<IdOf<Input>> & { readonly survivor: IdOf<Input> })[]
}

/**
 * Keeps one document of each cluster and says what became of the others. The documents come back as they were given.
 *
 * @param given texts, or objects with a `text` and perhaps an `id`, in a list or any other iterable
 * @example
 * const { kept, removed } = dedupe(documents, { threshold: 0.8, survivor: 'longest' })
 */
export function dedupe<Input extends DocumentInput>(
  given: Iterable<Input>,
  options: DedupeOptions<Input> = {},
): DedupeResult<Input> {
  checkNames(options, [...FIND_OPTION_NAMES, 'survivor'])
  const { inputs, documents, ids } = readDocuments(given)
  const survivor = options.survivor ?? 'first'
  checkSurvivorPolicy(survivor)
  const { plan, collection, clusters } = search(documents, options)
  const survivors = clusters.map(({ members, centre }) =>
    chooseSurvivor(members, documents, survivor, centre),
  )

  const removed: (RemovedDocument<Input> | undefined)[] = inputs.map(() => undefined)
  clusters.forEach(({ members }, i) => {
    const kept = survivors[i]!
    for (const member of members) {
      if (member === kept) continue
      const similarity = similarityOf(collection, member, kept)
      removed[member] = {
        id: ids[member]!,
        document: inputs[member]!,
        survivor: ids[kept]!,
        similarity,
        reason: similarity === 1 ? 'identical' : 'similar',
      }
    }
  })
  return {
    plan,
    kept: inputs.filter((_, position) => removed[position] === undefined),
    removed: removed.filter((entry) => entry !== undefined),
    clusters: clusters.map((cluster, i) => ({ ...nameMembers(cluster, ids), survivor: ids[survivors[i]!]! })),
  }
}
