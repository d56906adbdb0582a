// @ts-check
// What a page shows, and the parts that markups are made of.

/** @typedef {import('./furniture.js').Furniture} Furniture */

/**
 * What a page shows.
 *
 * @typedef {object} Content
 * @property {string} title
 * @property {readonly string[]} article its paragraphs
 * @property {Furniture} site
 * @property {readonly string[]} others headlines of other stories
 * @property {readonly string[]} teasers beginnings of other articles
 * @property {readonly string[]} comments of readers
 * @property {number} number of the page
 */

/** @typedef {(content: Content) => string} Markup */

export const links = (/** @type {readonly string[]} */ texts, sep = ' ') =>
  texts.map((text) => `<a href="/${text.toLowerCase().replaceAll(' ', '-')}">${text}</a>`).join(sep)
export const each = (
  /** @type {readonly string[]} */ texts,
  /** @type {(text: string, i: number) => string} */ make,
) => texts.map(make).join('\n')
