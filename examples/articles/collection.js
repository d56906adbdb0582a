// @ts-check
// The whole collection: the originals, their copies, and the few documents written by hand.

import { BY_HAND } from './by-hand.js'
import * as edits from './edits.js'
import { between, Deck, seededBy, shuffled } from './random.js'
import { compose, dayAfter, headline, PAPERS, tell } from './story.js'
import { readSubjects } from './subject.js'

/** @typedef {import('./story.js').Story} Story */
/** @typedef {{ id: string, source: string, date: string, title: string, text: string }} Article */

/**
 * An article before it gets an id, with how it was made, which the file does not show.
 * @typedef {object} Entry
 * @property {string} slug
 * @property {string} kind `original`, `retold`, `by hand` or the name of an edit
 * @property {Omit<Article, 'id'>} article
 * @property {readonly Entry[]} from the articles it was made from; empty for an original
 */

/** @typedef {{ story: Story, entry: Entry }} Told */

const ORIGINALS_PER_SUBJECT = 8
const RETOLD = 4
const CHAINS = [4, 4, 4, 3, 3, 3]
const MERGED = 8
const NEW_LEADS = 14

/** How many copies of each kind. @type {readonly (readonly [string, edits.Edit, number])[]} */
const COPIES = [
  ['exact', (story) => story, 18],
  ['furniture', edits.addFurniture, 24],
  ['words', edits.changeWords, 26],
  ['cut', edits.cutSentences, 20],
  ['reordered', edits.reorderParagraphs, 14],
  ['dress', edits.changeDress, 14],
  ['correction', edits.appendCorrection, 12],
]

/** The number of copies of each original that is copied. After the end of the list, each has one. */
const FAMILIES = [5, 4, 4, 4, 4, 4, 4, ...Array(10).fill(3), ...Array(22).fill(2)]

/**
 * The articles in the order of the file: by day, and in random order within a day.
 * @returns {Article[]}
 */
export function makeArticles() {
  const entries = shuffled(seededBy('order'), makeEntries())
  entries.sort((one, other) => compareText(one.article.date, other.article.date))
  return entries.map(({ slug, article }, at) => ({
    id: `${slug}-${String(at + 1).padStart(4, '0')}`,
    ...article,
  }))
}

/**
 * Every article, with how it was made.
 * @returns {Entry[]}
 */
function makeEntries() {
  const originals = makeOriginals()
  const deck = new Deck(seededBy('copied'), originals)
  const withLeads = new Deck(
    seededBy('other leads'),
    originals.filter(({ story }) => story.otherLead !== undefined),
  )
  const copies = [
    ...makeCopies(deck),
    ...makeNewLeads(withLeads),
    ...makeChains(withLeads),
    ...makeMerged(deck),
  ]
  const told = [...originals, ...copies]
  return [...told.map(({ entry }) => entry), ...makeByHand()]
}

/** @returns {Told[]} */
function makeOriginals() {
  const subjects = readSubjects()
  const stories = subjects.flatMap((subject) =>
    Array.from({ length: ORIGINALS_PER_SUBJECT }, () => ({ kind: 'original', story: compose(subject) })),
  )
  const matters = shuffled(seededBy('retold'), stories).slice(0, RETOLD)
  const retold = matters.map(({ story }) => ({ kind: 'retold', story: compose(story.subject, story) }))
  return [...stories, ...retold].map(({ kind, story }) => told(kind, story, []))
}

/**
 * A quarter of the copies are copies of a copy.
 * @param {Deck<Told>} deck
 * @returns {Told[]}
 */
function makeCopies(deck) {
  const random = seededBy('copies')
  const kinds = shuffled(
    random,
    COPIES.flatMap(([kind, edit, count]) => Array(count).fill({ kind, edit })),
  )
  const copies = []
  for (let family = 0; kinds.length > 0; family++) {
    const original = draw(deck)
    let last = original
    for (const { kind, edit } of kinds.splice(0, FAMILIES[family] ?? 1)) {
      const from = random() < 0.25 ? last : original
      last = told(kind, edit(edits.reprint(from.story, random), random), [from.entry])
      copies.push(last)
    }
  }
  return copies
}

/**
 * @param {Deck<Told>} deck
 * @returns {Told[]}
 */
function makeNewLeads(deck) {
  const random = seededBy('new leads')
  return Array.from({ length: NEW_LEADS }, () => {
    const { story, entry } = draw(deck)
    return told('lead', edits.rewriteLead(edits.reprint(story, random), random), [entry])
  })
}

/**
 * @param {Deck<Told>} deck
 * @returns {Told[]}
 */
function makeChains(deck) {
  const random = seededBy('chains')
  return CHAINS.flatMap((length) => {
    const chain = [draw(deck)]
    for (let version = 2; version <= length; version++) {
      const before = /** @type {Told} */ (chain.at(-1))
      chain.push(told('update', edits.update(before.story, random, version), [before.entry]))
    }
    return chain.slice(1)
  })
}

/**
 * @param {Deck<Told>} deck
 * @returns {Told[]}
 */
function makeMerged(deck) {
  const random = seededBy('merged')
  return Array.from({ length: MERGED }, () => {
    const first = draw(deck)
    const second = draw(deck)
    const story = edits.reprint(edits.merge(first.story, second.story, random), random)
    return told('merged', story, [first.entry, second.entry])
  })
}

/** @returns {Entry[]} */
function makeByHand() {
  const random = seededBy('by hand')
  return BY_HAND.flatMap(({ slug, copy, ...article }) => {
    const entry = { slug, kind: 'by hand', article, from: [] }
    if (copy === undefined) return [entry]
    const text = copy.reduce((changed, [old, other]) => changed.replace(old, other), article.text)
    const source = /** @type {string} */ (PAPERS[between(random, 0, PAPERS.length - 1)])
    const date = dayAfter(article.date, 1)
    return [entry, { slug, kind: 'copy by hand', article: { ...article, source, date, text }, from: [entry] }]
  })
}

/**
 * @param {string} kind
 * @param {Story} story
 * @param {readonly Entry[]} from
 * @returns {Told}
 */
function told(kind, story, from) {
  const text = tell(story)
  const article = { source: story.source, date: story.date, title: headline(story), text }
  return { story, entry: { slug: story.subject.name, kind, article, from } }
}

/** @param {Deck<Told>} deck */
function draw(deck) {
  return /** @type {Told} */ (deck.draw())
}

/**
 * @param {string} one
 * @param {string} other
 */
function compareText(one, other) {
  return one < other ? -1 : one > other ? 1 : 0
}
