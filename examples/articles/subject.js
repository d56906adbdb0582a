// @ts-check
// A subject is a text file of sentences with gaps. The lines of such a file are:
//
//   # a remark
//   river = the Ash | Tarn Beck     a word of the article: one choice, kept wherever {river} stands ({river2}: another)
//   @warden = river warden          a person: "river warden Ines Quayle" at first mention, "Quayle" after it
//   [fact]                          what the lines below are: lead, fact, quote or end
//   Title :: The first sentence.    a lead carries its title
//
// and the gaps of a sentence are {river}, {warden}, {one|another} and the number {20-90}, or {100-900/50} in steps.

import { readdirSync, readFileSync } from 'node:fs'
import { Deck, between, seededBy } from './random.js'

/** @typedef {import('./random.js').Random} Random */
/** @typedef {'lead' | 'fact' | 'quote' | 'end'} Part */
/** @typedef {{ text: string, uses: number }} Sentence */
/** @typedef {Map<string, string>} Cast What the gaps of one article were filled with. */

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {Random} random
 * @property {Map<string, Deck<string>>} words
 * @property {Map<string, string>} roles
 * @property {Record<Part, Deck<Sentence>>} sentences
 */

const FOLDER = new URL('./', import.meta.url)

/**
 * Every subject in the folder, by name.
 * @returns {Subject[]}
 */
export function readSubjects() {
  const common = readText('common.txt')
  const files = readdirSync(new URL('subjects/', FOLDER)).sort()
  return files.map((file) => parseSubject(file.replace('.txt', ''), `${common}\n${readText(`subjects/${file}`)}`))
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
    else if (part !== undefined) parts[part].push({ text: line, uses: 0 })
    else if (line.startsWith('@')) roles.set(...definition(line.slice(1)))
    else {
      const [word, choices] = definition(line)
      words.set(word, new Deck(random, choices.split(' | ')))
    }
  }
  return { name, random, words, roles, sentences: decks(random, parts) }
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
 * @returns {Record<Part, Deck<Sentence>>}
 */
function decks(random, { lead, fact, quote, end }) {
  return {
    lead: new Deck(random, lead),
    fact: new Deck(random, fact),
    quote: new Deck(random, quote),
    end: new Deck(random, end),
  }
}

/**
 * A sentence of the subject with its gaps filled; people stay as marks, `<warden>`, until the article is told, since
 * only then is it known which mention comes first. Each use of a sentence takes the next of its {one|another}.
 * @param {Subject} subject
 * @param {Cast} cast
 * @param {Sentence} sentence
 */
export function fill(subject, cast, sentence) {
  let turn = sentence.uses++
  let text = sentence.text
  const gap = /\{([^{}]*)\}/
  for (let found = gap.exec(text); found; found = gap.exec(text)) {
    const inside = /** @type {string} */ (found[1])
    const filled = inside.includes('|') ? choice(inside.split('|'), turn++) : fillGap(subject, cast, inside)
    text = text.slice(0, found.index) + filled + text.slice(found.index + found[0].length)
  }
  return text
}

/**
 * @param {string[]} choices
 * @param {number} turn
 */
function choice(choices, turn) {
  return /** @type {string} */ (choices[turn % choices.length])
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
  const filled = fill(subject, cast, { text: word, uses: 0 })
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
  return value < 10_000 ? String(value) : value.toLocaleString('en-GB')
}
