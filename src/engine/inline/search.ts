import { clusterAt, clusterColumns } from '../../cluster/cluster-columns.js'
import type { Cluster } from '../../model/cluster.js'
import { emptyBatch, type PairBatch } from '../../model/pair.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import { concatenateSets, type SetCollection } from '../../model/set-collection.js'
import { isSymmetric } from '../../model/similarity.js'
import { shingleCollection } from '../../text/shingles.js'
import type { Progress } from '../engine.js'
import { makePlan, readPlanRequest } from '../make-plan.js'
import { NONE_OVERSIZED } from '../oversized/oversized-documents.js'
import { EVERY_PAIR_UP_TO, type PlannedOptions } from '../request.js'
import { collapseEqual, type DistinctSets } from './distinct.js'
import { type MatchedPairs, matchSets, setsBetween } from './match.js'
import { planSearch } from './plan-sample.js'
import { TrueSimilarity } from './true-similarity.js'

/** Documents to compare with. */
export interface OtherSide {
  readonly texts: readonly string[]
  /** Whether the other documents are compared with each other, too. */
  readonly alsoWithin: boolean
}

/** Pairs of distinct documents, by their numbers in `copies`. */
export interface DistinctPairs extends Pick<MatchedPairs, 'exactly' | 'oversized'> {
  readonly distinctPairs: PairBatch
  /** For each distinct document, the positions of its copies, ascending. */
  readonly copies: readonly (readonly number[])[]
}

/** The result of the flow, by position in the input; pairs are between distinct documents. */
export interface SearchResult extends DistinctPairs {
  readonly plan: Plan
  /** Compares documents by position. */
  readonly similarity: TrueSimilarity
  readonly empty: number
  /** As in `FindSummary`. */
  readonly candidates: number
  readonly compared: number
  /** The shingle sets of all documents, those to compare with last. */
  readonly collection: SetCollection
  readonly clusters: readonly Cluster[]
  /** Present if there is another side. */
  readonly between?: BetweenSides
}

/** The pairs across two sides. Positions of the second side follow those of the first. */
export interface BetweenSides extends DistinctPairs {
  /** The first position of the second side. */
  readonly boundary: number
  readonly texts: readonly string[]
  readonly alsoWithin: boolean
  /** Documents of the second side without a shingle. */
  readonly empty: number
}

const NOTHING: MatchedPairs = {
  compared: 0,
  pairs: emptyBatch(0),
  exactly: new Uint8Array(0),
  oversized: NONE_OVERSIZED,
}

/** The flow as plain calls: shingles, merging of equal documents, signatures, bands, verified pairs, clusters. */
export function search(texts: readonly string[], options: PlannedOptions, other?: OtherSide): SearchResult {
  const steps = searchInSteps(texts, options, other)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** How far a stage is; the documents have all been read. */
export type SearchStep = Omit<Progress, 'documents'>

/** The same flow, which can be stopped between its stages. */
export function* searchInSteps(
  texts: readonly string[],
  options: PlannedOptions,
  other?: OtherSide,
): Generator<SearchStep, SearchResult> {
  const unsampled = makePlan(options)
  const all = other === undefined ? texts : [...texts, ...other.texts]
  yield { stage: 'sketch', done: 0, total: all.length }
  const collection = shingleCollection(all, unsampled.shingle)
  yield { stage: 'sketch', done: all.length, total: all.length }
  const boundary = texts.length
  // A given plan is followed, and recall 1 is exact anyway.
  const isFinal = options.plan !== undefined || unsampled.method === 'exact'
  const sides = other && { boundary, alsoWithin: other.alsoWithin }
  const plan = isFinal ? unsampled : planSearch(readPlanRequest(options), collection, all, sides)
  const comparison = { similarity: similarityIn(plan), threshold: plan.threshold }
  const similarity = new TrueSimilarity(collection, all, plan.shingle, comparison)
  const own = other === undefined ? collection : setsBetween(collection, 0, boundary)
  const distinct = collapseEqual(own, texts, plan.shingle)
  const isWithin = other === undefined || other.alsoWithin
  const copiesOf = (number: number) => distinct.copies[number]!.length
  const searches = Number(isWithin) + Number(other !== undefined)
  yield { stage: 'band', done: 0, total: searches }
  const within = isWithin ? matchSets(distinct.collection, plan, copiesOf) : NOTHING
  if (isWithin) yield { stage: 'band', done: 1, total: searches }
  const matched = other && matchBetween(distinct, collection, plan, other, boundary)
  if (other !== undefined) yield { stage: 'band', done: searches, total: searches }
  yield { stage: 'verify', done: 0, total: searches }
  const first = (number: number) => distinct.copies[number]![0]!
  const pairs = similarity.correct(within.pairs, first)
  const between = matched && other && verifyBetween(plan, similarity, matched, other, boundary)
  yield { stage: 'verify', done: searches, total: searches }
  yield { stage: 'cluster', done: 0, total: 1 }
  const columns = clusterColumns(isWithin ? distinct.collection.count : 0, () => [pairs], {
    method: options.clusters ?? 'components',
    everyPairUpTo: EVERY_PAIR_UP_TO,
    similarity: (a, b) => similarity.ofEither(first(a), first(b)),
    isDirected: !isSymmetric(comparison.similarity),
    copies: Uint32Array.from(distinct.copies, (copies) => copies.length),
  })
  const found = {
    plan,
    similarity,
    empty: distinct.empty,
    candidates: candidatesOf(plan, within, pairs),
    compared: within.compared,
    exactly: within.exactly,
    oversized: within.oversized,
    distinctPairs: pairs,
    copies: distinct.copies,
    collection,
    clusters: Array.from(columns.centers, (_, row) => withCopies(clusterAt(columns, row), distinct.copies)),
  }
  yield { stage: 'cluster', done: 1, total: 1 }
  if (between === undefined) return found
  const { candidates, compared, ...pairsBetween } = between
  return {
    ...found,
    candidates: found.candidates + candidates,
    compared: found.compared + compared,
    between: pairsBetween,
  }
}

/** What an exact search compares is up to the engine, so only the similar pairs count. */
function candidatesOf({ method }: Plan, { compared }: MatchedPairs, similar: PairBatch): number {
  return method === 'exact' ? similar.count : compared
}

/** The pairs across two sides, before their similarities are corrected. */
interface MatchedBetween {
  readonly matched: MatchedPairs
  readonly copies: BetweenSides['copies']
  readonly empty: number
}

function matchBetween(
  own: DistinctSets,
  collection: SetCollection,
  plan: Plan,
  { texts }: OtherSide,
  boundary: number,
): MatchedBetween {
  const others = collapseEqual(setsBetween(collection, boundary, collection.count), texts, plan.shingle)
  const copies = [...own.copies, ...others.copies.map((group) => group.map((i) => i + boundary))]
  const sets = concatenateSets([own.collection, others.collection])
  const copiesOf = (number: number) => copies[number]!.length
  return { matched: matchSets(sets, plan, copiesOf, own.collection.count), copies, empty: others.empty }
}

function verifyBetween(
  plan: Plan,
  similarity: TrueSimilarity,
  { matched, copies, empty }: MatchedBetween,
  { texts, alsoWithin }: OtherSide,
  boundary: number,
): BetweenSides & Pick<SearchResult, 'candidates' | 'compared'> {
  const { pairs: _, ...between } = matched
  const distinctPairs = similarity.correct(matched.pairs, (number) => copies[number]![0]!)
  const candidates = candidatesOf(plan, matched, distinctPairs)
  return { boundary, texts, alsoWithin, empty, ...between, copies, distinctPairs, candidates }
}

/** Turns a cluster of distinct documents into one of all documents. */
function withCopies(cluster: Cluster, copies: readonly (readonly number[])[]): Cluster {
  const members = cluster.members.flatMap((member) => copies[member]!).sort((a, b) => a - b)
  if (cluster.center === undefined) return { ...cluster, members }
  return { ...cluster, members, center: copies[cluster.center]![0]! }
}
