import type { AuditResult } from '../../audit/judge-audit.js'
import type { BadRecord } from '../../model/errors.js'
import { bytes, count, counted, duration, percent } from '../../model/quantities.js'
import type { Prediction } from '../../plan/predict.js'
import { nearlyWipedOut, type SourceRate } from '../dedup/source-rates.js'
import { fieldRows, inputRows } from '../input/input-rows.js'
import { type Printer, paint } from '../terminal.js'
import type { RunReport } from './report.js'
import { row, skippedRows, writtenRows } from './rows.js'

const SOURCES_SHOWN = 20
const WARNINGS_SHOWN = 5
const ENOUGH_FOR_A_RATE = 10_000

/** What a run did, for a person. */
export function summaryText(
  report: RunReport,
  skipped: readonly BadRecord[],
  written: readonly string[],
  printer: Pick<Printer, 'colours'>,
): string {
  const { documents, empty, identical, equal, candidates, pairs, pairsOmitted, clusters, plan } = report
  const parts = [
    row('read', counted(documents, 'document')),
    ...[...fieldRows(report.fields), ...inputRows(report.input)].map(([name, text]) => row(name, text)),
    ...(empty > 0 ? [row('empty', `${count(empty)}, which match nothing`)] : []),
    ...skippedRows(skipped),
    row('identical', `${count(identical)} to an earlier one`),
    row('equal', `${count(equal)} more to an earlier one after normalization`),
    row(
      'candidates',
      `${count(candidates)} compared${identical + equal > 0 ? ', each document once; its copies share its pairs' : ''}`,
    ),
    row(
      'pairs',
      `${count(pairs)} at ${plan.threshold} or above${pairsOmitted > 0 ? `, and some ${count(pairsOmitted)} not listed among very many that are alike` : ''}`,
    ),
    row(report.as === 'news' ? 'stories' : 'clusters', count(clusters)),
    ...removalRows(report),
    row('recall', recallText(report)),
    ...(report.audit ? [row('audit', auditText(report, report.audit))] : []),
    ...(report.predicted ? [row('predicted', predictedText(report.predicted))] : []),
    row('time', timeText(report)),
    row('peak memory', bytes(report.peakMemoryBytes)),
    ...(report.spilledBytes > 0 ? [row('in files', bytes(report.spilledBytes))] : []),
    ...writtenRows(written),
    ...(report.wouldWrite
      ? [row('dry run', `nothing written; would write ${report.wouldWrite.join(', ')}`)]
      : []),
    ...warnings(report.sources ?? []).map((text) => `${paint('yellow', 'warning', printer)}: ${text}\n`),
  ]
  return parts.join('')
}

/** A rate tells something only where most of the time went into documents. */
function timeText({ documents, seconds }: RunReport): string {
  const isLong = documents >= ENOUGH_FOR_A_RATE && seconds > 0
  return `${duration(seconds)}${isLong ? `, ${counted(documents / seconds, 'document')} a second` : ''}`
}

function recallText({ recall, plan }: RunReport): string {
  if (plan.method === 'exact') return 'everything: an exact search misses nothing'
  return `≥ ${percent(recall.guaranteed)} at similarity ${plan.threshold} (requested ${percent(recall.requested)}); about ${percent(recall.estimated)} over all pairs (estimated); ${counted(plan.bands, 'band')} of ${counted(plan.rows, 'row')}`
}

function predictedText({ candidates, pairs, memoryBytes, seconds }: Prediction): string {
  return `${counted(candidates, 'candidate')}, ${counted(pairs, 'pair')} of distinct documents, ${bytes(memoryBytes)}, ${duration(seconds)}`
}

function auditText({ recall }: RunReport, { documents, truePairs, found, falsePairs }: AuditResult): string {
  const drawn = `${counted(documents, 'document')} drawn`
  if (recall.measured === undefined) return `${drawn}; they have no true pair, so nothing could be measured`
  const wrong =
    falsePairs === 0 ? '' : `; ${counted(falsePairs, 'reported pair')} NOT TRUE, please report this`
  const limits =
    recall.low === recall.high
      ? 'on all documents'
      : `${percent(recall.low!)} to ${percent(recall.high!)} in 19 cases of 20`
  return `${percent(recall.measured)} measured, ${limits}: ${count(found)} of ${counted(truePairs, 'true pair')}, ${drawn}${wrong}`
}

function removalRows(report: RunReport): string[] {
  const { documents, kept, removed, sources = [] } = report
  if (kept === undefined || removed === undefined) return []
  const rows = [
    row('kept', counted(kept, 'document')),
    row('removed', `${count(removed)}${documents > 0 ? `, ${percent(removed / documents)}` : ''}`),
  ]
  if (sources.length < 2) return rows
  const width = Math.min(40, Math.max(...sources.map(({ source }) => source.length)))
  const lines = sources
    .slice(0, SOURCES_SHOWN)
    .map(
      (rate) =>
        `    ${shorten(rate.source, width).padEnd(width)}  ${percent(rate.removed / rate.documents).padStart(7)}  ${count(rate.removed)} of ${count(rate.documents)}\n`,
    )
  const more = sources.length - lines.length
  return [
    ...rows,
    '  by source\n',
    ...lines,
    ...(more > 0 ? [`    and ${counted(more, 'source')} more\n`] : []),
  ]
}

function warnings(sources: readonly SourceRate[]): string[] {
  const hit = nearlyWipedOut(sources)
  const shown = hit.slice(0, WARNINGS_SHOWN)
  const texts = shown.map(
    ({ source, documents, removed }) =>
      `${source} loses ${count(removed)} of ${counted(documents, 'document')} (${percent(removed / documents)}); look at what is removed before you go on`,
  )
  const more = hit.length - shown.length
  return more === 0 ? texts : [...texts, `so do ${counted(more, 'other source')}`]
}

function shorten(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text
}
