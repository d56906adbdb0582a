import type { DocumentId } from '../../model/document.js'
import type { Copy, CopyReport } from './find-copies.js'
import { counted, name, percent, shownAsText } from './report-html.js'
import { REPORT_STYLE } from './report-style.js'
import { authorTable, groupTable, headline, histogramOf, MAX_ROWS, pairTable } from './report-tables.js'

/** What the page shows. */
export interface ReportPageOptions {
  /** What was searched, for the heading. Default: `documents`. */
  readonly title?: string
  /** The most pairs that are shown side by side, the highest scores first. Default: 100. */
  readonly maxPairs?: number
}

/** Text without a passage that is longer is shortened to so much at either end. */
const CONTEXT = 240

/** Passages of one pair take turns with these colors. */
const COLOURS = 6

/**
 * A page of HTML that shows pairs side by side with their passages marked; it needs no other file, no script and no
 * network. Whatever the documents hold is shown as text.
 *
 * @example copyReportPage(report, (id) => texts.get(id), { title: 'essays' })
 */
export function copyReportPage(
  report: CopyReport,
  textOf: (id: DocumentId) => string,
  options: ReportPageOptions = {},
): string {
  const { title = 'documents', maxPairs = 100 } = options
  const { copies } = report
  const shown = copies.slice(0, maxPairs)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Copies in ${shownAsText(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<h1>Copies in ${shownAsText(title)}</h1>
<p>${headline(report)}</p>
${histogramOf(report)}
${groupTable(report.groups)}
${authorTable(report.authors)}
${copies.length === 0 ? '' : pairTable(copies.slice(0, MAX_ROWS), shown.length)}
${copies.length > MAX_ROWS ? `<p>And ${counted(copies.length - MAX_ROWS, 'pair')} more.</p>` : ''}
${shown.map((copy, i) => section(copy, i + 1, textOf)).join('\n')}
<p class="note">The score is the mean of two shares, both of the smaller document: the words that say something (in code:
the literals) and the runs of three tokens that the other document has too. The length of a
passage is the number of equal tokens in it. A score is a reason to look, not a verdict.</p>
</body>
</html>
`
}

function section(copy: Copy, number: number, textOf: (id: DocumentId) => string): string {
  const { a, b, score, content, runs, jaccard, verbatim, passages } = copy
  const sides = (['a', 'b'] as const).map(
    (side) =>
      `<div><h3>${name(copy[side])} <small>${percent(copy.copied[side])} in passages</small></h3><pre>${markedText(
        textOf(copy[side]),
        passages.map((passage) => passage[side]),
        (i) => `id="${anchor(number, side, i)}" href="#${anchor(number, side === 'a' ? 'b' : 'a', i)}"`,
      )}</pre></div>`,
  )
  return `<section id="pair-${number}">
<h2>${number}. ${name(a)} and ${name(b)}</h2>
<p>Score ${score.toFixed(2)}: ${percent(content)} of the content, ${percent(runs)} of the runs; Jaccard similarity ${jaccard.toFixed(2)}; ${passages.length === 0 ? 'no passage is long enough to show, only scattered words and runs' : `at most ${verbatim} equal tokens in a row. Click a passage to see its other side`}.</p>
<div class="sides">${sides.join('')}</div>
</section>`
}

function anchor(number: number, side: 'a' | 'b', passage: number): string {
  return `pair-${number}-${side}-${passage + 1}`
}

/** The text with its spans as links; spans may overlap, then the earlier one takes what both cover. */
function markedText(
  text: string,
  spans: readonly (readonly [start: number, end: number])[],
  link: (span: number) => string,
): string {
  const order = spans.map((_, i) => i).sort((i, j) => spans[i]![0] - spans[j]![0] || i - j)
  let html = ''
  let at = 0
  for (const i of order) {
    const [start, end] = spans[i]!
    const from = Math.max(at, start)
    if (from >= end) continue
    html += plainText(text.slice(at, from), at === 0, false)
    html += `<a class="c${i % COLOURS}" ${link(i)}>${shownAsText(text.slice(from, end))}</a>`
    at = end
  }
  return html + plainText(text.slice(at), at === 0, true)
}

/** Text between passages, shortened where it is long. */
function plainText(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 3 * CONTEXT) return shownAsText(text)
  const head = isFirst ? '' : text.slice(0, CONTEXT)
  const tail = isLast ? '' : text.slice(-CONTEXT)
  const left = text.length - head.length - tail.length
  return `${shownAsText(head)}<i> … ${left} characters … </i>${shownAsText(tail)}`
}
