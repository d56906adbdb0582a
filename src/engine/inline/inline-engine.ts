import { auditPairs } from '../../audit/audit-pairs.js'
import type { AuditResult } from '../../audit/judge-audit.js'
import { columnsOf } from '../../cluster/cluster-columns.js'
import { nameMembers } from '../../cluster/name-members.js'
import type { PairBatch } from '../../model/pair.js'
import { similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { seedOf } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainPlan } from '../../plan/explained-plan.js'
import type { Documents, Engine, EngineRequest, FindSummary, Found, RunControl } from '../engine.js'
import { limitedList } from '../limited-list.js'
import { measuredShare } from '../measured-share.js'
import { checkRequest, makePlan, REQUEST_NAMES } from '../request.js'
import { againstSummary } from './against-summary.js'
import { countCopies } from './copy-kinds.js'
import { namePairs } from './find-similar.js'
import { type GatheredDocuments, gatherDocuments } from './gather-documents.js'
import { allPairs, recallOf } from './list-found.js'
import { planSimilar } from './plan-similar.js'
import { type SearchResult, search } from './search.js'

/** The whole flow as plain function calls on documents in memory: the reference for every other engine. */
export const inlineEngine: Engine = {
  name: 'inline',

  async plan(
    source: Documents,
    request: EngineRequest = {},
    { signal }: RunControl = {},
  ): Promise<ExplainedPlan> {
    checkRequest(request, [...REQUEST_NAMES, 'onError'])
    const { clusters, audit, onError, plan, against, ...requested } = request
    if (plan !== undefined) return explainPlan(makePlan({ ...requested, plan }))
    const { texts } = await gatherDocuments(source, onError, signal)
    const others = await gatherOthers(against, onError, signal)
    return planSimilar(texts, { ...requested, ...(others && { against: others.texts }) })
  },

  async find(source: Documents, request: EngineRequest = {}, { signal }: RunControl = {}): Promise<Found> {
    checkRequest(request, [...REQUEST_NAMES, 'onError'])
    const { audit, onError, against, alsoWithin = false, ...options } = request
    signal?.throwIfAborted()
    const documents = await gatherDocuments(source, onError, signal)
    const others = await gatherOthers(against, onError, signal)
    signal?.throwIfAborted()
    const found = search(documents.texts, options, others && { texts: others.texts, alsoWithin })
    const { pairs, omitted } = allPairs(found)
    const audited = audit === undefined ? undefined : auditOf(found, pairs, omitted, audit)
    const sides = others === undefined ? [documents] : [documents, others]
    return foundOf(sides, found, summaryOf(sides, found, { pairs, omitted, audited }), pairs)
  },
}

async function gatherOthers(
  against: Documents | undefined,
  onError: EngineRequest['onError'],
  signal: RunControl['signal'],
) {
  return against === undefined ? undefined : gatherDocuments(against, onError, signal, 'against')
}

function auditOf(
  { plan, collection, between }: SearchResult,
  pairs: PairBatch,
  omitted: OmittedPairs,
  documents: number,
): AuditResult {
  const limited = limitedList(plan, omitted)
  const { threshold } = plan
  return auditPairs(collection, pairs, {
    threshold,
    similarity: similarityIn(plan),
    documents,
    seed: seedOf(plan),
    limited,
    ...(between && { sides: between }),
  })
}

interface Listed {
  readonly pairs: PairBatch
  readonly omitted: OmittedPairs
  readonly audited: AuditResult | undefined
}

function summaryOf(
  sides: readonly GatheredDocuments[],
  found: SearchResult,
  { pairs, omitted, audited }: Listed,
): FindSummary {
  const { texts } = sides[0]!
  const { inClusters, ...recall } = recallOf(found, pairs, omitted)
  return {
    plan: found.plan,
    documents: texts.length,
    empty: found.empty,
    ...countCopies(texts, found.copies),
    candidates: found.candidates,
    compared: found.compared,
    pairs: pairs.count,
    pairsOmitted: omitted,
    clusters: found.clusters.length,
    recall: {
      ...recall,
      ...measuredShare(audited),
      inClusters: { ...inClusters, ...measuredShare(audited?.inClusters) },
    },
    ...(found.between && { against: againstSummary(texts, found, found.between) }),
    ...(audited && { audit: audited }),
    skipped: sides.flatMap(({ skipped }) => skipped),
  }
}

function foundOf(
  [own, others]: readonly GatheredDocuments[],
  found: SearchResult,
  summary: FindSummary,
  pairs: PairBatch,
): Found {
  const { ids } = own!
  const otherIds = others?.ids ?? []
  // Bad records have positions as well, as in every engine.
  const positions = [...own!.positions, ...(others?.positions ?? []).map((i) => own!.count + i)]
  const positionOf = (number: number) => positions[number]!
  const positioned: PairBatch = { ...pairs, a: pairs.a.map(positionOf), b: pairs.b.map(positionOf) }
  const allIds = [...ids, ...otherIds]
  const idOf = new Map(Array.from(positions, (position, number) => [position, allIds[number]!]))
  return {
    summary,
    async *pairs() {
      yield* namePairs(pairs, ids, otherIds)
    },
    async *clusters() {
      for (const cluster of found.clusters) yield nameMembers(cluster, (member) => ids[member]!)
    },
    async *pairBatches() {
      if (positioned.count > 0) yield positioned
    },
    async *clusterBatches() {
      if (found.clusters.length === 0) return
      yield columnsOf(
        found.clusters.map(({ members, center, ...cluster }) => ({
          ...cluster,
          members: members.map(positionOf),
          ...(center !== undefined && { center: positionOf(center) }),
        })),
      )
    },
    async ids() {
      return (position) => idOf.get(position)!
    },
    async [Symbol.asyncDispose]() {},
  }
}
