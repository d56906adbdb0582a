/// <reference types="node" />
import type { LocalResult } from '../../engine/local/local-engine.js'
import type { Plan } from '../../model/plan.js'
import type { ActualValues, ExplainedPlan } from '../../plan/explained-plan.js'
import type { Prediction } from '../../plan/predict.js'
import type { SourceRate } from '../dedup/source-rates.js'

/** What `--json` prints, and what the summary says in words. */
export interface RunReport {
  /** The use for which the search was set up, if one was named. */
  readonly as?: 'news'
  readonly documents: number
  readonly empty: number
  readonly skipped: number
  readonly identical: number
  readonly candidates: number
  readonly pairs: number
  readonly pairsOmitted: number
  readonly clusters: number
  readonly slowWay: number
  readonly recall: LocalResult['recall']
  readonly seconds: number
  readonly peakMemoryBytes: number
  /** Bytes that went to files, because of --memory or --run-dir. */
  readonly spilledBytes: number
  /** Of an audit: documents drawn, their true pairs, those found, and reported pairs that are not true. */
  readonly audit?: NonNullable<LocalResult['audit']>
  readonly plan: Plan
  /** What a sample had led to expect; left out where a plan was given. */
  readonly predicted?: Prediction
  /** Only of dedup. */
  readonly kept?: number
  readonly removed?: number
  readonly sources?: readonly SourceRate[]
}

/** The counts of a run; `seconds` since the process began. */
export function runReport(result: LocalResult, { predicted }: ExplainedPlan): RunReport {
  return {
    documents: result.documents,
    empty: result.empty,
    skipped: result.skipped.length,
    identical: result.identical,
    candidates: result.candidates,
    pairs: result.pairs.count,
    pairsOmitted: result.pairsOmitted,
    clusters: result.clusters.length,
    slowWay: result.slowWay,
    recall: result.recall,
    seconds: Math.round(performance.now()) / 1000,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    spilledBytes: result.spilledBytes,
    ...(result.audit && { audit: result.audit }),
    plan: result.plan,
    ...(predicted && { predicted }),
  }
}

/** What came of a run, for beside what was predicted. */
export function actualOf(report: RunReport): ActualValues {
  const { documents, candidates, peakMemoryBytes, spilledBytes, seconds } = report
  // Pairs are predicted of distinct documents, and reported with all copies.
  return { documents, candidates, memoryBytes: peakMemoryBytes, diskBytes: spilledBytes, seconds }
}
