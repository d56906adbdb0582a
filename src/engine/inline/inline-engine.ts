import { auditPairs } from '../../audit/audit-pairs.js'
import type { AuditResult } from '../../audit/judge-audit.js'
import { columnsOf } from '../../cluster/cluster-columns.js'
import { sliceClusters } from '../../cluster/cluster-slices.js'
import { nameMembers } from '../../cluster/name-members.js'
import type { PairBatch } from '../../model/pair.js'
import { similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { nextTurn } from '../../model/stop-check.js'
import { seedOf } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainPlan } from '../../plan/explained-plan.js'
import type { Documents, Engine, EngineRequest, FindSummary, Found, RunControl } from '../engine.js'
import { limitedList } from '../limited-list.js'
import { makePlan } from '../make-plan.js'
import { measuredShare } from '../measured-share.js'
import { checkRequest, REQUEST_NAMES } from '../request.js'
import { stoppableFound } from '../stoppable-found.js'
import { againstSummary } from './against-summary.js'
import { countCopies } from './copy-kinds.js'
import { namePairs } from './find-similar.js'
import { type GatheredDocuments, gatherDocuments } from './gather-documents.js'
import { allPairs, recallOf } from './list-found.js'
import { planSimilar } from './plan-similar.js'
import { type SearchResult, type SearchStep, searchInSteps } from './search.js'

/**
 * The whole flow as plain function calls on documents in memory: the reference for every other engine.
 *
 * @example
 * const found = await inlineEngine.find([{ id: 'a', text: 'one text …' }, { id: 'b', text: 'another …' }], { threshold: 0.8 })
 * for await (const { a, b, similarity } of found.pairs()) console.log(a, b, similarity)
 */
export const inlineEngine: Engine = {
  name: 'inline',

  async plan(
    source: Documents,
    request: EngineRequest = {},
    control: RunControl = {},
  ): Promise<ExplainedPlan> {
    checkRequest(request, [...REQUEST_NAMES, 'onError'])
    const { clusters, audit, onError, plan, against, ...requested } = request
    if (plan !== undefined) return explainPlan(makePlan({ ...requested, plan }))
    const [{ texts }, others] = await gatherSides(source, against, onError, control)
    return planSimilar(texts, { ...requested, ...(others && { against: others.texts }) })
  },

  async find(source: Documents, request: EngineRequest = {}, control: RunControl = {}): Promise<Found> {
    checkRequest(request, [...REQUEST_NAMES, 'onError'])
    const { audit, onError, against, alsoWithin = false, ...options } = request
    control.signal?.throwIfAborted()
    const [documents, others] = await gatherSides(source, against, onError, control)
    const other = others && { texts: others.texts, alsoWithin }
    const report = reportTo(control, documents.texts.length + (others?.texts.length ?? 0))
    const found = await follow(searchInSteps(documents.texts, options, other), report)
    const { pairs, omitted } = allPairs(found)
    const audited =
      audit === undefined ? undefined : await follow(auditInSteps(found, pairs, omitted, audit), report)
    const sides = others === undefined ? [documents] : [documents, others]
    const summary = summaryOf(sides, found, { pairs, omitted, audited })
    return stoppableFound(foundOf(sides, found, summary, pairs), control.signal)
  },
}

async function gatherSides(
  source: Documents,
  against: Documents | undefined,
  onError: EngineRequest['onError'],
  { signal, onProgress }: RunControl,
): Promise<readonly [GatheredDocuments, GatheredDocuments?]> {
  const watch = (before: number) => ({
    signal,
    onItems(items: number) {
      const done = before + items
      onProgress?.({ stage: 'read', done, total: 0, documents: done })
      signal?.throwIfAborted()
    },
  })
  const own = await gatherDocuments(source, onError, watch(0))
  if (against === undefined) return [own]
  return [own, await gatherDocuments(against, onError, watch(own.count), 'against')]
}

/** Receives the progress of a run; the run continues when it returns. */
type Report = (step: SearchStep) => Promise<void>

/** Reports the progress of a run and, if there is a signal, lets it be aborted. */
function reportTo({ signal, onProgress }: RunControl, documents: number): Report {
  return async (step) => {
    onProgress?.({ ...step, documents })
    if (signal === undefined) return
    await nextTurn()
    signal.throwIfAborted()
  }
}

async function follow<Result>(steps: Generator<SearchStep, Result>, report: Report): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await report(value)
  }
}

function* auditInSteps(
  { plan, collection, between }: SearchResult,
  pairs: PairBatch,
  omitted: OmittedPairs,
  documents: number,
): Generator<SearchStep, AuditResult> {
  const limited = limitedList(plan, omitted)
  const { threshold } = plan
  yield { stage: 'audit', done: 0, total: 1 }
  const audited = auditPairs(collection, pairs, {
    threshold,
    similarity: similarityIn(plan),
    documents,
    seed: seedOf(plan),
    limited,
    ...(between && { sides: between }),
  })
  yield { stage: 'audit', done: 1, total: 1 }
  return audited
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
      yield* sliceClusters(
        columnsOf(
          found.clusters.map(({ members, center, ...cluster }) => ({
            ...cluster,
            members: members.map(positionOf),
            ...(center !== undefined && { center: positionOf(center) }),
          })),
        ),
      )
    },
    async ids() {
      return (position) => idOf.get(position)!
    },
    async close() {},
    async [Symbol.asyncDispose]() {},
  }
}
