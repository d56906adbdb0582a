import type { SourceRate } from '../../dedup/source-rates.js'
import type { NodeFindResult } from '../../engine/node/node-engine-options.js'
import type { MeasuredRecall } from '../../engine/stages/run-result.js'
import type { Plan } from '../../model/plan.js'
import type { AgainstSummary, OmittedPairs } from '../../model/report.js'
import type { ActualValues, ExplainedPlan } from '../../plan/explained-plan.js'
import type { Prediction } from '../../plan/predict.js'
import { ownSide } from '../../read/sides.js'
import { type ChosenFields, chosenFields, countFiles } from '../../read/source.js'
import type { Added } from '../../store/store.js'
import { type InputReport, inputReport } from '../input/input-report.js'
import type { Report } from '../outcome.js'
import { processCost } from './process-cost.js'

/** The object that `--json` prints for a search, and that the summary shows as text. */
export interface RunReport extends Report {
  /** The use case given by --as, if any. */
  readonly as?: 'news' | 'news-stopwords'
  readonly filesRead: number
  readonly fields: ChosenFields
  readonly input: InputReport
  readonly threshold: number
  readonly documents: number
  readonly empty: number
  readonly skipped: number
  readonly identical: number
  readonly equal: number
  readonly candidates: number
  readonly compared: number
  readonly pairs: number
  /** Pairs that reach the threshold but are not listed, because of --max-group. */
  readonly pairsOmitted: number
  /** The 95 % confidence interval of their number, if not all were counted. */
  readonly pairsOmittedInterval?: { readonly low: number; readonly high: number }
  readonly clusters: number
  /** The documents of --against, and how many input documents are identical to one of them. */
  readonly against?: AgainstReport
  /** Documents that needed full Unicode handling. */
  readonly unicodeFallbacks: number
  readonly recall: RecallReport
  /** Bytes written to temporary files, because of --memory or --run-dir. */
  readonly spilledBytes: number
  /** The result of an audit: sampled documents, their true pairs, those found, and reported pairs that are not true. */
  readonly audit?: NonNullable<NodeFindResult['audit']>
  readonly plan: Plan
  /** What was predicted from a sample; missing if a plan was given. */
  readonly predicted?: Prediction
  /** Only for dedup. */
  readonly kept?: number
  readonly removed?: number
  readonly sources?: readonly SourceRate[]
  /** What was done with the kept documents in the index of --against, with --add. */
  readonly addition?: Added
  /** Only for dedup: decisions that were ignored. */
  readonly warnings?: readonly string[]
  /** Only for a dry run: the files that dedup would write. */
  readonly wouldWrite?: readonly string[]
}

/** What a report contains about a run, whatever engine it ran on. */
export interface ReportedRun
  extends Pick<
    NodeFindResult,
    | 'source'
    | 'plan'
    | 'documents'
    | 'empty'
    | 'identical'
    | 'equal'
    | 'candidates'
    | 'compared'
    | 'pairsOmitted'
    | 'against'
    | 'unicodeFallbacks'
    | 'recall'
    | 'audit'
    | 'skipped'
    | 'spilledBytes'
  > {
  readonly pairs: { readonly count: number }
  readonly clusters: { readonly length: number }
}

/** The second side of a search. */
interface AgainstReport extends AgainstSummary {
  readonly inputs: readonly string[]
  readonly fields: ChosenFields
  readonly alsoWithin: boolean
}

/**
 * The counts of a run.
 *
 * @param against the inputs of the second side, if there is one
 */
export function runReport(
  result: ReportedRun,
  { predicted }: ExplainedPlan,
  against: readonly string[] = [],
): Omit<RunReport, 'inputs' | 'written'> {
  const { source } = result
  return {
    filesRead: countFiles(ownSide(source)),
    fields: chosenFields(source),
    input: inputReport(source.notes),
    threshold: result.plan.threshold,
    documents: result.documents,
    empty: result.empty,
    skipped: result.skipped.length,
    identical: result.identical,
    equal: result.equal,
    candidates: result.candidates,
    compared: result.compared,
    pairs: result.pairs.count,
    ...omittedReport(result.pairsOmitted),
    clusters: result.clusters.length,
    ...againstReport(result, against),
    unicodeFallbacks: result.unicodeFallbacks,
    recall: recallReport(result.recall, result.pairsOmitted),
    ...processCost(),
    spilledBytes: result.spilledBytes,
    ...(result.audit && { audit: result.audit }),
    plan: result.plan,
    ...(predicted && { predicted }),
  }
}

function againstReport(
  { source, against }: ReportedRun,
  inputs: readonly string[],
): Pick<RunReport, 'against'> {
  if (against === undefined || source.against === undefined) return {}
  const { boundary: _, ...counts } = against
  return {
    against: { inputs, fields: chosenFields(source.against), ...counts },
  }
}

/** A recall, without an estimate for clusters that would only repeat the one for pairs. */
interface RecallReport extends Omit<MeasuredRecall, 'inClusters'> {
  /** Only if pairs were omitted, or with an audit. */
  readonly inClusters?: Partial<MeasuredRecall['inClusters']>
}

function recallReport({ inClusters, ...recall }: MeasuredRecall, { count }: OmittedPairs): RecallReport {
  const { estimated, ...measured } = inClusters
  const shown = { ...(count > 0 && { estimated }), ...measured }
  return { ...recall, ...(Object.keys(shown).length > 0 && { inClusters: shown }) }
}

/** The omitted pairs as they appear in reports. */
export function omittedReport({ count, interval }: OmittedPairs) {
  return { pairsOmitted: count, ...(interval && { pairsOmittedInterval: interval }) }
}

/** The actual values of a run, to show next to the predicted ones. */
export function actualOf(report: RunReport): ActualValues {
  const { documents, compared, peakMemoryBytes, spilledBytes, seconds } = report
  // Pairs are predicted for distinct documents, but reported with all copies.
  return {
    documents,
    candidates: compared,
    memoryBytes: peakMemoryBytes,
    diskBytes: spilledBytes,
    seconds,
  }
}
