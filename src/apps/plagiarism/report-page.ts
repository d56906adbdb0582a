import type { DocumentId } from '../../model/document.js'
import type { Copy, CopyReport } from './find-copies.js'
import { REPORT_STYLE } from './report-style.js'

/** What the page shows. */
export interface ReportPageOptions {
  /** What was searched, for the heading. Default: `documents`. */
  readonly title?: string
  /** The most pairs that are shown side by side, the highest scores first. Default: 100. */
  readonly pairsShown?: number
}

/** Pairs in the table at the top; all of them are in the list of pairs. */
const MOST_ROWS = 1000

/** Text without a passage that is longer is shortened to so much at either end. */
const CONTEXT = 240

/** Passages of one pair take turns with these colours. */
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
  const { title = 'documents', pairsShown = 100 } = options
  const { copies } = report
  const shown = copies.slice(0, pairsShown)
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
${copies.length === 0 ? '' : table(copies.slice(0, MOST_ROWS), shown.length)}
${copies.length > MOST_ROWS ? `<p>And ${counted(copies.length - MOST_ROWS, 'pair')} more.</p>` : ''}
${shown.map((copy, i) => section(copy, i + 1, textOf)).join('\n')}
<p class="note">The score is the mean of two shares, both of the smaller document: the words that say something (in code:
the literals) and the runs of three tokens that the other document has too. The length of a
passage is the number of equal tokens in it. A score is a reason to look, not a verdict.</p>
</body>
</html>
`
}

function headline({ documents, candidates, copies, threshold, code }: CopyReport): string {
  const thresholds = [
    ...(code < documents ? [`${threshold.prose} for prose`] : []),
    ...(code > 0 ? [`${threshold.code} for code`] : []),
  ].join(', ')
  return `${counted(documents, 'document')}, ${counted(candidates, 'pair')} compared, ${copies.length} reported (threshold ${thresholds}).`
}

function table(copies: readonly Copy[], linked: number): string {
  const rows = copies.map((copy, i) => {
    const { a, b, score, copied, longest, passages } = copy
    const first = i < linked ? `<a href="#pair-${i + 1}">${i + 1}</a>` : `${i + 1}`
    return `<tr><td>${first}</td><td><meter value="${score.toFixed(3)}"></meter> ${score.toFixed(2)}</td><td>${name(a)}</td><td>${name(b)}</td><td>${percent(copied.a)}</td><td>${percent(copied.b)}</td><td>${passages.length}</td><td>${longest}</td></tr>`
  })
  return `<table>
<thead><tr><th></th><th>score</th><th>first</th><th>second</th><th>of the first</th><th>of the second</th><th>passages</th><th>longest passage</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
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
<p>Score ${score.toFixed(2)}: ${percent(content)} of the content, ${percent(runs)} of the runs; Jaccard similarity ${jaccard.toFixed(2)}; at most ${verbatim} tokens in a row word for word. A click on a passage leads to its other side.</p>
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function name(id: DocumentId): string {
  return shownAsText(String(id))
}

/** `42 %`, never 100 % for less than all and never 0 % for more than nothing. */
function percent(share: number): string {
  const whole = Math.round(100 * share)
  return `${share > 0 && share < 1 ? Math.min(99, Math.max(1, whole)) : whole} %`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** No character of a document can end its element or begin another; control characters are shown as U+FFFD. */
function shownAsText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t\r]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
