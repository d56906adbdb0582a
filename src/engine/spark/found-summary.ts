import type { AuditResult } from '../../audit/judge-audit.js'
import type { ClusterColumns } from '../../cluster/cluster-columns.js'
import type { BadRecord } from '../../model/errors.js'
import type { PairBatch } from '../../model/pair.js'
import type { Plan } from '../../model/plan.js'
import type { OmittedPairs, ReportedRecall } from '../../model/report.js'
import type { FindSummary } from '../engine.js'
import { measuredShare } from '../measured-share.js'
import { reportedRecall } from '../reported-recall.js'
import type { LargeByRelation } from './large-documents.js'
import type { FindAnswer, MatchAnswer } from './messages.js'
import type { FoundRows } from './node-found-rows.js'
import { isAmong } from './positions.js'

/** The pairs of all documents that are listed, and how many are not. */
export interface ListedPairs {
  readonly pairs: PairBatch
  readonly omitted: OmittedPairs
}

/** The recall estimated from the pairs. */
export function recallOf(
  plan: Plan,
  { pairs, omitted }: ListedPairs,
  rows: FoundRows,
  large: LargeByRelation,
  boundary: number,
): ReportedRecall {
  const firstOf = (position: number) => rows.copies.firstOf(position)
  return reportedRecall(plan, {
    pairs: [pairs],
    total: pairs.count,
    omitted,
    isCertain: (a, b) => {
      const { positions } = large[Math.max(a, b) < boundary ? 'within' : 'across']
      return positions.length > 0 && isAmong(positions, firstOf(a)) && isAmong(positions, firstOf(b))
    },
    sizesOf: (a, b) => {
      // A document that has only copies is not in any pair of distinct documents.
      const [one, other] = [rows.sizeOf(firstOf(a)), rows.sizeOf(firstOf(b))]
      return one === undefined || other === undefined ? undefined : [one, other]
    },
  })
}

/** The result of a search in numbers. */
export function summaryOf(
  plan: Plan,
  answer: FindAnswer & Pick<MatchAnswer, 'candidates' | 'compared'>,
  { pairs, omitted }: ListedPairs,
  { inClusters, ...recall }: ReportedRecall,
  clusters: ClusterColumns,
  audit: AuditResult | undefined,
  skipped: readonly BadRecord[],
): FindSummary {
  const [own, others] = answer.sides
  return {
    plan,
    documents: own!.documents,
    empty: own!.empty,
    identical: answer.identical,
    equal: answer.equal,
    candidates: answer.candidates,
    compared: answer.compared,
    pairs: pairs.count,
    pairsOmitted: omitted,
    clusters: clusters.centers.length,
    recall: {
      ...recall,
      ...measuredShare(audit),
      inClusters: { ...inClusters, ...measuredShare(audit?.inClusters) },
    },
    ...(others && {
      against: { documents: others.documents, empty: others.empty, ...answer.known! },
    }),
    ...(audit && { audit }),
    skipped,
  }
}
