import type { Print } from '../../apps/fingerprints/print.js'
import type { Identified } from '../../apps/fingerprints/print-index.js'
import { type ErrorRates, falseNonMatchAt } from '../../audit/error-rates.js'
import type { BadRecord } from '../../model/errors.js'
import { count, counted, duration } from '../../model/quantities.js'

/** What `--json` prints of many–many, and what the summary says in words. */
export interface PrintsReport {
  readonly prints: number
  readonly minutiae: number
  readonly skipped: number
  readonly pairs: number
  readonly compared: number
  readonly accept: number
  /** Pairs whose score reaches `accept`. */
  readonly same: number
  readonly clusters: number
  /** Where fingers are known. */
  readonly fingers?: number
  readonly rates?: ErrorRates
  readonly seconds: number
}

const PAIRS_SHOWN = 10
const SKIPPED_SHOWN = 5
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
  const { prints, minutiae, fingers, compared, accept, same, clusters, rates } = report
  const row = (name: string, text: string) => `  ${name.padEnd(12)}${text}\n`
  const best = [...pairs].sort((one, other) => other.score - one.score).slice(0, PAIRS_SHOWN)
  return [
    row(
      'read',
      `${counted(prints, 'print')}${fingers === undefined ? '' : ` of ${counted(fingers, 'finger')}`}, ${(minutiae / prints).toFixed(1)} minutiae each`,
    ),
    ...(skipped.length > 0 ? [row('skipped', skippedText(skipped))] : []),
    row('compared', `${count(compared)} of ${counted(report.pairs, 'pair')}`),
    row('same finger', `${counted(same, 'pair')} at ${accept} or above, ${counted(clusters, 'cluster')}`),
    ...(rates === undefined ? [] : ratesRows(rates, row)),
    row('time', duration(report.seconds)),
    ...(written.length > 0 ? [row('written', written.join(', '))] : []),
    ...(scores === undefined ? [] : [distributions(scores), curve(rates!)]),
    ...(best.length === 0
      ? []
      : ['\nthe most alike\n', ...best.map(({ a, b, score }) => `  ${score.toFixed(3)}  ${a}  ${b}\n`)]),
  ].join('')
}

function ratesRows(rates: ErrorRates, row: (name: string, text: string) => string): string[] {
  const lost = [0.01, 0.001].map(
    (rate) => `${share(falseNonMatchAt(rates, rate))} where ${share(rate)} match falsely`,
  )
  return [
    row('error rates', `equal at ${share(rates.equalErrorRate)}, at score ${rates.threshold.toFixed(3)}`),
    row('not matched', lost.join(', ')),
  ]
}

/** How the scores of both kinds of pairs are spread, in shares of each kind. */
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
  const most = Math.max(...same, ...other)
  const bar = (part: number) => '█'.repeat(Math.ceil((part / most) * BAR)).padEnd(BAR)
  const lines = Array.from(same, (part, bin) => ({ part, bin })).filter(
    ({ part, bin }) => part > 0 || other[bin]! > 0,
  )
  return [
    `\nscores        ${`${counted(scores.genuine.length, 'pair')} of one finger`.padEnd(BAR + 2)}${counted(scores.impostor.length, 'pair')} of two\n`,
    ...lines.map(({ part, bin }) =>
      `  ${(bin / BINS).toFixed(2)}–${((bin + 1) / BINS).toFixed(2)}  ${bar(part)}  ${bar(other[bin]!)}`
        .trimEnd()
        .concat('\n'),
    ),
  ].join('')
}

/** The curve at some shares of false matches. */
function curve(rates: ErrorRates): string {
  const at = [0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001, 0]
  return [
    '\nfalse matches  false non-matches\n',
    ...at.map((rate) => `${share(rate).padStart(13)}  ${share(falseNonMatchAt(rates, rate)).padStart(17)}\n`),
  ].join('')
}

/** What was found for one probe, the best first. */
export interface Found {
  readonly probe: Print
  readonly matches: readonly (Identified & { readonly print: Print })[]
}

/**
 * What was found for each probe.
 *
 * @param counts of the probes whose finger is among the prints, and of those that found it first
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
          `\n${count(first)} of ${counted(known, 'probe')} whose finger is among the prints found it first\n`,
        ]),
    ...(skipped.length === 0 ? [] : [`\nskipped       ${skippedText(skipped)}\n`]),
  ].join('')
}

function skippedText(skipped: readonly BadRecord[]): string {
  const shown = skipped.slice(0, SKIPPED_SHOWN)
  const more = skipped.length - shown.length
  return [
    counted(skipped.length, 'bad print'),
    ...shown.map(({ file, line, problem }) => `${file}, line ${line}: ${problem}`),
    ...(more > 0 ? [`and ${count(more)} more`] : []),
  ].join('\n              ')
}

/** With enough digits for small rates. */
function share(rate: number): string {
  return rate === 0 ? '0 %' : `${Number((rate * 100).toPrecision(3))} %`
}
