import type { AuditResult } from '../../audit/judge-audit.js'
import type { SortPairs } from '../../cluster/greedy-cover.js'
import type { BadRecord } from '../../model/errors.js'
import type { PairBatch } from '../../model/pair.js'
import { keptFrom, type Plan } from '../../model/plan.js'
import type { AgainstSummary, OmittedPairs, ReportedRecall } from '../../model/report.js'
import type { Source } from '../../read/source.js'
import type { FindSummary, MeasuredShare } from '../engine.js'
import { measuredShare } from '../measured-share.js'
import { reportedRecall } from '../reported-recall.js'
import { auditRun } from './audit/audit-stage.js'
import { UNKNOWN_BYTES } from './blocks/block.js'
import type { ClusterTable } from './cluster/cluster-table.js'
import type { Found } from './find-run.js'
import type { Copies } from './identical/copies.js'
import type { RecordLocations } from './read/record-locations.js'
import type { RunParts } from './run-parts.js'
import type { Thread } from './threads/thread.js'
import { verifiedBelow } from './verify/kept-pairs.js'
import { sortInRuns } from './verify/pair-sort.js'
import type { PairStream } from './verify/pair-stream.js'

/** The share of the true pairs that is listed, and the share that is connected through listed pairs. */
export interface MeasuredRecall extends ReportedRecall, MeasuredShare {
  readonly inClusters: ReportedRecall['inClusters'] & MeasuredShare
}

/** The second side, and how it was compared. */
export interface AgainstSides extends AgainstSummary {
  /** The first position of its records. */
  readonly boundary: number
  /** Whether pairs within the first side were searched for as well. */
  readonly alsoWithin: boolean
}

/** The result of a run by position: the number of a record among all records of the source, bad ones included. */
export interface RunResult {
  /** The source that was searched, without its id field if that was detected automatically and does not hold an id for each record. */
  readonly source: Source
  readonly plan: Plan
  readonly documents: number
  /** Documents without a shingle. */
  readonly empty: number
  /** Documents whose text is byte for byte that of an earlier one; empty ones are not counted. */
  readonly identical: number
  /** Other documents that equal an earlier one after normalization: they have the same shingles in the same order. */
  readonly equal: number
  /** As in `FindSummary`. */
  readonly candidates: number
  readonly compared: number
  /** Documents that needed full Unicode treatment. */
  readonly unicodeFallbacks: number
  /** Ordered by a, then b. */
  readonly pairs: PairStream
  /** The kept pairs of distinct documents below the threshold, in no order; present if there may be any. */
  readonly below?: () => Iterable<PairBatch>
  /** Pairs that reach the threshold but are not listed, because of the group limit. */
  readonly pairsOmitted: OmittedPairs
  readonly clusters: ClusterTable
  /** Present if there are two sides. */
  readonly against?: AgainstSides
  /** Documents that are equal after normalization. */
  readonly copies: Copies
  /** Documents with identical texts. */
  readonly identicalTexts: Copies
  /** Sorts any number of pairs within the memory of the run. */
  readonly sort: SortPairs
  readonly recall: MeasuredRecall
  /** Present if an audit was requested. */
  readonly audit?: AuditResult
  readonly skipped: readonly BadRecord[]
  /** The location of each record in the source, by position, for reading it again. */
  readonly locations: RecordLocations
  /** Reads documents again. */
  readonly thread: Thread
}

/**
 * Audits the result of a run, if requested, and adds the recall.
 *
 * @param audit the number of documents to sample; undefined: no audit
 */
export async function completeRun(
  parts: RunParts,
  found: Found,
  audit: number | undefined,
): Promise<RunResult> {
  const { plan, thread, blocks, options } = parts
  const audited =
    audit === undefined ? undefined : await auditRun({ ...parts, source: found.source }, found, audit)
  const {
    firsts,
    excluded,
    resolved,
    oversizedOf,
    oversizedSample,
    searchedExactly,
    setSizesOf,
    against,
    ...rest
  } = found
  return {
    ...rest,
    ...(against && { against: { ...against, alsoWithin: options.alsoWithin === true } }),
    plan,
    ...(keptFrom(plan) < plan.threshold && {
      below: () => verifiedBelow(thread.store, resolved, plan.threshold),
    }),
    sort: (pairs) => sortInRuns(thread.store, blocks.locate('sorted-for-removal', UNKNOWN_BYTES), pairs),
    recall: recallOf(plan, found, audited),
    ...(audited && { audit: audited }),
    thread,
  }
}

/** The figures of a result. */
export function summaryOf(result: RunResult): FindSummary {
  const { plan, documents, empty, identical, equal, candidates, compared, pairsOmitted, audit, skipped } =
    result
  const { boundary: _, alsoWithin: __, ...against } = result.against ?? {}
  return {
    plan,
    documents,
    empty,
    identical,
    equal,
    candidates,
    compared,
    pairs: result.pairs.count,
    pairsOmitted,
    clusters: result.clusters.length,
    recall: result.recall,
    ...(result.against && { against: against as AgainstSummary }),
    ...(audit && { audit }),
    skipped,
  }
}

function recallOf(plan: Plan, found: Found, audit: AuditResult | undefined): MeasuredRecall {
  const { pairs, pairsOmitted: omitted, searchedExactly: isCertain, setSizesOf: sizesOf } = found
  const { inClusters, ...recall } = reportedRecall(plan, {
    pairs: pairs.unordered(),
    total: pairs.count,
    omitted,
    isCertain,
    sizesOf,
  })
  return {
    ...recall,
    ...measuredShare(audit),
    inClusters: { ...inClusters, ...measuredShare(audit?.inClusters) },
  }
}
