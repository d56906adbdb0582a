// @ts-check
// Pages of newspapers with known truth: each article is in one to five papers, which edit it as papers do: with their own headline and
// furniture, without the last paragraphs or one in the middle, or with a few words changed.
import { furnitureOf, headlines, PAPERS } from './furniture.js'
import { below, randomOf } from './words.js'

/** @typedef {import('likewise/text').Random} Random */
/** @typedef {{ html: string, story: number, paper: number }} Page */

const MAX_PAPERS = 5
/** The approximate share of a page's characters that are furniture, as in *Mining of Massive Datasets*, chapter 3. */
const FURNITURE = 0.5

/**
 * The pages of articles, in an order that reveals nothing.
 *
 * @param {readonly string[]} articles paragraphs are separated by empty lines
 * @param {number} seed
 * @returns {Page[]}
 */
export function pagesOf(articles, seed) {
  const mean = articles.reduce((sum, text) => sum + text.length, 0) / Math.max(1, articles.length)
  const around = (mean * FURNITURE) / (1 - FURNITURE)
  const papers = Array.from({ length: PAPERS }, (_, paper) =>
    furnitureOf(paper, around, randomOf(seed + 1, paper)),
  )
  const pages = articles.flatMap((text, story) => {
    const random = randomOf(seed, story)
    const carriers = [...random.permutation(PAPERS)].slice(0, 1 + below(random, MAX_PAPERS))
    return carriers.map((paper) => {
      const furniture = papers[paper]
      if (furniture === undefined) throw new Error(`there is no paper ${paper}`)
      return { html: layOut(edited(paragraphsOf(text), random), furniture, random), story, paper }
    })
  })
  return [...randomOf(seed + 2, 0).permutation(pages.length)].flatMap((at) => pages[at] ?? [])
}

/**
 * Texts without empty lines are cut after every third sentence.
 *
 * @param {string} text
 */
export function paragraphsOf(text) {
  const given = text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (given.length > 2) return given
  const sentences = text.replace(/\s+/g, ' ').match(/.+?(?:[.!?]["”)]?(?= )|$)/g) ?? [text]
  const paragraphs = []
  for (let i = 0; i < sentences.length; i += 3)
    paragraphs.push(
      sentences
        .slice(i, i + 3)
        .join('')
        .trim(),
    )
  return paragraphs
}

/**
 * An article as a paper prints it: a third as it is, a third without its end, a sixth without a part of its middle, a
 * sixth with one word in thirty changed.
 *
 * @param {readonly string[]} paragraphs
 * @param {Random} random
 */
export function edited(paragraphs, random) {
  const way = below(random, 6)
  const count = paragraphs.length
  if (way < 2 || count < 3) return paragraphs
  if (way < 4) return paragraphs.slice(0, count - 1 - below(random, Math.floor(count / 3)))
  if (way === 4) {
    const gone = 1 + below(random, count - 2)
    return paragraphs.filter((_, i) => i !== gone)
  }
  return paragraphs.map((text) =>
    text.replace(/[\p{L}\p{N}]+/gu, (word) => (below(random, 30) === 0 ? `${word}s` : word)),
  )
}

/**
 * @param {readonly string[]} article
 * @param {import('./furniture.js').Furniture} furniture
 * @param {Random} random of this page
 */
function layOut(article, { name, sections, notices, advertisements, links }, random) {
  const item = (/** @type {string} */ text) => `<li><a href="#">${escaped(text)}</a></li>`
  const half = advertisements.length >> 1
  return `<!doctype html>
<html><head><title>${escaped(name)}</title><style>body { margin: 0 }</style><script>var paper = "${escaped(name)}"</script></head>
<body>
<header><h2>${escaped(name)}</h2><nav><ul>${sections.map(item).join('')}</ul></nav></header>
<div class="notice"><p>${escaped(notices[0] ?? '')}</p></div>
<aside><h3>Advertisement</h3>${advertisements
    .slice(0, half)
    .map((text) => `<p>${escaped(text)}</p>`)
    .join('')}</aside>
<article><h1>${escaped(headlines(1, random)[0] ?? '')}</h1>
${article.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
</article>
<aside><h3>Most read</h3><ol>${headlines(8, random).map(item).join('')}</ol>
${advertisements
  .slice(half)
  .map((text) => `<p>${escaped(text)}</p>`)
  .join('')}</aside>
<footer><p>${escaped(notices[1] ?? '')}</p><ul>${links.map(item).join('')}</ul></footer>
</body></html>
`
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
