import type { AuditResult } from '../../audit/judge-audit.js'
import { foundProbability } from '../../band/found-probability.js'
import type { BadRecord } from '../../model/errors.js'
import { keptFrom, type Plan } from '../../model/plan.js'
import { bytes, count, counted, duration, percent } from '../../model/quantities.js'
import type { Prediction } from '../../plan/predict.js'
import { fieldRows, inputRows } from '../input/input-rows.js'
import { type Printer, paint } from '../terminal.js'
import { removalRows, removalWarnings } from './removal-rows.js'
import type { RunReport } from './report.js'
import { emptyRows, row, skippedRows, writtenRows } from './rows.js'

const MIN_FOR_RATE = 10_000

/** Newspapers shorten and rewrite articles, so a search by shingles cannot estimate the recall for stories. */
const STORY_RECALL =
  'for pairs with similar text, not for stories: rewritten or shortened articles are not counted'

/** The summary of a run, as text. */
export function summaryText(
  report: RunReport,
  skipped: readonly BadRecord[],
  written: readonly string[],
  printer: Pick<Printer, 'colors'>,
): string {
  const { documents, empty, identical, equal, compared, pairs, clusters, plan } = report
  const parts = [
    row('read', counted(documents, 'document')),
    ...[...fieldRows(report.fields), ...inputRows(report.input)].map(([name, text]) => row(name, text)),
    ...emptyRows(empty),
    ...skippedRows(skipped),
    row('identical', `${counted(identical, 'copy', 'copies')} of an earlier document`),
    row('equal', `${count(equal)} more, equal to an earlier document after normalization`),
    ...againstRows(report),
    row(
      'compared',
      `${counted(compared, 'pair')}${identical + equal > 0 ? '; copies of a document are not compared again' : ''}`,
    ),
    row(
      'pairs',
      `${count(pairs)} at ${thresholdText(plan, plan.threshold)} or above${omittedText(report, plan)}`,
    ),
    ...(report.against?.alsoWithin === false
      ? []
      : [row(report.as === undefined ? 'clusters' : 'stories', count(clusters))]),
    ...removalRows(report),
    row('recall', recallText(report)),
    ...(report.as === undefined ? [] : [row('', STORY_RECALL)]),
    ...(report.audit ? [row('audit', auditText(report, report.audit))] : []),
    ...(report.predicted ? [row('predicted', predictedText(report.predicted))] : []),
    row('time', timeText(report)),
    row('peak memory', bytes(report.peakMemoryBytes)),
    ...(report.spilledBytes > 0 ? [row('disk used', bytes(report.spilledBytes))] : []),
    ...writtenRows(written),
    ...[...removalWarnings(report.sources ?? []), ...(report.warnings ?? [])].map(
      (text) => `${paint('yellow', 'warning', printer)}: ${text}\n`,
    ),
    ...(report.wouldWrite
      ? [row('dry run', `nothing written; would write ${report.wouldWrite.join(', ')}`)]
      : []),
  ]
  return parts.join('')
}

/** The documents to compare with. */
function againstRows({ against }: RunReport): string[] {
  if (against === undefined) return []
  const { documents, empty, identical, equal, fields } = against
  return [
    row('against', `${counted(documents, 'document')}${empty > 0 ? `, ${count(empty)} of them empty` : ''}`),
    // An index has no fields.
    ...(fields.text.length === 0 ? [] : fieldRows(fields)).map(([name, text]) => row('', `${name}: ${text}`)),
    row(
      '',
      `${counted(identical, 'document')} of the input ${identical === 1 ? 'is' : 'are'} identical to one of these; ${count(equal)} more ${equal === 1 ? 'is' : 'are'} equal to one after normalization`,
    ),
  ]
}

/** A rate is meaningful only if most of the time was spent on documents. */
function timeText({ documents, seconds }: RunReport): string {
  const isLong = documents >= MIN_FOR_RATE && seconds > 0
  return `${duration(seconds)}${isLong ? `, ${counted(documents / seconds, 'document')} per second` : ''}`
}

/** A threshold, with the similarity unless it is the default. */
export function thresholdText({ similarity }: Pick<Plan, 'similarity'>, threshold: number): string {
  return similarity === undefined ? String(threshold) : `${similarity} ${threshold}`
}

/** The pairs that are not listed, and why. */
export function omittedText(
  { pairsOmitted, pairsOmittedInterval: interval }: Pick<RunReport, 'pairsOmitted' | 'pairsOmittedInterval'>,
  { maxGroup }: Pick<Plan, 'maxGroup'>,
): string {
  if (pairsOmitted === 0 || maxGroup === 'all') return ''
  const how = interval ? ` (95 % CI ${count(interval.low)}–${count(interval.high)})` : ''
  return `; ${interval ? 'about ' : ''}${count(pairsOmitted)}${how} more in groups of more than ${counted(maxGroup, 'document')}, where only connecting pairs are listed (--max-group)`
}

function recallText(report: RunReport): string {
  const { recall, plan } = report
  const isListed = report.pairsOmitted === 0
  if (plan.method === 'exact') {
    return isListed
      ? `all pairs at ${thresholdText(plan, plan.threshold)} or above: the search is exact`
      : `all pairs found, ${percent(recall.estimated)} of them listed; the rest are connected through listed pairs`
  }
  const over = isListed
    ? 'over all pairs'
    : `of all pairs listed, ${percent(recall.inClusters?.estimated ?? recall.estimated)} listed or connected through listed ones`
  const lowest = keptFrom(plan)
  const kept =
    lowest === plan.threshold
      ? ''
      : `, ≥ ${percent(foundProbability(lowest, plan))} at ${lowest}, the lowest similarity kept`
  return `≥ ${percent(recall.guaranteed)} at ${plan.similarity ?? 'similarity'} ${plan.threshold}${kept} (requested ${percent(recall.requested)}); about ${percent(recall.estimated)} ${over} (estimated); ${counted(plan.bands, 'band')} of ${counted(plan.rows, 'row')}`
}

function predictedText({ candidates, pairs, memoryBytes, seconds }: Prediction): string {
  return `${counted(candidates, 'candidate')}, ${counted(pairs, 'pair')} of distinct documents, ${bytes(memoryBytes)}, ${duration(seconds)}`
}

function auditText({ recall }: RunReport, audit: AuditResult): string {
  const { documents, truePairs, found, falsePairs, inClusters } = audit
  const sampled = `${counted(documents, 'document')} sampled`
  if (recall.measured === undefined) return `${sampled}; they have no pairs, so there is nothing to measure`
  const wrong =
    falsePairs === 0
      ? ''
      : `; ${counted(falsePairs, 'reported pair')} BELOW THE THRESHOLD: please report this`
  const measured = ({ measured, low, high }: Pick<AuditResult, 'measured' | 'low' | 'high'>) =>
    `${percent(measured!)} (${low === high ? 'no sampling error' : `95 % CI ${percent(low)}–${percent(high)}`})`
  const connected =
    inClusters.found === found ? '' : `; ${measured(inClusters)} are listed or connected through listed pairs`
  // Hubs have nearly all listed pairs of a large group, and few hubs are sampled: there the run's own count of omitted pairs is used.
  const omitted =
    audit.measured === found / truePairs
      ? ''
      : ', omitted pairs as counted by the run; of the sampled documents'
  return `measured ${measured(audit)}${omitted}: ${count(found)} of ${counted(truePairs, 'true pair')} listed, each counted once${connected}; ${sampled}${wrong}`
}
