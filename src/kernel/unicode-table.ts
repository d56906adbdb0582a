// What the kernel knows of Unicode, taken from JavaScript itself when the kernel is loaded, so the two cannot disagree.
// The layout of an entry is that of kernel/unicode.ts.

import { SPACELESS_BASE, WORD_BASE, WORD_EXTENDER } from '../text/tokens.js'
import { CompositionPairs, combiningRank, composition, NOT_NORMAL } from './composition.js'

/** Code points below this are in the table: the last ideographs end before it. */
export const TABLE_SIZE = 0x34000

/** Below this are the alphabets, the signs and the symbols; beyond it, what takes long to ask for and most texts lack. */
const FIRST_SIZE = 0x3000

const LOWER_MASK = (1 << 21) - 1
const IS_WORD = 1 << 21
const IS_SPACE = 1 << 22
const IS_EXTENDER = 1 << 23
const IS_SPACELESS = 1 << 24
const IS_COMBINING = 1 << 25
const RANK_SHIFT = 26
/** What only JavaScript can put into lower case. */
const IS_SPECIAL = IS_COMBINING | (NOT_NORMAL << RANK_SHIFT)

/** Its lower case depends on what stands around it. */
const CAPITAL_SIGMA = 0x3a3

const WORDS = new RegExp(`${WORD_BASE}+`, 'gu')
const EXTENDERS = new RegExp(`${WORD_EXTENDER}+`, 'gu')
const SPACELESS = new RegExp(`(?:${SPACELESS_BASE})+`, 'gu')
const SPACES = /\s+/gu

/** The letters that syllables of Hangul are composed of: no marks, and composed of nothing themselves. */
const JAMO = 0x1100

/** Code points go by blocks of so many: one search a block, and most blocks have no case and no marks. */
const BLOCK = 256

/**
 * For each code point its lower case, whether it belongs to a word, is white space, and how it takes part in
 * Unicode's composition. At first only what most texts need is known.
 */
export class UnicodeTable {
  readonly #table = new Uint32Array(TABLE_SIZE)
  readonly #pairs = new CompositionPairs()
  #known = 0

  constructor() {
    this.#ask(FIRST_SIZE)
  }

  /** The entries that are known, from code point 0 on. */
  get entries(): Uint32Array {
    return this.#table.subarray(0, this.#known)
  }

  /** Which code points compose with which. */
  get pairs(): Uint32Array {
    return this.#pairs.slots
  }

  /** Makes all entries known. */
  complete(): void {
    this.#ask(TABLE_SIZE)
  }

  #ask(end: number): void {
    const table = this.#table
    const withCase: number[] = []
    const composing: number[] = []
    const first = this.#known
    for (let code = first; code < end; code++) table[code] = code
    for (let block = first; block < end; block += BLOCK) {
      // Halves of pairs are no characters, but two of them would be one.
      if (block >= 0xd800 && block < 0xe000) continue
      const text = String.fromCodePoint(...table.subarray(block, block + BLOCK))
      markRuns(table, block, text, WORDS, IS_WORD)
      markRuns(table, block, text, SPACES, IS_SPACE)
      const hasMarks = markRuns(table, block, text, EXTENDERS, IS_EXTENDER)
      markRuns(table, block, text, SPACELESS, IS_SPACELESS)
      if (text.toLowerCase() !== text) withCase.push(block)
      if (hasMarks || block === JAMO || text.normalize('NFD') !== text) composing.push(block)
    }
    this.#known = end
    const ranks = this.#compositionOf(composing)
    for (const block of withCase) {
      for (let code = block; code < block + BLOCK; code++) writeLower(table, code)
    }
    // A character composes as its lower case does, for that is what is compared.
    for (let code = first; code < end; code++) {
      const rank = ranks.get(table[code]! & LOWER_MASK)
      if (rank !== undefined) table[code]! |= rank
    }
  }

  /** For the code points of some blocks that take part in composition: the bits that say how. */
  #compositionOf(blocks: readonly number[]): Map<number, number> {
    const bits = new Map<number, number>()
    for (const block of blocks) {
      for (let code = block; code < block + BLOCK; code++) {
        const known = composition(code)
        if (known === undefined) continue
        if (known.pair !== undefined) this.#pairs.add(...known.pair)
        bits.set(code, (known.isCombining ? IS_COMBINING : 0) | (known.rank << RANK_SHIFT))
      }
    }
    // Starters that compose with what is before them, such as the vowel signs of Bengali and Tamil, have no class.
    for (const second of this.#pairs.seconds) {
      if (combiningRank(second) === 0) bits.set(second, (bits.get(second) ?? 0) | IS_COMBINING)
    }
    // So do the few composed characters that begin with one (U+16121), and what they become only JavaScript can say.
    for (const code of bits.keys()) {
      const parts = String.fromCodePoint(code).normalize('NFD')
      const first = parts.codePointAt(0)!
      if (first !== code && this.#pairs.seconds.has(first)) bits.set(code, IS_SPECIAL)
    }
    return bits
  }
}

/** Marks what a pattern finds in the block that begins with the code point `first`, and returns whether it found any. */
function markRuns(table: Uint32Array, first: number, block: string, pattern: RegExp, mark: number): boolean {
  const units = block.length / BLOCK
  let found = false
  for (const { 0: run, index } of block.matchAll(pattern)) {
    const start = first + index / units
    const end = start + run.length / units
    for (let code = start; code < end; code++) table[code]! |= mark
    found = true
  }
  return found
}

function writeLower(table: Uint32Array, code: number): void {
  const character = String.fromCodePoint(code)
  const lower = character.toLowerCase()
  if (lower === character) return
  const lowerCode = lower.codePointAt(0)!
  const marks = table[code]! & ~LOWER_MASK
  // A word character must stay one character of a word in lower case, and others must stay what they are.
  const isOneOfKind =
    lower === String.fromCodePoint(lowerCode) && (lower.search(WORDS) === 0) === (marks === IS_WORD)
  table[code] = lowerCode | marks | (isOneOfKind && code !== CAPITAL_SIGMA ? 0 : IS_SPECIAL)
}
