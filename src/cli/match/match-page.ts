import type { FieldAgreement } from '../../apps/entities/agreement-table.js'
import { count, percent } from '../../model/quantities.js'
import type { EvidenceStep, MatchPageData, PairEvidence } from './page-data.js'

const WIDTH = 360
const ROW = 18

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;margin:.5rem 0}th,td{text-align:left;padding:.15rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}.warning{color:#8a3b00}svg{display:block}.for{fill:#2b7a4b}.against{fill:#b3402a}
.sum{stroke:#555;stroke-width:1}small{color:#555}@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}small{color:#aaa}.sum{stroke:#bbb}.warning{color:#f0a060}}`

/** The page of match: one HTML file without scripts that needs no other. Whatever the records hold is shown as text. */
export function matchPage(data: MatchPageData): string {
  const title = `Records of the same thing: ${data.inputs.map(text).join(', ')}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${count(data.pairs)} pairs. ${expectedText(data)}</p>
${data.warnings.map((warning) => `<p class="warning">Warning: ${text(warning)}.</p>`).join('\n')}
<h2>How fields agree</h2>
<p>m: the share of matches that agree so; u: the share of random pairs; bits: what such agreement says for a match, or against it,
on average over the pairs compared.</p>
${agreementTable(data.agreement)}
<h2>Scores of the pairs compared</h2>
${histogram(data.histogram)}
<h2>Why pairs match</h2>
<p>${count(data.shown.length)} pairs, evenly from the surest to the least sure. Bars begin at the odds of any two records and add what each field
says, in bits: each doubles the odds, or halves them.</p>
${data.shown.map(pairSection).join('\n')}
</body>
</html>
`
}

function expectedText({ expected }: MatchPageData): string {
  const { expectedPrecision, expectedRecall, precisionInterval, recallInterval } = expected
  if (expectedPrecision === undefined || expectedRecall === undefined) return ''
  const span = (interval: readonly [number, number] | undefined) =>
    interval === undefined ? '' : ` (95 % interval ${percent(interval[0])} to ${percent(interval[1])})`
  return `Expected precision ${percent(expectedPrecision)}${span(precisionInterval)}, expected recall ${percent(expectedRecall)}${span(recallInterval)}.`
}

function agreementTable(fields: readonly FieldAgreement[]): string {
  const grades = fields[0]?.grades.map(({ grade }) => grade) ?? []
  const head = grades.map((grade) => `<th colspan="3">${grade}</th>`).join('')
  const rows = fields.map(({ field, grades: of }) => {
    const cells = of.map(
      ({ matches, random, bits }) =>
        `<td class="n">${short(matches)}</td><td class="n">${short(random)}</td><td class="n">${signed(bits)}</td>`,
    )
    return `<tr><th>${text(field)}</th>${cells.join('')}</tr>`
  })
  return `<table><thead><tr><th rowspan="2">field</th>${head}</tr><tr>${grades.map(() => '<th>m</th><th>u</th><th>bits</th>').join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}

function histogram(bins: MatchPageData['histogram']): string {
  const most = Math.max(1, ...bins.map(({ pairs }) => Math.log1p(pairs)))
  const bars = bins.map(({ from, pairs }, i) => {
    const width = (Math.log1p(pairs) / most) * WIDTH
    return `<rect class="for" x="40" y="${i * ROW + 3}" width="${width.toFixed(1)}" height="${ROW - 6}"/><text x="0" y="${i * ROW + 14}" font-size="12" fill="currentColor">${from.toFixed(2)}</text><text x="${(46 + width).toFixed(1)}" y="${i * ROW + 14}" font-size="12" fill="currentColor">${count(pairs)}</text>`
  })
  return `<svg role="img" aria-label="Histogram of scores; bars by the logarithm" width="${WIDTH + 140}" height="${bins.length * ROW}">${bars.join('')}</svg>`
}

function pairSection({ a, b, score, steps }: PairEvidence): string {
  const [low, high] = [
    Math.min(0, ...steps.map(({ total }) => total)),
    Math.max(0, ...steps.map(({ total }) => total)),
  ]
  const x = (bits: number) => ((bits - low) / Math.max(1, high - low)) * WIDTH
  const rows = steps.map(
    (step) =>
      `<tr><th>${text(step.name)}</th><td>${valueCell(step, 0)}</td><td>${valueCell(step, 1)}</td><td class="n">${signed(step.bits)}</td><td>${bar(step, x)}</td></tr>`,
  )
  return `<h3>${text(String(a))} = ${text(String(b))} <small>score ${Number(score.toPrecision(6))}</small></h3>
<table>${rows.join('\n')}</table>`
}

function bar({ bits, total }: EvidenceStep, x: (bits: number) => number): string {
  const [from, to] = [x(total - bits), x(total)]
  const zero = x(0)
  return `<svg aria-hidden="true" width="${WIDTH}" height="14"><rect class="${bits < 0 ? 'against' : 'for'}" x="${Math.min(from, to).toFixed(1)}" y="2" width="${Math.max(1, Math.abs(to - from)).toFixed(1)}" height="10"/><line class="sum" x1="${zero.toFixed(1)}" x2="${zero.toFixed(1)}" y1="0" y2="14"/></svg>`
}

function valueCell({ values }: EvidenceStep, side: 0 | 1): string {
  return values[side] === undefined ? '<small>–</small>' : text(values[side])
}

function short(share: number): string {
  return share === 0 ? '0' : String(Number(share.toPrecision(2)))
}

function signed(bits: number): string {
  return `${bits < 0 ? '−' : '+'}${Math.abs(bits).toFixed(1)}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** No character of a record can end its element or begin another. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t\r]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
