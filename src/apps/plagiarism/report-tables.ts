import type { ScoreHistogram } from './class-limits.js'
import type { CopyAuthor, CopyGroup } from './copy-groups.js'
import type { Copy, CopyReport } from './find-copies.js'
import { counted, name, percent } from './report-html.js'

/** Rows of a table; the rest is in the list of pairs. */
export const MAX_ROWS = 1000
/** Members of a group that are named. */
const MAX_MEMBERS = 50

/** What was found, and how much of it may be chance, in a few sentences. */
export function headline(report: CopyReport): string {
  const { documents, candidates, copies, threshold, code, expectedByChance } = report
  const thresholds = [
    ...(code < documents ? [limitText(threshold.prose, 'prose')] : []),
    ...(code > 0 ? [limitText(threshold.code, 'code')] : []),
  ].join(', ')
  const chance =
    expectedByChance === undefined
      ? 'There are too few documents to tell how many pairs are this similar by chance.'
      : `About ${expectedByChance.toFixed(1)} of the reported pairs are expected to be this similar by chance.`
  return `${counted(documents, 'document')}, ${counted(candidates, 'pair')} compared, ${copies.length} reported (threshold: ${thresholds}). ${chance}`
}

function limitText(threshold: number, kind: string): string {
  return threshold > 1
    ? `none for ${kind}, because independent ones are too similar`
    : `${threshold.toFixed(2)} for ${kind}`
}

export function pairTable(copies: readonly Copy[], linked: number): string {
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

/** Documents that are connected by pairs. A group of two is a pair. */
export function groupTable(groups: readonly CopyGroup[]): string {
  const larger = groups.filter(({ members }) => members.length > 2)
  if (larger.length === 0) return ''
  const rows = larger.slice(0, MAX_ROWS).map(({ members, pairs, minScore, maxScore }) => {
    const more = members.length > MAX_MEMBERS ? ` and ${members.length - MAX_MEMBERS} more` : ''
    return `<tr><td>${members.length}</td><td>${pairs}</td><td>${minScore.toFixed(2)}–${maxScore.toFixed(2)}</td><td>${members.slice(0, MAX_MEMBERS).map(name).join(', ')}${more}</td></tr>`
  })
  return `<h2>Groups</h2>
<table>
<thead><tr><th>documents</th><th>pairs</th><th>scores</th><th>members</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
}

/** A row for each document in a pair. */
export function authorTable(authors: readonly CopyAuthor[]): string {
  if (authors.length === 0) return ''
  const withAuthors = authors.some(({ author, id }) => author !== undefined && author !== id)
  const rows = authors.slice(0, MAX_ROWS).map((row) => {
    const author = withAuthors ? `<td>${name(row.author ?? '')}</td>` : ''
    return `<tr><td>${name(row.id)}</td>${author}<td>${row.pairs}</td><td>${row.maxScore.toFixed(2)}</td><td>${name(row.with)}</td></tr>`
  })
  return `<h2>Documents</h2>
<table>
<thead><tr><th>document</th>${withAuthors ? '<th>author</th>' : ''}<th>pairs</th><th>highest score</th><th>with</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<h2>Pairs</h2>`
}

/** The scores of all pairs as bars, with the threshold as a line. */
export function histogramOf({ histogram, threshold }: CopyReport): string {
  return (['prose', 'code'] as const)
    .flatMap((kind) => {
      const bars = histogram[kind]
      return bars === undefined ? [] : [drawHistogram(bars, threshold[kind], kind)]
    })
    .join('\n')
}

const WIDTH = 600
const HEIGHT = 120

function drawHistogram(
  { bars, sampled: drawn, pairs }: ScoreHistogram,
  threshold: number,
  kind: string,
): string {
  // Roots, so that a few copies can be seen beside thousands of independent pairs.
  const highest = Math.sqrt(Math.max(...bars, 1))
  const width = WIDTH / bars.length
  const rects = bars.map((count, i) => {
    const height = (HEIGHT * Math.sqrt(count)) / highest
    const [from, to] = [i / bars.length, (i + 1) / bars.length].map((score) => score.toFixed(2))
    return `<rect x="${(i * width + 1).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${(width - 2).toFixed(1)}" height="${height.toFixed(1)}"><title>${from}–${to}: ${counted(count, 'pair')}</title></rect>`
  })
  const line =
    threshold > 1
      ? ''
      : `<line x1="${(WIDTH * threshold).toFixed(1)}" x2="${(WIDTH * threshold).toFixed(1)}" y1="0" y2="${HEIGHT}"/>`
  const share =
    drawn < pairs ? `${drawn} of the ${counted(pairs, 'pair')}, drawn at random` : counted(pairs, 'pair')
  return `<figure>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 20}" role="img" aria-label="Scores of ${kind}">${rects.join('')}${line}<text x="0" y="${HEIGHT + 16}">0</text><text x="${WIDTH}" y="${HEIGHT + 16}" text-anchor="end">1</text></svg>
<figcaption>Scores of ${share} of ${kind}; heights are square roots of counts.${line === '' ? '' : ' The line is the threshold.'}</figcaption>
</figure>`
}
