// @ts-check
// A subject is a text file of sentences with gaps. The lines of such a file are:
//
//   # a remark
//   river = the Ash | Tarn Beck     a word of the article: one choice, used wherever {river} occurs ({river2}: another)
//   @warden = river warden          a person: "river warden Ines Quayle" at first mention, "Quayle" after it
//   [fact]                          what the lines below are: lead, fact, quote or end
//   Title :: The first sentence.    a lead starts with its title; a second ` :: ` adds the lead in other words
//
// The gaps of a sentence are {river}, {warden}, {one|another}, and numbers: {20-90}, or {100-900/50} in steps of 50.

import { readdirSync, readFileSync } from 'node:fs'
import { between, Deck, pick, seededBy, shuffled } from './random.js'

/** @typedef {import('./random.js').Random} Random */
/** @typedef {'lead' | 'fact' | 'quote' | 'end'} Part */
/**
 * @typedef {object} Sentence
 * @property {string} text
 * @property {Set<Sentence>[]} stories the sentences of each story that this one is in
 * @property {string[]} phrasings its wording in each of these stories
 */
/** @typedef {Map<string, string>} Cast What the gaps of one article were filled with. */

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {Random} random
 * @property {Map<string, Deck<string>>} words
 * @property {Map<string, string>} roles
 * @property {Record<Part, Sentence[]>} sentences in random order
 */

const FOLDER = new URL('./', import.meta.url)
const ATTEMPTS = 80

/**
 * Every subject in the folder, by name.
 * @returns {Subject[]}
 */
export function readSubjects() {
  const common = readText('vocabulary.txt')
  const files = readdirSync(new URL('subjects/', FOLDER)).sort()
  return files.map((file) =>
    parseSubject(file.replace('.txt', ''), `${common}\n${readText(`subjects/${file}`)}`),
  )
}

/** @param {string} path */
function readText(path) {
  return readFileSync(new URL(path, FOLDER), 'utf8')
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {Subject}
 */
function parseSubject(name, text) {
  const random = seededBy(name)
  const words = new Map()
  const roles = new Map()
  /** @type {Record<Part, Sentence[]>} */
  const parts = { lead: [], fact: [], quote: [], end: [] }
  /** @type {Part | undefined} */
  let part
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('[')) part = /** @type {Part} */ (line.slice(1, -1))
    else if (part !== undefined) parts[part].push({ text: line, stories: [], phrasings: [] })
    else if (line.startsWith('@')) roles.set(...definition(line.slice(1)))
    else {
      const [word, choices] = definition(line)
      words.set(word, new Deck(random, choices.split(' | ')))
    }
  }
  return { name, random, words, roles, sentences: inAnyOrder(random, parts) }
}

/**
 * @param {string} line
 * @returns {[string, string]}
 */
function definition(line) {
  const at = line.indexOf(' = ')
  return [line.slice(0, at), line.slice(at + 3)]
}

/**
 * @param {Random} random
 * @param {Record<Part, Sentence[]>} parts
 * @returns {Record<Part, Sentence[]>}
 */
function inAnyOrder(random, { lead, fact, quote, end }) {
  return {
    lead: shuffled(random, lead),
    fact: shuffled(random, fact),
    quote: shuffled(random, quote),
    end: shuffled(random, end),
  }
}

/**
 * Chooses a sentence for a story that already has the sentences `used`: an unused one, and otherwise the one that occurs in the
 * fewest stories, above all in few stories that share other sentences with this one. Choosing sentences in turn would give some
 * pairs of stories three or four sentences in common.
 * @param {readonly Sentence[]} sentences
 * @param {Set<Sentence>} used
 * @returns {Sentence}
 */
export function freshest(sentences, used) {
  const cost = (/** @type {Sentence} */ sentence) => {
    if (used.has(sentence)) return Number.POSITIVE_INFINITY
    return sentence.stories.reduce((sum, story) => sum + (1 + shared(story, used)) ** 2, 0)
  }
  const costs = sentences.map(cost)
  return /** @type {Sentence} */ (sentences[costs.indexOf(Math.min(...costs))])
}

/**
 * @param {Set<Sentence>} story
 * @param {Set<Sentence>} other
 */
function shared(story, other) {
  let count = 0
  for (const sentence of story) if (other.has(sentence)) count++
  return count
}

/**
 * Chooses an alternative in each {one|another}. It makes several attempts and returns the one least similar to earlier phrasings.
 * @param {Random} random
 * @param {Sentence} sentence
 */
export function phrase(random, { text, phrasings }) {
  const choices = /\{((?:[^{}]|\{[^{}|]*\})*\|(?:[^{}]|\{[^{}|]*\})*)\}/g
  const attempts = Array.from({ length: phrasings.length > 0 ? ATTEMPTS : 1 }, () =>
    text.replace(choices, (_, list) => pick(random, list.split('|'))),
  )
  const earlier = phrasings.map((phrasing) => new Set(runs(phrasing)))
  const costs = attempts.map((attempt) => {
    const found = runs(attempt)
    return earlier.reduce((sum, phrasing) => sum + found.filter((run) => phrasing.has(run)).length ** 2, 0)
  })
  const best = /** @type {string} */ (attempts[costs.indexOf(Math.min(...costs))])
  phrasings.push(best)
  return best
}

/**
 * All runs of four words without a gap between them.
 * @param {string} text
 */
function runs(text) {
  const words = text.split(' ')
  return words.map((_, at) => words.slice(at, at + 4).join(' ')).filter((run) => !run.includes('{'))
}

/**
 * The text with its gaps filled. People stay as marks, such as `<warden>`, until the whole article is written, because only
 * then is it known which mention comes first.
 * @param {Subject} subject
 * @param {Cast} cast
 * @param {string} text
 * @returns {string}
 */
export function fill(subject, cast, text) {
  return text.replace(/\{([^{}]*)\}/g, (_, gap) => fillGap(subject, cast, gap))
}

/**
 * @param {Subject} subject
 * @param {Cast} cast
 * @param {string} name
 * @returns {string}
 */
function fillGap(subject, cast, name) {
  const range = /^(\d+)-(\d+)(?:\/(\d+))?$/.exec(name)
  if (range) return number(subject.random, Number(range[1]), Number(range[2]), Number(range[3] ?? 1))
  if (subject.roles.has(name)) return `<${name}>`
  const known = cast.get(name)
  if (known !== undefined) return known
  const deck = subject.words.get(name.replace(/\d$/, ''))
  const taken = new Set(cast.values())
  const word = deck?.draw((card) => taken.has(card)) ?? deck?.draw()
  if (word === undefined) throw new Error(`${subject.name}: nothing is known of {${name}}`)
  const filled = fill(subject, cast, word)
  cast.set(name, filled)
  return filled
}

/**
 * @param {Random} random
 * @param {number} low
 * @param {number} high
 * @param {number} step
 */
function number(random, low, high, step) {
  const value = low + step * between(random, 0, Math.floor((high - low) / step))
  return value < 10_000 ? String(value) : String(value).replace(/(?=\d{3}$)/, ',')
}
