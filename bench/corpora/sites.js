// @ts-check
// Pages of sites, each with its own markup, that contain articles. The markups of markups-in-view.js were known when the rules were written
// by which `likewise/news` extracts articles from pages. Those of markups-held-out.js were written afterwards, and no rule was changed
// because of them; figures are reported for these.
import { furnitureOf, headlines, PAPERS } from './furniture.js'
import { below, randomOf } from './words.js'

/** @typedef {import('likewise/text').Random} Random */

const MAX_SITES = 5

const COMMENTS = [
  'I have lived here for thirty years and nobody ever asked me what I think about any of this, so thank you for nothing.',
  'My grandfather used to tell the same story at every birthday, and we never believed a word of it until now.',
  'Could somebody explain to me why this is news at all when there are so many more important things going on?',
  'Well written, but the third paragraph is not quite right, as anybody who was there that day will be able to tell you.',
  'First of all this is wrong, and second of all you would not say so if it had happened on your own doorstep.',
  'What a lovely piece, it made my morning, and I have sent it to all my friends who have moved away.',
]

/**
 * The pages of articles on sites with different markups, in an order that reveals nothing.
 *
 * @param {readonly (readonly string[])[]} articles the paragraphs of each
 * @param {number} seed
 * @param {(paragraphs: readonly string[], random: Random) => readonly string[]} edit how a site prints an article
 * @param {Readonly<Record<string, import('./markup.js').Markup>>} markups
 */
export function sitePages(articles, seed, edit, markups) {
  const names = Object.keys(markups)
  const mean = articles.reduce((sum, texts) => sum + texts.join(' ').length, 0) / Math.max(1, articles.length)
  const sites = names.map((_, site) => furnitureOf(site % PAPERS, mean, randomOf(seed + 1, site)))
  const escaped = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const pages = articles.flatMap((paragraphs, story) => {
    const random = randomOf(seed, story)
    const carriers = [...random.permutation(names.length)].slice(0, 1 + below(random, MAX_SITES))
    return carriers.map((site) => {
      const markup = markups[names[site] ?? '']
      const furniture = sites[site]
      if (markup === undefined || furniture === undefined) throw new Error(`there is no site ${site}`)
      const some = (/** @type {readonly string[]} */ from, /** @type {number} */ count) =>
        Array.from({ length: count }, () => from[below(random, from.length)] ?? '')
      const html = markup({
        title: headlines(1, random)[0] ?? '',
        article: edit(paragraphs, random).map(escaped),
        site: { ...furniture, advertisements: some(furniture.advertisements, 3) },
        others: headlines(8, random),
        teasers: some(
          articles.map(([first = '']) => first),
          4,
        ).map(escaped),
        comments: some(COMMENTS, 2 + below(random, 5)),
        number: below(random, 10_000),
      })
      return { html, story, site, markup: names[site] ?? '' }
    })
  })
  return [...randomOf(seed + 2, 0).permutation(pages.length)].flatMap((at) => pages[at] ?? [])
}
