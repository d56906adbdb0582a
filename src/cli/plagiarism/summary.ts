import type { Copy, CopyReport } from '../../apps/plagiarism/find-copies.js'
import { count, counted, duration, percent } from '../../model/quantities.js'
import { type Printer, paint } from '../terminal.js'

/** What a search for copies did, for a person and for `--json`. */
export interface PlagiarismSummary {
  readonly report: CopyReport
  readonly skipped: readonly { readonly message: string }[]
  readonly ignored: number
  readonly seconds: number
  /** The files that were written. */
  readonly written: { readonly report: string; readonly copies: string }
}

const PAIRS_SHOWN = 5
const SKIPPED_SHOWN = 5

/** What was found, in a few lines. */
export function summaryText(summary: PlagiarismSummary, printer: Pick<Printer, 'colours'>): string {
  const { report, skipped, ignored, seconds, written } = summary
  const { documents, code, empty, candidates, copies } = report
  const row = (name: string, text: string) => `  ${name.padEnd(12)}${text}\n`
  const involved = new Set(copies.flatMap(({ a, b }) => [a, b])).size
  return [
    row('read', `${counted(documents, 'document')}${code > 0 ? `, ${count(code)} of them programs` : ''}`),
    ...(empty > 0 ? [row('empty', `${count(empty)}, which match nothing`)] : []),
    ...(ignored > 0 ? [row('passed over', `${counted(ignored, 'file')} that hold no text`)] : []),
    ...(skipped.length > 0 ? [row('skipped', skippedText(skipped))] : []),
    row('compared', `${counted(candidates, 'pair')} that share some text`),
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
    row('time', duration(seconds)),
    ...(written.report === '-' ? [] : [row('report', `${written.report} (open it in a browser)`)]),
    ...(written.copies === '-' ? [] : [row('list', written.copies)]),
  ].join('')
}

function pairText(
  { a, b, score, copied, passages, longest }: Copy,
  printer: Pick<Printer, 'colours'>,
): string {
  return `${paint('bold', score.toFixed(2), printer)}  ${a} and ${b}: ${percent(copied.a)} of the first, ${percent(copied.b)} of the second in ${counted(passages.length, 'passage')}, the longest of ${longest}`
}

function skippedText(skipped: PlagiarismSummary['skipped']): string {
  const shown = skipped.slice(0, SKIPPED_SHOWN).map(({ message }) => message.split('; ')[0]!)
  const more = skipped.length - shown.length
  return [
    counted(skipped.length, 'bad record'),
    ...shown,
    ...(more > 0 ? [`and ${count(more)} more`] : []),
  ].join('\n              ')
}

/** One object: the counts, where the files are, and every pair without its passages. */
export function summaryJson({ report, skipped, ignored, seconds, written }: PlagiarismSummary): string {
  const { copies, ...counts } = report
  return JSON.stringify({
    ...counts,
    pairs: copies.length,
    skipped: skipped.length,
    ignored,
    seconds,
    report: written.report,
    copies: written.copies,
    found: copies.map(({ passages, ...copy }) => ({ ...copy, passages: passages.length })),
  })
}
