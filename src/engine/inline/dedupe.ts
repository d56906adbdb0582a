import { chooseInTurn } from '../../cluster/choose-in-turn.js'
import { nameMembers } from '../../cluster/name-members.js'
import { joinRemovals, type Removal, removeSimilar, type UnlistedPairs } from '../../cluster/removal.js'
import { orderBySurvival } from '../../cluster/survival-order.js'
import { checkSurvivorPolicy, defaultPolicy, type SurvivorPolicy } from '../../cluster/survivor-policy.js'
import { chooseSurvivor } from '../../cluster/survivors.js'
import { checkNames } from '../../model/check.js'
import type { Document, DocumentInput, DocumentOf, IdOf } from '../../model/document.js'
import { InvalidOption } from '../../model/errors.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { DocumentCluster, OmittedPairs, RemovalReason } from '../../model/report.js'
import { isSymmetric } from '../../model/similarity.js'
import { largestListed } from '../oversized/large-buckets.js'
import { type AgainstRequest, checkRequest, FIND_OPTION_NAMES, type FindOptions } from '../request.js'
import { removalReason } from './copy-kinds.js'
import { readDocuments } from './documents.js'
import { onlyListed } from './list-found.js'
import { mostSimilarOther, withoutRemoved } from './remove-known.js'
import { type SearchResult, search } from './search.js'

/** The options of `dedupe`. */
export interface DedupeOptions<
  Input extends DocumentInput = DocumentInput,
  Other extends DocumentInput = DocumentInput,
> extends FindOptions,
    AgainstRequest<Iterable<Other>> {
  /** Which of several similar documents to keep. Default: `first`; for containment, `longest`. */
  readonly survivor?: SurvivorPolicy<DocumentOf<Input>>
  /**
   * Keep only one document of each cluster, even if the others are connected to it only through a chain of pairs. Default:
   * false: every removed document is similar to a kept one.
   */
  readonly onePerCluster?: boolean
}

/** A removed document, and why it was removed. */
export interface RemovedDocument<Input extends DocumentInput, Other extends DocumentInput = never> {
  readonly id: IdOf<Input>
  readonly document: Input
  /** The document that was kept instead. */
  readonly survivor: IdOf<Input> | IdOf<Other>
  /** True if the survivor is one of the documents to compare with (`against`); otherwise omitted. */
  readonly against?: true
  /** Its exact similarity to the survivor, which can be below the threshold only with `onePerCluster`. */
  readonly similarity: number
  readonly reason: RemovalReason
}

/** The result of `dedupe`. */
export interface DedupeResult<Input extends DocumentInput, Other extends DocumentInput = never> {
  readonly plan: Plan
  /** In input order; empty documents are always kept. */
  readonly kept: readonly Input[]
  /** In input order. */
  readonly removed: readonly RemovedDocument<Input, Other>[]
  /** Each with the members that are kept: several if not all of them are similar to each other. */
  readonly clusters: readonly (DocumentCluster<IdOf<Input>> & {
    readonly survivors: readonly IdOf<Input>[]
  })[]
}

/**
 * Removes near-duplicates. Every removed document is similar, at the threshold, to one that is kept. Documents are visited in
 * the order of the survivor policy, best first. A document is removed if it is similar to one that was kept before; its
 * survivor is the first of these. Documents are returned as they were passed in.
 *
 * With `against`, a document is removed if it is similar to one of the documents to compare with, which are never changed;
 * its survivor is the most similar of them. `alsoWithin` then also removes near-duplicates among the rest.
 *
 * @param documents texts, or objects with a `text` and optionally an `id`, in a list or any other iterable
 * @example
 * const { kept, removed } = dedupe(documents, { threshold: 0.8, survivor: 'longest' })
 * const { kept: fresh } = dedupe(documents, { against: known, alsoWithin: true })
 */
export function dedupe<Input extends DocumentInput, Other extends DocumentInput = never>(
  documents: Iterable<Input>,
  options: DedupeOptions<Input, Other> = {},
): DedupeResult<Input, Other> {
  const { similarity: measure = options.plan?.similarity } = options
  const {
    survivor = defaultPolicy(measure),
    onePerCluster = false,
    against,
    alsoWithin = false,
    ...findOptions
  } = options
  const { survivor: _, onePerCluster: __, ...request } = options
  checkNames(options, [...FIND_OPTION_NAMES, 'survivor', 'onePerCluster'])
  checkRequest(request, FIND_OPTION_NAMES)
  const { inputs, documents: read, ids } = readDocuments(documents)
  const others = against === undefined ? undefined : readDocuments(against, 'against')
  checkSurvivorPolicy(survivor)
  const { listed: found, omitted } = onlyListed(
    search(
      read.map(({ text }) => text),
      findOptions,
      others && { texts: others.documents.map(({ text }) => text), alsoWithin },
    ),
  )
  const known = found.between && mostSimilarOther(found.between)
  const { survivorOf, similarity } = onePerCluster
    ? keepOnePerCluster(found, read, survivor, known)
    : keepDissimilar(found, read, survivor, known, unlistedOf(found, omitted))
  const isKept = (position: number) => survivorOf[position] === position
  const survivorAt = (position: number) =>
    position < ids.length
      ? { survivor: ids[position]! }
      : { survivor: others!.ids[position - ids.length]!, against: true as const }
  const textAt = (position: number) => (read[position] ?? others!.documents[position - ids.length]!).text
  return {
    plan: found.plan,
    kept: inputs.filter((_, position) => isKept(position)),
    removed: inputs.flatMap((document, position) =>
      isKept(position)
        ? []
        : [
            {
              id: ids[position]!,
              document,
              ...survivorAt(survivorOf[position]!),
              similarity: similarity[position]!,
              reason: removalReason(
                textAt(position),
                textAt(survivorOf[position]!),
                similarity[position]!,
                found.plan.shingle,
              ),
            },
          ],
    ),
    clusters: found.clusters.map((cluster) => ({
      ...nameMembers(cluster, (member) => ids[member]!),
      survivors: cluster.members.filter(isKept).map((member) => ids[member]!),
    })),
  }
}

/**
 * Removes documents that are similar to a kept one.
 *
 * @param known what is removed because of a document of the other side
 */
function keepDissimilar<Input extends Document>(
  found: SearchResult,
  documents: readonly Input[],
  policy: SurvivorPolicy<Input>,
  known: Removal | undefined,
  unlisted: UnlistedPairs,
): Removal {
  if (policy === 'center') {
    throw new InvalidOption('survivor', policy, 'another policy, or onePerCluster with star clusters')
  }
  if (known === undefined) return keepDissimilarWithin(found, documents, policy, unlisted)
  if (found.between?.alsoWithin !== true) return known
  const left = withoutRemoved(found, known)
  return joinRemovals(known, keepDissimilarWithin(left, documents, policy, unlisted))
}

function keepDissimilarWithin<Input extends Document>(
  { copies, distinctPairs, plan }: SearchResult,
  documents: readonly Input[],
  policy: Exclude<SurvivorPolicy<Input>, 'center'>,
  unlisted: UnlistedPairs,
): Removal {
  const firstOf = Uint32Array.from(documents, (_, position) => position)
  for (const group of copies) for (const copy of group) firstOf[copy] = group[0]!
  const byPosition = (numbers: Uint32Array) => numbers.map((number) => copies[number]![0]!)
  const pairs = { ...distinctPairs, a: byPosition(distinctPairs.a), b: byPosition(distinctPairs.b) }
  const isDirected = !isSymmetric(similarityIn(plan))
  const known = { firstOf, pairs: () => [pairs], isDirected, unlisted }
  if (policy === 'first') return removeSimilar(known)
  const orderOf =
    typeof policy === 'function'
      ? chooseInTurn(policy, documents, firstOf, pairs, isDirected)
      : (members: Uint32Array) => orderBySurvival(members, policy, (member) => documents[member]!)
  return removeSimilar({ ...known, orderOf })
}

/** Pairs that are not listed are verified, as in every engine. */
function unlistedOf({ plan, similarity }: SearchResult, omitted: OmittedPairs): UnlistedPairs {
  return {
    largestListed: largestListed(plan.maxGroup, omitted),
    threshold: plan.threshold,
    similarity: (a, b) => similarity.of(a, b),
  }
}

/** Removes all but one document of each cluster, or all of them if the other side has a document similar to one. */
function keepOnePerCluster<Input extends Document>(
  { clusters, similarity: compared }: SearchResult,
  documents: readonly Input[],
  policy: SurvivorPolicy<Input>,
  known: Removal | undefined,
): Removal {
  const survivorOf = Uint32Array.from(documents, (_, position) => position)
  const similarity = new Float64Array(documents.length).fill(1)
  for (const { members, center } of clusters) {
    const replaced = members.find((member) => known !== undefined && known.survivorOf[member] !== member)
    const kept =
      replaced === undefined
        ? chooseSurvivor(members, documents, policy, center)
        : known!.survivorOf[replaced]!
    for (const member of members) {
      survivorOf[member] = kept
      similarity[member] = compared.of(member, kept)
    }
  }
  const within = { survivorOf, similarity }
  return known === undefined ? within : joinRemovals(known, within)
}
