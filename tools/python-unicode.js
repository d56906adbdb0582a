// @ts-check
// What the Python package needs of Unicode, taken from JavaScript itself, so that the two cannot disagree: the table of the
// kernel, and the data by which likewise/_text.py normalizes and splits the texts that the kernel hands back.
import { combiningRank, composition } from '../dist/kernel/composition.js'
import { UnicodeTable } from '../dist/kernel/unicode-table.js'
import { SPACELESS_BASE, WORD_BASE, WORD_EXTENDER } from '../dist/text/tokens.js'

const END = 0x110000
const BLOCK = 256

/**
 * The entries of the kernel's table, then the pairs of code points that compose: words in little-endian order, each as the difference from
 * the one before it, which takes a fortieth when it is compressed.
 */
export function kernelTable() {
  const table = new UnicodeTable()
  while (table.fillMore()) {}
  const words = new Uint32Array(table.entries.length + table.pairs.length)
  words.set(table.entries)
  words.set(table.pairs, table.entries.length)
  return new Uint8Array(words.map((word, i) => word - (i === 0 ? 0 : (words[i - 1] ?? 0))).buffer)
}

/**
 * Classes of characters as lists of ranges (first, last, first, last, …), and what characters become.
 * - `changesNfc`, `changesNfkc`: what the normal form replaces, or may reorder or compose with the character before it.
 * - `ranks`: the combining class as its position among all classes, 1 being the lowest.
 * - `pairs`: a character and the two that it is composed of.
 */
export function unicodeData() {
  /** @type {Record<string, string>} */
  const lower = {}
  /** @type {Record<string, string>} */
  const nfd = {}
  /** @type {Record<string, string>} */
  const nfkd = {}
  /** @type {Record<string, number>} */
  const ranks = {}
  /** @type {number[][]} */
  const pairs = []
  const composing = new Set()
  for (const block of blocks()) {
    // Most blocks have no case and no normal forms.
    if (block.toLowerCase() !== block || block.normalize('NFKD') !== block || /\p{M}/u.test(block)) {
      for (const character of block) addCharacter(character)
    }
  }
  /** @param {string} character */
  function addCharacter(character) {
    const code = codeOf(character)
    const small = character.toLowerCase()
    if (small !== character) lower[character] = small
    // Hangul follows a rule, not a table.
    if (code >= 0xac00 && code <= 0xd7a3) return
    const canonical = character.normalize('NFD')
    if (canonical !== character) nfd[character] = canonical
    const compatible = character.normalize('NFKD')
    if (compatible !== canonical) nfkd[character] = compatible
    const rank = /\p{M}/u.test(character) ? combiningRank(code) : 0
    if (rank > 0) ranks[character] = rank
    const pair = canonical === character ? undefined : composition(code)?.pair
    if (pair !== undefined) {
      pairs.push([code, ...pair])
      composing.add(String.fromCodePoint(pair[1]))
    }
  }
  const joinsBefore = (/** @type {string} */ character) => {
    const code = codeOf(character)
    const isJamo = (code >= 0x1161 && code <= 0x1175) || (code >= 0x11a8 && code <= 0x11c2)
    return isJamo || composing.has(character) || ranks[character] !== undefined
  }
  const changes = (/** @type {'C' | 'KC'} */ form) => (/** @type {string} */ character) => {
    const parts = character.normalize(`NF${form === 'C' ? 'D' : 'KD'}`)
    return (
      character.normalize(`NF${form}`) !== character ||
      joinsBefore(String.fromCodePoint(parts.codePointAt(0) ?? 0))
    )
  }
  return {
    version: process.versions.unicode,
    base: matching(WORD_BASE),
    extender: matching(WORD_EXTENDER),
    spaced: matching(`(?!${SPACELESS_BASE})${WORD_BASE}`),
    spaceless: matching(SPACELESS_BASE),
    space: matching('\\s'),
    punctuation: matching('\\p{P}'),
    cased: matching('\\p{Cased}'),
    caseIgnorable: matching('\\p{Case_Ignorable}'),
    changesNfc: listRanges(changing(changes('C'))),
    changesNfkc: listRanges(changing(changes('KC'))),
    lower,
    nfd,
    nfkd,
    ranks,
    pairs,
  }
}

/** The characters that a pattern matches. @param {string} source */
function matching(source) {
  const pattern = new RegExp(`(?:${source})+`, 'gu')
  /** @type {number[]} */
  const codes = []
  for (const block of blocks()) {
    for (const [run] of block.matchAll(pattern)) codes.push(...Array.from(run, codeOf))
  }
  return listRanges(codes)
}

/** The characters that a normal form may change. @param {(character: string) => boolean} changes */
function changing(changes) {
  /** @type {number[]} */
  const codes = []
  for (const block of blocks()) {
    if (block.normalize('NFKD') === block && !/\p{M}|[\u1160-\u11ff]/u.test(block)) continue
    codes.push(...Array.from(block).filter(changes).map(codeOf))
  }
  return codes
}

/** @param {readonly number[]} codes rising */
function listRanges(codes) {
  /** @type {number[]} */
  const ranges = []
  for (const code of codes) {
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code
    else ranges.push(code, code)
  }
  return ranges
}

/** All characters, as texts of 256 in a row. */
function* blocks() {
  for (let first = 0; first < END; first += BLOCK) {
    // Halves of pairs are no characters.
    if (first >= 0xd800 && first < 0xe000) continue
    yield String.fromCodePoint(...Array.from({ length: BLOCK }, (_, i) => first + i))
  }
}

/** @param {string} character */
function codeOf(character) {
  return character.codePointAt(0) ?? 0
}
