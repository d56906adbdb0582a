import type { Copy, CopyReport } from '../../apps/plagiarism/find-copies.js'
import { count, counted, duration, percent } from '../../model/quantities.js'
import { pathsOf, type Written } from '../../write/written.js'
import { inputReport } from '../input/input-report.js'
import { fieldRows, inputRows } from '../input/input-rows.js'
import { processCost } from '../output/process-cost.js'
import { emptyRows, row, skippedRows } from '../output/rows.js'
import { type Printer, paint } from '../terminal.js'

import type { PlagiarismPlan } from './plan-plagiarism.js'
import type { ReadDocuments } from './read-documents.js'

const PAIRS_SHOWN = 5

/** The result in a few lines. */
export function summaryText(
  report: CopyReport,
  { skipped, ignored, fields, notes }: ReadDocuments,
  written: readonly Written[],
  printer: Pick<Printer, 'colors'>,
): string {
  const { documents, code, empty, candidates, copies } = report
  const involved = new Set(copies.flatMap(({ a, b }) => [a, b])).size
  return [
    row('read', `${counted(documents, 'document')}${code > 0 ? `, ${count(code)} of them programs` : ''}`),
    ...[...fieldRows(fields), ...inputRows(inputReport(notes))].map(([name, text]) => row(name, text)),
    ...emptyRows(empty),
    ...(ignored > 0 ? [row('ignored', counted(ignored, 'file without text', 'files without text'))] : []),
    ...skippedRows(skipped),
    row('compared', counted(candidates, 'pair that shares some text', 'pairs that share some text')),
    row(
      'found',
      copies.length === 0
        ? 'no copies'
        : `${counted(copies.length, 'pair')} with copied text, among ${counted(involved, 'document')}`,
    ),
    ...limitRows(report),
    ...copies.slice(0, PAIRS_SHOWN).map((copy) => `    ${pairText(copy, printer)}\n`),
    ...(copies.length > PAIRS_SHOWN
      ? [`    and ${counted(copies.length - PAIRS_SHOWN, 'other pair')}\n`]
      : []),
    row('time', duration(processCost().seconds)),
    ...pathsOf(written.filter(({ kind }) => kind === 'report')).map((path) =>
      row('report', `${path} (open it in a browser)`),
    ),
    ...pathsOf(written.filter(({ kind }) => kind === 'copies')).map((path) => row('list', path)),
  ].join('')
}

/** The thresholds that were used, how many pairs may be similar by chance, and the groups. */
function limitRows(report: CopyReport): string[] {
  const { threshold, minLimit, code, documents, expectedByChance, groups } = report
  const kinds = [
    ...(code < documents ? [thresholdText('prose', threshold.prose, minLimit.prose)] : []),
    ...(code > 0 ? [thresholdText('programs', threshold.code, minLimit.code)] : []),
  ]
  const larger = groups.filter(({ members }) => members.length > 2)
  return [
    ...(documents > 0 ? [row('threshold', kinds.join('; '))] : []),
    ...(documents === 0
      ? []
      : [
          row(
            'by chance',
            expectedByChance === undefined
              ? 'not known: there are too few documents to tell how many pairs reach the threshold'
              : `about ${expectedByChance.toFixed(1)} pairs reach the threshold, given how similar unrelated documents are in this collection`,
          ),
        ]),
    ...(larger.length > 0
      ? [
          row(
            'groups',
            `${counted(larger.length, 'group')} of three or more documents; the largest has ${larger[0]!.members.length}`,
          ),
        ]
      : []),
  ]
}

function thresholdText(kind: string, threshold: number, minLimit: number): string {
  const [general, lowest] = [threshold, minLimit].map((limit) => limit.toFixed(2))
  const unusual = lowest === general || minLimit > 1 ? '' : `; as low as ${lowest} for pairs of unusual ones`
  return threshold > 1
    ? `none for ${kind}: independent documents are so similar here that no score indicates a copy (--score sets one)${unusual}`
    : `${general} for ${kind}${unusual}`
}

function pairText(
  { a, b, isCode, score, copied, passages, longest }: Copy,
  printer: Pick<Printer, 'colors'>,
): string {
  const unit = isCode ? 'token' : 'word'
  const passageText =
    passages.length === 0
      ? 'no long passage, only scattered words and short runs'
      : `${percent(copied.a)} of the first and ${percent(copied.b)} of the second, in ${counted(passages.length, 'passage')} (longest: ${counted(longest, unit)})`
  return `${paint('bold', score.toFixed(2), printer)}  ${a} and ${b}: ${passageText}`
}

/** The counts, the output files, and every pair with its number of passages. */
export function plagiarismReport(
  { inputs }: PlagiarismPlan,
  { skipped, ignored, files, fields, notes }: ReadDocuments,
  { copies, code, threshold, minLimit, passage, histogram, documents, ...counts }: CopyReport,
  written: readonly Written[],
) {
  const kindOf = (kind: 'prose' | 'programs', of: 'prose' | 'code', ofKind: number) => ({
    kind,
    documents: ofKind,
    threshold: finiteOrNull(threshold[of]),
    minLimit: finiteOrNull(minLimit[of]),
    longPassage: passage[of],
    ...histogramReport(histogram[of]),
  })
  return {
    inputs,
    filesRead: files.length,
    fields,
    input: inputReport(notes),
    written,
    documents,
    ...counts,
    kinds: [kindOf('prose', 'prose', documents - code), kindOf('programs', 'code', code)],
    pairs: copies.length,
    skipped: skipped.length,
    ignored,
    ...processCost(),
    copies: copies.map(({ isCode, passages, containment, copied, shared, limit, ...copy }) => ({
      ...copy,
      kind: isCode ? 'programs' : 'prose',
      limit: finiteOrNull(limit),
      ...containment,
      sharedRuns: shared,
      copiedA: copied.a,
      copiedB: copied.b,
      passages: passages.length,
    })),
  }
}

/** A limit that nothing reaches is null in JSON and in tables. */
export function finiteOrNull(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null
}

/** The scores of sampled pairs, by the lower end of each bar. */
function histogramReport(histogram: CopyReport['histogram']['prose']): object {
  if (histogram === undefined) return {}
  const { pairs, sampled, bars } = histogram
  return {
    possiblePairs: pairs,
    sampledPairs: sampled,
    histogram: bars.map((sampledPairs, i) => ({ from: i / bars.length, sampledPairs })),
  }
}
