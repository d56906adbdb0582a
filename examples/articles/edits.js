// @ts-check
// What happens to an article on its way from one paper to the next. An edit takes a story and returns another.

import { between, pick, shuffled } from './random.js'
import { dayAfter, drawSentence, named, PAPERS, printedDay } from './story.js'
import { WORDING } from './wording.js'

/** @typedef {import('./random.js').Random} Random */
/** @typedef {import('./story.js').Story} Story */
/** @typedef {(story: Story, random: Random) => Story} Edit */

/**
 * The same article in another paper, on the same day or up to two days later.
 * @type {Edit}
 */
export function reprint(story, random) {
  const source = pick(
    random,
    PAPERS.filter((paper) => paper !== story.source),
  )
  return { ...story, source, date: dayAfter(story.date, between(random, 0, 2)) }
}

/** @type {Edit} */
export function addFurniture(story, random) {
  const reporter = pick(random, [
    'Nell Corrigan',
    'our own correspondent',
    'Jasper Thorne',
    'Ada Finlay-Ross',
  ])
  const paper = paperName(story.source)
  const town = story.cast.get('place') ?? 'Costermere'
  const dateline = `${town.toUpperCase()}, ${printedDay(story.date)} (${paper}) —`
  const above = [
    `By ${reporter}`,
    'Reading time: 2 minutes',
    `${paper} | News | Local`,
    'Listen to this article',
  ]
  const below = [
    `Follow ${paper} for more stories like this one. Have you seen something we should know? Write to the news desk.`,
    'Share this article: copy link, email, print. Comments are closed.',
    `© ${paper} 2025. All rights reserved. No part of this page may be copied without the consent of the publisher.`,
    'Read next: What to do this weekend. Crossword 4,117. Five walks that end in tea.',
    'Photograph: reader’s own. Subscribe from £1 a week and cancel whenever you like.',
  ]
  const [lead, ...rest] = story.paragraphs
  const opening = random() < 0.7 ? [dateline, ...(lead ?? [])] : (lead ?? [])
  const top = shuffled(random, above).slice(0, between(random, 1, 3))
  const bottom = shuffled(random, below).slice(0, between(random, 0, 3))
  const single = (/** @type {string} */ line) => [line]
  const paragraphs = [...top.map(single), opening, ...rest, ...bottom.map(single)]
  return { ...story, title: random() < 0.5 ? `${story.title} | ${paper}` : story.title, paragraphs }
}

/**
 * Replaces a few, a third or most of the words that have a synonym.
 * @type {Edit}
 */
export function changeWords(story, random) {
  const pattern = new RegExp(`(?<![<\\w-])(?:${[...WORDING.keys()].join('|')})(?![>\\w-])`, 'gi')
  const places = story.paragraphs.flat().join(' ').match(pattern)?.length ?? 0
  const share = pick(random, [0.12, 0.4, 0.8])
  const order = shuffled(random, [...Array(places).keys()])
  const chosen = new Set(order.slice(0, Math.max(2, Math.round(share * places))))
  let place = 0
  const change = (/** @type {string} */ word) => (chosen.has(place++) ? otherWord(word) : word)
  return { ...story, paragraphs: mapSentences(story, (sentence) => sentence.replace(pattern, change)) }
}

/** @param {string} word */
function otherWord(word) {
  const other = WORDING.get(word.toLowerCase()) ?? word
  return /^[A-Z]/.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other
}

/**
 * Removes one to three sentences, but never the lead.
 * @type {Edit}
 */
export function cutSentences(story, random) {
  const [lead = [], ...rest] = story.paragraphs
  const sentences = rest.flat()
  const count = Math.min(between(random, 1, 3), Math.ceil(sentences.length / 4))
  const gone = new Set(shuffled(random, sentences).slice(0, count))
  const kept = rest.map((paragraph) => paragraph.filter((sentence) => !gone.has(sentence)))
  return { ...story, paragraphs: [lead, ...kept.filter((paragraph) => paragraph.length > 0)] }
}

/** @type {Edit} */
export function reorderParagraphs(story, random) {
  const [lead = [], ...rest] = story.paragraphs
  const again = shuffled(random, rest)
  const same = again.every((paragraph, at) => paragraph === rest[at])
  return { ...story, paragraphs: [lead, ...(same ? again.reverse() : again)] }
}

/**
 * Works only for a story that has a second lead.
 * @type {Edit}
 */
export function rewriteLead(story) {
  if (story.otherLead === undefined) throw new Error(`no other lead: ${story.title}`)
  return { ...story, paragraphs: [[story.otherLead], ...story.paragraphs.slice(1)] }
}

/**
 * Case, punctuation and white space change; the words and their order do not.
 * @type {Edit}
 */
export function changeDress(story, random) {
  const dress = pick(random, [upperCase, bareWords, curlyQuotes, hardWrap, looseSpaces])
  return { ...story, title: dress === upperCase ? story.title.toUpperCase() : story.title, dress }
}

/** @type {Edit} */
export function appendCorrection(story, random) {
  const day = printedDay(story.date)
  const note = pick(random, [
    `Correction, ${day}: an earlier version of this article gave a wrong figure in its second paragraph. This has been put right.`,
    `This article was amended on ${day} to make clear that the meeting it mentions was held in public.`,
    `Clarification (${day}): a name was misspelt in the print edition. We apologise to the person concerned and to the many readers who wrote in.`,
    `Editor's note: since this report was first published we have been asked to point out that the sum named includes tax. The text has been changed accordingly.`,
  ])
  return { ...story, paragraphs: [...story.paragraphs, [note]] }
}

/**
 * The next version of a developing story: news is added below the lead, and older text dropped. Version 3 has a new lead.
 * @param {Story} story
 * @param {Random} random
 * @param {number} version counted from 2
 * @returns {Story}
 */
export function update(story, random, version) {
  const { paragraphs } = version === 3 ? rewriteLead(story, random) : story
  const [lead = [], ...rest] = paragraphs
  const news = [drawSentence(story, 'fact'), drawSentence(story, version === 3 ? 'quote' : 'fact')]
  const gone = pick(random, rest.flat())
  const kept = rest.map((paragraph) => paragraph.filter((sentence) => sentence !== gone))
  return {
    ...story,
    date: dayAfter(story.date, 1),
    title: `${story.title.replace(/ \(.*\)$/, '')} (update ${version - 1})`,
    paragraphs: [lead, news, ...kept.filter((paragraph) => paragraph.length > 0)],
  }
}

/**
 * Two articles under one title: the first in full, and the second in full or only its beginning.
 * @param {Story} first
 * @param {Story} second
 * @param {Random} random
 * @returns {Story}
 */
export function merge(first, second, random) {
  const other = named(second)
  const taken = random() < 0.5 ? other : other.slice(0, Math.ceil(other.length / 2))
  const date = first.date > second.date ? first.date : second.date
  return { ...first, date, title: 'News in brief', paragraphs: [...named(first), ...taken] }
}

/**
 * @param {Story} story
 * @param {(sentence: string) => string} change
 */
function mapSentences(story, change) {
  return story.paragraphs.map((paragraph) => paragraph.map(change))
}

/** @param {string} source */
function paperName(source) {
  return source.replace(/-/g, ' ').replace(/\b(?!and)\w/g, (letter) => letter.toUpperCase())
}

/** @param {string} text */
function upperCase(text) {
  return text.toUpperCase()
}

/** @param {string} text */
function bareWords(text) {
  return text.toLowerCase().replace(/[",;:.?!]+(?=\s|"|$)|"/g, '')
}

/** @param {string} text */
function curlyQuotes(text) {
  return text
    .replace(/"([^"]*)"/g, '“$1”')
    .replace(/'/g, '’')
    .replace(/; /g, ' – ')
    .replace(/£/g, '£\u00a0')
}

/** @param {string} text */
function hardWrap(text) {
  return text.replace(/(.{1,64})(?: |$)/gm, '$1\n').replace(/\n{3,}/g, '\n\n')
}

/** @param {string} text */
function looseSpaces(text) {
  return `\n  ${text.replace(/\. /g, '.  ').replace(/\n\n/g, '\n\n\n  ').replace(/, /g, ' ,\t')} \n`
}
