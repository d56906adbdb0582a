import type { Print } from '../../apps/fingerprints/print.js'
import type { Identified } from '../../apps/fingerprints/print-index.js'
import type { RankPoint } from '../../apps/fingerprints/rank-curve.js'
import { type ErrorRates, falseNonMatchAt } from '../../audit/error-rates.js'
import type { BadRecord } from '../../model/errors.js'
import { count, counted, duration } from '../../model/quantities.js'
import type { Report } from '../outcome.js'
import { row, skippedRows, writtenRows } from '../output/rows.js'

/** The object that `--json` prints for many–many, and that the summary shows as text. */
export interface PrintsReport extends Report {
  readonly filesRead: number
  readonly prints: number
  readonly minutiae: number
  /** All pairs of prints; the candidates are those that were scored. */
  readonly possiblePairs: number
  readonly candidates: number
  readonly threshold: number
  readonly pairs: number
  readonly clusters: number
  /** Present if the fingers are known. */
  readonly fingers?: number
  readonly rates?: ErrorRates & {
    readonly equalErrorInterval: { readonly low: number; readonly high: number }
  }
  readonly ranks?: readonly RankPoint[]
}

const PAIRS_SHOWN = 10
const BINS = 20
const BAR = 30

/** The summary of many–many. */
export function summaryOf(
  report: PrintsReport,
  skipped: readonly BadRecord[],
  written: readonly string[],
  pairs: readonly { readonly a: string; readonly b: string; readonly score: number }[],
  scores: { readonly genuine: readonly number[]; readonly impostor: readonly number[] } | undefined,
): string {
  const { prints, minutiae, fingers, candidates, threshold, clusters, rates, ranks } = report
  const best = [...pairs].sort((one, other) => other.score - one.score).slice(0, PAIRS_SHOWN)
  return [
    row(
      'read',
      `${counted(prints, 'print')}${fingers === undefined ? '' : ` of ${counted(fingers, 'finger')}`}${minutiaeText(prints, minutiae)}`,
    ),
    ...skippedRows(skipped, 'bad print'),
    row(
      'compared',
      prints === 1
        ? 'nothing, because there is only one print'
        : `${count(candidates)} of ${counted(report.possiblePairs, 'pair')}`,
    ),
    row(
      'same finger',
      `${counted(report.pairs, 'pair')} at ${threshold} or above, ${counted(clusters, 'cluster')}`,
    ),
    ...(rates === undefined ? [] : ratesRows(rates)),
    ...(ranks === undefined ? [] : [ranksRow(ranks)]),
    row('time', duration(report.seconds)),
    ...writtenRows(written),
    ...(scores === undefined ? [] : [distributions(scores), curve(rates!)]),
    ...(best.length === 0
      ? []
      : ['\nmost similar\n', ...best.map(({ a, b, score }) => `  ${score.toFixed(3)}  ${a}  ${b}\n`)]),
  ].join('')
}

function minutiaeText(prints: number, minutiae: number): string {
  if (prints === 0) return ''
  return prints === 1
    ? ` with ${counted(minutiae, 'minutia', 'minutiae')}`
    : `, ${(minutiae / prints).toFixed(1)} minutiae each`
}

function ratesRows(rates: NonNullable<PrintsReport['rates']>): string[] {
  const lost = observableRates(rates, [0.01, 0.001]).map(
    (rate) => `${share(falseNonMatchAt(rates, rate))} false non-matches at ${share(rate)} false matches`,
  )
  return [
    row(
      'error rates',
      `equal error rate ${share(rates.equalErrorRate)} (95 % CI ${share(rates.equalErrorInterval.low)}–${share(rates.equalErrorInterval.high)}), at score ${rates.threshold.toFixed(3)}`,
    ),
    ...(lost.length === 0 ? [] : [row('', lost.join(', '))]),
  ]
}

/** The false match rates that can be observed: n pairs of different fingers show none below 1 / n other than 0. */
function observableRates({ impostor }: ErrorRates, rates: readonly number[]): readonly number[] {
  return rates.filter((rate) => rate * impostor >= 1)
}

/** How often the correct finger is first, and how often among the first ten. */
function ranksRow(ranks: readonly RankPoint[]): string {
  const parts = ranks
    .filter(({ rank }) => rank === 1 || rank === 10)
    .map(
      ({ rank, share: found, low, high }) =>
        `${share(found)} (95 % CI ${share(low)}–${share(high)}) ${rank === 1 ? 'as the first result' : `among the first ${rank}`}`,
    )
  return row('identified', parts.join(', '))
}

/** The distribution of scores for both kinds of pairs, as shares of each kind. */
function distributions(scores: {
  readonly genuine: readonly number[]
  readonly impostor: readonly number[]
}): string {
  const shares = (list: readonly number[]) => {
    const bins = new Float64Array(BINS)
    for (const score of list) bins[Math.min(BINS - 1, Math.floor(score * BINS))]! += 1 / list.length
    return bins
  }
  const [same, other] = [shares(scores.genuine), shares(scores.impostor)]
  const max = Math.max(...same, ...other)
  const bar = (part: number) => '█'.repeat(Math.ceil((part / max) * BAR)).padEnd(BAR)
  const lines = Array.from(same, (part, bin) => ({ part, bin })).filter(
    ({ part, bin }) => part > 0 || other[bin]! > 0,
  )
  return [
    `\nscores        ${`${counted(scores.genuine.length, 'pair')} of the same finger`.padEnd(BAR + 2)}${counted(scores.impostor.length, 'pair')} of different fingers\n`,
    ...lines.map(({ part, bin }) =>
      `  ${(bin / BINS).toFixed(2)}–${((bin + 1) / BINS).toFixed(2)}  ${bar(part)}  ${bar(other[bin]!)}`
        .trimEnd()
        .concat('\n'),
    ),
  ].join('')
}

/** The curve at selected false match rates, down to the lowest that can be observed, and where there are no false matches. */
function curve(rates: ErrorRates): string {
  const shown = observableRates(rates, [0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001])
  const line = (matches: string, rate: number) =>
    `${matches.padStart(13)}  ${share(falseNonMatchAt(rates, rate)).padStart(17)}\n`
  return [
    '\nfalse matches  false non-matches\n',
    ...shown.map((rate) => line(share(rate), rate)),
    line(`0 of ${count(rates.impostor)}`, 0),
    ...(shown.includes(0.0001)
      ? []
      : [
          `${counted(rates.impostor, 'pair')} of different fingers cannot show a rate below ${share(1 / rates.impostor)}\n`,
        ]),
  ].join('')
}

/** The matches of one probe, best first. */
export interface Found {
  readonly probe: Print
  readonly matches: readonly (Identified & { readonly print: Print })[]
}

/**
 * Shows the matches of each probe.
 *
 * @param counts the number of probes whose finger is among the prints, and of those for which it came first
 */
export function identifiedText(
  found: readonly Found[],
  accept: number,
  { known, first }: { readonly known: number; readonly first: number },
  skipped: readonly BadRecord[],
): string {
  const probes = found.map(({ probe, matches }) => {
    const lines = matches.map(
      ({ print, score, matched }) =>
        `  ${score.toFixed(3)}  ${print.id}  ${counted(matched, 'minutia', 'minutiae')}${score >= accept ? '  same finger' : ''}\n`,
    )
    return `${probe.id}\n${lines.join('') || '  nothing to compare with\n'}`
  })
  return [
    probes.join('\n'),
    ...(known === 0
      ? []
      : [
          `\nThe first result is the correct finger for ${count(first)} of ${counted(known, 'probe')} whose finger is among the prints\n`,
        ]),
    ...(skipped.length === 0 ? [] : ['\n', ...skippedRows(skipped, 'bad print')]),
  ].join('')
}

/** A share with enough digits for small rates. */
function share(rate: number): string {
  return rate === 0 ? '0 %' : `${Number((rate * 100).toPrecision(3))} %`
}
