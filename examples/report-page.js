// @ts-check
// The report as one page of HTML: each cluster with its members, and the text of each with the shared words marked.
import { compare } from 'likewise'

/** @typedef {import('likewise').SimilarityReport} SimilarityReport */
/** @typedef {{ id: string, source: string, date: string, title: string, text: string }} Article */

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
  table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top }
  section { border-top: 1px solid #ccc; margin-top: 2rem } mark { background: #fde9a9 } .quiet { color: #666 }
  @media (prefers-color-scheme: dark) {
    body { background: #1b1b1b; color: #ddd } mark { background: #5b4a12; color: inherit } .quiet { color: #999 }
  }
`

/**
 * @param {readonly Article[]} articles
 * @param {SimilarityReport} report
 */
export function reportPage(articles, report) {
  const byId = new Map(articles.map((article) => [article.id, article]))
  const clusters = report.clusters.map((cluster, i) => {
    const members = cluster.members.map((id) => /** @type {Article} */ (byId.get(String(id))))
    return clusterSection(i + 1, members, cluster)
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Near-duplicates</title>
<style>${STYLE}</style>
<h1>Near-duplicates</h1>
<p>${report.documents} documents, ${report.pairs.length} verified pairs of similarity ${report.plan.threshold} or more,
${report.clusters.length} clusters. Words in shingles shared with the first member are marked.</p>
${clusters.join('\n')}
</html>
`
}

/**
 * @param {number} number
 * @param {readonly Article[]} members
 * @param {SimilarityReport['clusters'][number]} cluster
 */
function clusterSection(number, members, cluster) {
  const [first] = members
  if (first === undefined) return ''
  const rows = members.map((member) => {
    const { similarity, shared } = compare(member.text, first.text)
    return `<tr><td>${similarity.toFixed(2)}<td>${escapeHtml(member.id)}<td>${escapeHtml(member.source)}<td>${escapeHtml(member.date)}
<td><details><summary>${escapeHtml(member.title)}</summary>${markShared(member.text, shared)}</details>`
  })
  return `<section><h2>${number}. ${escapeHtml(first.title)}</h2>
<p class="quiet">${members.length} documents, ${cluster.pairs === 1 ? '1 pair' : `${cluster.pairs} pairs`}, least similarity ${cluster.minSimilarity.toFixed(2)},
mean ${cluster.meanSimilarity.toFixed(2)} (over ${cluster.cohesionOver === 'every-pair' ? 'every pair of members' : 'the verified pairs'})</p>
<table><tr><th>to first<th>id<th>source<th>date<th>title
${rows.join('\n')}</table></section>`
}

/**
 * Marks the words of the text that stand in a shared shingle.
 *
 * @param {string} text
 * @param {readonly string[]} shared
 */
function markShared(text, shared) {
  const wanted = new Set(shared)
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
  const marked = new Uint8Array(words.length)
  const lower = words.map(([word]) => word.toLowerCase())
  for (const length of new Set(shared.map((shingle) => shingle.split(' ').length))) {
    for (let i = 0; i + length <= words.length; i++) {
      if (wanted.has(lower.slice(i, i + length).join(' '))) marked.fill(1, i, i + length)
    }
  }
  let html = ''
  let end = 0
  words.forEach((match, i) => {
    html += escapeHtml(text.slice(end, match.index))
    html += marked[i] ? `<mark>${escapeHtml(match[0])}</mark>` : escapeHtml(match[0])
    end = match.index + match[0].length
  })
  return `<p>${(html + escapeHtml(text.slice(end))).replaceAll('</mark> <mark>', ' ').replaceAll('\n', '<br>')}</p>`
}

/** @param {string} text */
function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
