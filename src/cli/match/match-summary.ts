import { shortName } from '../../apps/entities/fields.js'
import type { ScoreBin } from '../../apps/entities/histogram.js'
import type { BadRecord } from '../../model/errors.js'
import { bytes, count, counted, duration, percent } from '../../model/quantities.js'
import type { Table } from '../../read/tables/node-read-table.js'
import { idRow, inputRows } from '../input/input-rows.js'
import { row, skippedRows, writtenRows } from '../output/rows.js'
import { sizesText } from './cluster-sizes.js'
import type { MatchReport, ReportedCheck, ReportedInterval } from './match-report.js'

const BAR = 40
const SHOWN_FIELDS = 20

/** The summary of a run of match, as text. */
export function matchSummary(
  report: MatchReport,
  tables: readonly Table[],
  skippedLabels: readonly BadRecord[],
  written: readonly string[],
): string {
  const {
    sides,
    fields,
    candidates,
    pairs,
    clusters,
    threshold,
    multipleMatches: manyMatches,
    check,
  } = report
  const skipped = [...tables.flatMap((table) => table.skipped), ...skippedLabels]
  return [
    row(
      'read',
      tables.map((table, i) => `${counted(sides[i]!.records, 'record')} of ${table.name}`).join(', '),
    ),
    ...inputRows(report.input).map(([name, text]) => row(name, text)),
    ...skippedRows(skipped),
    row('ids', [...new Set(sides.map(({ fields }) => idRow({ id: fields.id ?? null })[1]))].join(' and ')),
    row('fields', fieldsText(fields.compared)),
    row('compared', `${counted(candidates, 'pair')} with the most in common`),
    row('pairs', `${count(pairs)} with a score of ${thresholdText(threshold)} or above`),
    ...(clusters !== undefined
      ? [
          row('clusters', count(clusters)),
          ...(clusters === 0 ? [] : [row('', sizesText(report.clusterSizes ?? []))]),
        ]
      : []),
    ...(manyMatches > 0
      ? [
          row(
            '',
            `${counted(manyMatches, 'record is', 'records are')} in several pairs; --one-to-one keeps the best`,
          ),
        ]
      : []),
    ...expectedRow('precision', report.expectedPrecision, report.precisionInterval),
    ...expectedRow('recall', report.expectedRecall, report.recallInterval),
    ...report.warnings.map((warning) => row('warning', warning)),
    ...(check === undefined ? [] : [row('check', checkText(check))]),
    ...histogramLines(report.histogram, threshold),
    row('time', duration(report.seconds)),
    row('peak memory', bytes(report.peakMemoryBytes)),
    ...writtenRows(written),
  ].join('')
}

function fieldsText(compared: MatchReport['fields']['compared']): string {
  const shown = compared
    .slice(0, SHOWN_FIELDS)
    .map(
      ({ name, a, b, kind }) =>
        `${name}${a === b || shortName(a) === shortName(b) ? '' : ` = ${shortName(b)}`} (${kind})`,
    )
  const more = compared.length - shown.length
  return [...shown, ...(more > 0 ? [counted(more, 'other')] : [])].join(', ')
}

/** Rounded down, so that every pair reaches it. */
function thresholdText(threshold: number): string {
  return String(Math.floor(threshold * 1e4) / 1e4)
}

function expectedRow(name: string, value?: number, interval?: ReportedInterval): string[] {
  if (interval === undefined) return []
  const ends = `${percent(interval.low)}–${percent(interval.high)}`
  return [
    row(
      name,
      value === undefined ? `not known (95 % CI ${ends})` : `${percent(value)} expected (95 % CI ${ends})`,
    ),
  ]
}

function checkText({ field, unit, certain: sure, random, reported, precision }: ReportedCheck): string {
  const means = `${unit}: ${number(reported.mean)} for the pairs found, ${number(sure.mean)} for ${counted(sure.pairs, 'equal pair')}, ${number(random.mean)} for random pairs`
  return precision === undefined
    ? `${field} does not help: too few pairs have it, or it differs as much in equal pairs as in random ones (${means})`
    : `about ${percent(precision)} of the pairs are correct, judging by ${field} (${means})`
}

/** The scores of all compared pairs; the bars are logarithmic, because most compared pairs are not matches. */
function histogramLines(bins: readonly ScoreBin[], threshold: number): string[] {
  const max = Math.log1p(Math.max(...bins.map(({ pairs }) => pairs)))
  if (max === 0) return []
  const marked = bins.findLastIndex(({ from }) => from <= threshold)
  return [
    '  scores\n',
    ...bins.map(({ from, pairs }, i) => {
      const bar = '█'.repeat(Math.ceil((BAR * Math.log1p(pairs)) / max))
      const mark = i === marked ? '  ← threshold' : ''
      return `    ${from.toFixed(2)}  ${`${bar} ${count(pairs)}`.trim()}${mark}\n`
    }),
  ]
}

function number(value: number): string {
  return String(Number(value.toPrecision(3)))
}
