// @ts-check
// Builds articles from sentences: who appears, where, in which order, on which day and in which paper.

import { between, pick, shuffled } from './random.js'
import { fill, freshest, phrase } from './subject.js'

/** @typedef {import('./random.js').Random} Random */
/** @typedef {import('./subject.js').Cast} Cast */
/** @typedef {import('./subject.js').Part} Part */
/** @typedef {import('./subject.js').Sentence} Sentence */
/** @typedef {import('./subject.js').Subject} Subject */

/**
 * An article before its text is written: sentences in paragraphs, with marks instead of people.
 * @typedef {object} Story
 * @property {Subject} subject
 * @property {Cast} cast
 * @property {Set<Sentence>} used sentences that are in this story or in another about the same event
 * @property {string} source
 * @property {string} date
 * @property {string} title
 * @property {string | undefined} otherLead the lead as another reporter would have written it
 * @property {readonly (readonly string[])[]} paragraphs the lead first
 * @property {(text: string) => string} [dress] changes to the finished text: case, punctuation, white space
 */

export const PAPERS = [
  'harbour-gazette',
  'penmoor-courier',
  'valley-echo',
  'morning-beacon',
  'north-shore-times',
  'county-ledger',
  'evening-lantern',
  'moorland-post',
  'the-weekly-plough',
  'estuary-herald',
  'city-and-dale',
  'free-observer',
]

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const HALF_YEARS = [
  'January February March April May June',
  'July August September October November December',
]
const MONTHS = HALF_YEARS.flatMap((months) => months.split(' '))

const FIRST_DAY = '2025-01-07'
const DAYS = 170

/**
 * An article on the subject. With `matter`, it tells that story again, with the same people, places and figures, but without
 * sharing a sentence.
 * @param {Subject} subject
 * @param {Story} [matter]
 * @returns {Story}
 */
export function compose(subject, matter) {
  const { random } = subject
  const date = matter?.date ?? dayAfter(FIRST_DAY, between(random, 0, DAYS))
  const cast = matter?.cast ?? castOf(date)
  const used = matter?.used ?? new Set()
  const source = pick(
    random,
    PAPERS.filter((paper) => paper !== matter?.source),
  )
  const empty = { subject, cast, used, source, date, title: '', otherLead: undefined, paragraphs: [] }
  const [title = '', lead = '', otherLead] = drawSentence(empty, 'lead').split(' :: ')
  return { ...empty, title: capital(title), otherLead, paragraphs: [[lead], ...body(empty)] }
}

/**
 * The next unused sentence of that part, with its gaps filled.
 * @param {Story} story
 * @param {Part} part
 */
export function drawSentence({ subject, cast, used }, part) {
  const sentence = freshest(subject.sentences[part], used)
  used.add(sentence)
  sentence.stories.push(used)
  return fill(subject, cast, phrase(subject.random, sentence))
}

/**
 * Adds facts and quotes in random order, starting with a fact, until the article is long enough. Two of three articles also get an end.
 * @param {Story} story
 */
function body(story) {
  const { random } = story.subject
  const words = between(random, 67, 172)
  const first = drawSentence(story, 'fact')
  const rest = [drawSentence(story, 'quote')]
  if (words > 160) rest.push(drawSentence(story, 'quote'))
  while (countWords([first, ...rest].join(' ')) < words) rest.push(drawSentence(story, 'fact'))
  const sentences = [first, ...shuffled(random, rest)]
  if (random() < 2 / 3) sentences.push(drawSentence(story, 'end'))
  return paragraphsOf(random, sentences)
}

/**
 * @param {Random} random
 * @param {readonly string[]} sentences
 */
function paragraphsOf(random, sentences) {
  const paragraphs = []
  for (let start = 0; start < sentences.length; ) {
    const end = start + between(random, 1, 3)
    paragraphs.push(sentences.slice(start, end))
    start = end
  }
  return paragraphs
}

/** @param {string} text */
function countWords(text) {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/**
 * The text of the story, with people's names, and with an empty line between paragraphs.
 * @param {Story} story
 */
export function tell(story) {
  const text = named(story)
    .map((sentences) => sentences.join(' '))
    .join('\n\n')
  return story.dress === undefined ? text : story.dress(text)
}

/**
 * The paragraphs with each mark replaced: by role and full name at the first mention, and by the surname after that.
 * @param {Story} story
 */
export function named({ subject, cast, paragraphs }) {
  const met = new Set()
  const name = (/** @type {string} */ mark, /** @type {string} */ person) => {
    const surname = word(subject, cast, `last of ${person}`, 'last')
    if (met.has(person)) return surname
    met.add(person)
    return `${subject.roles.get(person) ?? mark} ${word(subject, cast, `first of ${person}`, 'first')} ${surname}`
  }
  return paragraphs.map((sentences) => sentences.map((text) => capital(text.replace(/<(\w+)>/g, name))))
}

/**
 * @param {Subject} subject
 * @param {Cast} cast
 * @param {string} key
 * @param {string} list
 */
function word(subject, cast, key, list) {
  const taken = new Set(cast.values())
  const value = cast.get(key) ?? subject.words.get(list)?.draw((card) => taken.has(card)) ?? ''
  cast.set(key, value)
  return value
}

/**
 * The title of the story, with surnames for people.
 * @param {Story} story
 */
export function headline({ subject, cast, title }) {
  return title.replace(/<(\w+)>/g, (_, person) => word(subject, cast, `last of ${person}`, 'last'))
}

/** @param {string} text */
function capital(text) {
  return text.replace(/^("?)(\p{L})/u, (_, quote, letter) => quote + letter.toUpperCase())
}

/**
 * The values of gaps that depend on the date of the article.
 * @param {string} date
 * @returns {Cast}
 */
function castOf(date) {
  const day = new Date(date)
  const month = day.getUTCMonth()
  return new Map([
    ['yesterday', /** @type {string} */ (WEEKDAYS[(day.getUTCDay() + 6) % 7])],
    ['weekday', /** @type {string} */ (WEEKDAYS[(day.getUTCDay() + 4) % 7])],
    ['lastmonth', /** @type {string} */ (MONTHS[(month + 11) % 12])],
    ['nextmonth', /** @type {string} */ (MONTHS[(month + 1) % 12])],
    ['latermonth', /** @type {string} */ (MONTHS[(month + 4) % 12])],
  ])
}

/**
 * @param {string} date
 * @param {number} days
 */
export function dayAfter(date, days) {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * "14 March", as a paper prints a date.
 * @param {string} date
 */
export function printedDay(date) {
  const day = new Date(date)
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`
}
