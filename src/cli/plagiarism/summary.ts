import type { Copy, CopyReport } from '../../apps/plagiarism/find-copies.js'
import { count, counted, duration, percent } from '../../model/quantities.js'
import { pathsOf, type Written } from '../../write/written.js'
import { fieldRows } from '../input/input-rows.js'
import { processCost } from '../output/process-cost.js'
import { row, skippedRows } from '../output/rows.js'
import { type Printer, paint } from '../terminal.js'

import type { PlagiarismPlan } from './plan-plagiarism.js'
import type { ReadDocuments } from './read-documents.js'

const PAIRS_SHOWN = 5

/** What was found, in a few lines. */
export function summaryText(
  report: CopyReport,
  { skipped, ignored, fields }: ReadDocuments,
  written: readonly Written[],
  printer: Pick<Printer, 'colours'>,
): string {
  const { documents, code, empty, candidates, copies } = report
  const involved = new Set(copies.flatMap(({ a, b }) => [a, b])).size
  return [
    row('read', `${counted(documents, 'document')}${code > 0 ? `, ${count(code)} of them programs` : ''}`),
    ...fieldRows(fields).map(([name, text]) => row(name, text)),
    ...(empty > 0 ? [row('empty', `${count(empty)}, which match nothing`)] : []),
    ...(ignored > 0
      ? [row('passed over', counted(ignored, 'file that holds no text', 'files that hold no text'))]
      : []),
    ...skippedRows(skipped),
    row('compared', counted(candidates, 'pair that shares some text', 'pairs that share some text')),
    row(
      'found',
      copies.length === 0
        ? 'no copies'
        : `${counted(copies.length, 'pair')} with copied text, among ${counted(involved, 'document')}`,
    ),
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

function pairText(
  { a, b, score, copied, passages, longest }: Copy,
  printer: Pick<Printer, 'colours'>,
): string {
  return `${paint('bold', score.toFixed(2), printer)}  ${a} and ${b}: ${percent(copied.a)} of the first, ${percent(copied.b)} of the second in ${counted(passages.length, 'passage')}, the longest of ${longest}`
}

/** The counts, where the files are, and every pair with the number of its passages. */
export function plagiarismReport(
  { inputs, score }: PlagiarismPlan,
  { skipped, ignored, files, fields }: ReadDocuments,
  { copies, code, threshold, ...counts }: CopyReport,
  written: readonly Written[],
) {
  return {
    inputs,
    filesRead: files.length,
    fields,
    written,
    ...(score !== undefined && { threshold: score }),
    thresholds: { prose: threshold.prose, programs: threshold.code },
    ...counts,
    programs: code,
    pairs: copies.length,
    skipped: skipped.length,
    ignored,
    ...processCost(),
    found: copies.map(({ passages, containment, copied, ...copy }) => ({
      ...copy,
      ...containment,
      copiedA: copied.a,
      copiedB: copied.b,
      passages: passages.length,
    })),
  }
}
