import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { similarityIn } from '../../model/plan.js'
import type { OmittedPairs, ReportedRecall } from '../../model/report.js'
import { isSymmetric } from '../../model/similarity.js'
import { listPairsWithin } from '../list-pairs.js'
import {
  addOmitted,
  compareDrawn,
  countOmitted,
  drawOversized,
  drawOversizedAcross,
  type SampledPairs,
} from '../oversized/omitted-pairs.js'
import { reportedRecall } from '../reported-recall.js'
import { checkPairCount } from './matched.js'
import type { DistinctPairs, SearchResult } from './search.js'

/** The listed pairs between all documents, and the number of pairs that are not listed. */
export function allPairs(found: SearchResult): {
  readonly pairs: PairBatch
  readonly omitted: OmittedPairs
} {
  const pairs = new PairBuilder()
  const omitted = list(found, ({ copies }) => ({
    of: (number) => copies[number]!,
    add: (a, b, similarity) => {
      pairs.add(a, b, similarity)
      checkPairCount(pairs.count, 'use dedupe, which lists no pairs, or give fewer documents at once')
    },
  }))
  return { pairs: sortPairs(pairs.pairs()), omitted }
}

/** The same result with the listed pairs of distinct documents only, and the number of pairs that are not listed. */
export function onlyListed(found: SearchResult): {
  readonly listed: SearchResult
  readonly omitted: OmittedPairs
} {
  const [within, across] = [new PairBuilder(), new PairBuilder()]
  const omitted = list(found, (pairs) => ({
    of: (number) => [number],
    add: (a, b, similarity) => (pairs === found ? within : across).add(a, b, similarity),
  }))
  const listed = {
    ...found,
    distinctPairs: sortPairs(within.pairs()),
    ...(found.between && { between: { ...found.between, distinctPairs: sortPairs(across.pairs()) } }),
  }
  return { listed, omitted }
}

/** How the pairs of distinct documents are listed. */
interface PairList {
  /** The positions that represent the copies of a document. */
  readonly of: (number: number) => readonly number[]
  readonly add: (a: number, b: number, similarity: number) => void
}

/** Lists the pairs within the documents and across the sides; returns how many are not listed. */
function list(found: SearchResult, target: (pairs: DistinctPairs) => PairList): OmittedPairs {
  const { plan, between } = found
  const listPairs = (pairs: DistinctPairs, sampled: readonly SampledPairs[]) => {
    const { copies, distinctPairs, oversized } = pairs
    const { of, add } = target(pairs)
    const { omitted, betweenOversized } = listPairsWithin(
      { counts: copies.map(({ length }) => length), of },
      () => [distinctPairs],
      {
        maxGroup: plan.maxGroup,
        isDirected: !isSymmetric(similarityIn(plan)),
        hasCopyPairs: pairs === found,
        ...(oversized.groups > 0 && { isOversized: (number: number) => oversized.groupOf[number] !== 0 }),
      },
      add,
    )
    return countOmitted(omitted, sampled, betweenOversized, plan.threshold)
  }
  const omitted: OmittedPairs[] = []
  if (between === undefined || between.alsoWithin) omitted.push(listPairs(found, sampleWithin(found)))
  if (between !== undefined) omitted.push(listPairs(between, sampleAcross(found, between)))
  return addOmitted(omitted)
}

/** A sample of the pairs of oversized documents within clusters, if there are any. */
function sampleWithin(found: SearchResult): SampledPairs[] {
  const { similarity, clusters } = found
  const oversized = oversizedDocuments(found)
  if (oversized.documents.length === 0) return []
  return [compareDrawn(drawOversized(oversized, clusters).inClusters, (a, b) => similarity.of(a, b))]
}

function sampleAcross(
  { similarity }: SearchResult,
  between: NonNullable<SearchResult['between']>,
): SampledPairs[] {
  const oversized = oversizedDocuments(between)
  if (oversized.documents.length === 0) return []
  const { inClusters } = drawOversizedAcross(oversized, between.boundary)
  return [compareDrawn(inClusters, (a, b) => similarity.of(a, b))]
}

function oversizedDocuments({ copies, oversized: { groupOf } }: DistinctPairs) {
  const oversized = copies.filter((_, number) => groupOf.length > 0 && groupOf[number] !== 0)
  return {
    documents: Uint32Array.from(oversized, ([first]) => first!),
    counts: oversized.map(({ length }) => length),
  }
}

/** The recall estimated from the pairs. Omitted pairs count as found. */
export function recallOf(found: SearchResult, pairs: PairBatch, omitted: OmittedPairs): ReportedRecall {
  const { plan, collection, between } = found
  const sizeOf = (position: number) => collection.offsets[position + 1]! - collection.offsets[position]!
  const exactly = exactlySearched(found)
  const exactlyBetween = between && exactlySearched(between)
  return reportedRecall(plan, {
    pairs: [pairs],
    total: pairs.count,
    omitted,
    isCertain: (a, b) => {
      const isAcross = between !== undefined && Math.max(a, b) >= between.boundary
      const positions = isAcross ? exactlyBetween! : exactly
      return positions.has(a) && positions.has(b)
    },
    sizesOf: (a, b) => [sizeOf(a), sizeOf(b)],
  })
}

/** The positions of the documents that were searched exactly although bands were used. */
function exactlySearched({ copies, exactly }: DistinctPairs): ReadonlySet<number> {
  const positions = new Set<number>()
  exactly.forEach((mark, number) => {
    if (mark !== 0) for (const position of copies[number]!) positions.add(position)
  })
  return positions
}
