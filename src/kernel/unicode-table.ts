// What the kernel knows about Unicode, taken from JavaScript itself when the kernel is loaded, so that the two cannot disagree. The layout
// of an entry is defined in kernel/unicode.ts.

import { SPACELESS_BASE, WORD_BASE, WORD_EXTENDER } from '../text/tokens.js'
import { CompositionPairs, combiningRank, composition, NOT_NORMAL } from './composition.js'

/** The table covers code points below this; the last ideographs end before it. */
export const TABLE_SIZE = 0x34000

/** Code points are handled in blocks of this size: one search per block, and most blocks have no case and no marks. */
const BLOCK = 256
/** Most code points take no part in composition: whether one does is decided for this many at once. */
const RUN = 16

/**
 * Blocks are filled in as texts need them, because it takes long to look up all of them: first Latin letters, punctuation and currency signs;
 * then all alphabets and signs, without which marks cannot be composed; then everything.
 */
const STEPS: readonly (readonly number[])[] = [
  [0, 0x100, 0x200, 0x2000, 0x2100],
  blocksBelow(0x3000),
  blocksBelow(TABLE_SIZE),
]
/** The entry of a code point that is not filled in: the kernel then asks for the next step. */
const UNFILLED = 0xffff_ffff

const LOWER_MASK = (1 << 21) - 1
const IS_WORD = 1 << 21
const IS_SPACE = 1 << 22
const IS_EXTENDER = 1 << 23
const IS_SPACELESS = 1 << 24
const IS_COMBINING = 1 << 25
const RANK_SHIFT = 26
/** Code points that only JavaScript can convert to lower case. */
const IS_SPECIAL = IS_COMBINING | (NOT_NORMAL << RANK_SHIFT)

/** Its lower case depends on the surrounding characters. */
const CAPITAL_SIGMA = 0x3a3

const WORDS = new RegExp(`${WORD_BASE}+`, 'gu')
const EXTENDERS = new RegExp(`${WORD_EXTENDER}+`, 'gu')
const SPACELESS = new RegExp(`(?:${SPACELESS_BASE})+`, 'gu')
const SPACES = /\s+/gu

/** The letters that Hangul syllables are composed of: neither marks nor composed themselves. */
const JAMO = 0x1100

/**
 * For each code point, its lower case, whether it belongs to a word, whether it is white space, and how it takes part in Unicode
 * composition. At first, only the part that most texts need is filled in.
 */
export class UnicodeTable {
  #table = new Uint32Array(0)
  readonly #pairs = new CompositionPairs()
  /** For the code points that take part in composition: the bits that describe how. */
  readonly #ranks = new Map<number, number>()
  #steps = 0

  constructor() {
    this.fillMore()
  }

  /** From code point 0 to the last that is filled in. */
  get entries(): Uint32Array {
    return this.#table
  }

  /** How often entries were filled in. */
  get steps(): number {
    return this.#steps
  }

  /** Which code points compose with which. */
  get pairs(): Uint32Array {
    return this.#pairs.slots
  }

  /** Fills in further entries; returns false if there are no more. */
  fillMore(): boolean {
    const blocks = STEPS[this.#steps]
    if (blocks === undefined) return false
    this.#steps++
    const table = new Uint32Array(blocks.at(-1)! + BLOCK).fill(UNFILLED)
    table.set(this.#table)
    this.#table = table
    this.#fill(blocks.filter((block) => this.#table[block] === UNFILLED))
    return true
  }

  #fill(blocks: readonly number[]): void {
    const table = this.#table
    const withCase: number[] = []
    const composing: number[] = []
    for (const block of blocks) {
      for (let code = block; code < block + BLOCK; code++) table[code] = code
      // Surrogates are not characters, but two of them would form one.
      if (block >= 0xd800 && block < 0xe000) continue
      const text = String.fromCodePoint(...table.subarray(block, block + BLOCK))
      markRuns(table, block, text, WORDS, IS_WORD)
      markRuns(table, block, text, SPACES, IS_SPACE)
      const hasMarks = markRuns(table, block, text, EXTENDERS, IS_EXTENDER)
      markRuns(table, block, text, SPACELESS, IS_SPACELESS)
      if (text.toLowerCase() !== text) withCase.push(block)
      if (hasMarks || block === JAMO || text.normalize('NFD') !== text) composing.push(block)
    }
    this.#addCompositions(composing)
    for (const block of withCase) {
      for (let code = block; code < block + BLOCK; code++) writeLower(table, code)
    }
    // A character composes like its lower case, because that is what is compared.
    for (const block of blocks) {
      for (let code = block; code < block + BLOCK; code++) {
        const rank = this.#ranks.get(table[code]! & LOWER_MASK)
        if (rank !== undefined) table[code]! |= rank
      }
    }
  }

  #addCompositions(blocks: readonly number[]): void {
    const bits = this.#ranks
    for (const code of blocks.flatMap((block) => this.#mayCompose(block))) {
      const known = composition(code)
      if (known === undefined) continue
      if (known.pair !== undefined) this.#pairs.add(...known.pair)
      bits.set(code, (known.isCombining ? IS_COMBINING : 0) | (known.rank << RANK_SHIFT))
    }
    // Starters that compose with what precedes them, such as Bengali and Tamil vowel signs, have no class.
    for (const second of this.#pairs.seconds) {
      if (combiningRank(second) === 0) bits.set(second, (bits.get(second) ?? 0) | IS_COMBINING)
    }
    // The same applies to the few composed characters that begin with one (U+16121), and only JavaScript knows what they become.
    for (const code of bits.keys()) {
      const parts = String.fromCodePoint(code).normalize('NFD')
      const first = parts.codePointAt(0)!
      if (first !== code && this.#pairs.seconds.has(first)) bits.set(code, IS_SPECIAL)
    }
  }

  /**
   * The code points of a block that may take part in composition: the others have no decomposition and are no marks. Runs of them are
   * recognized at once, because each call to normalize takes long.
   */
  #mayCompose(block: number): number[] {
    const found: number[] = []
    for (let start = block; start < block + BLOCK; start += RUN) {
      const codes = Array.from({ length: RUN }, (_, i) => start + i)
      const text = String.fromCodePoint(...codes)
      const hasMarks = codes.some((code) => (this.#table[code]! & IS_EXTENDER) !== 0)
      if (hasMarks || block === JAMO || text.normalize('NFD') !== text) found.push(...codes)
    }
    return found
  }
}

function blocksBelow(end: number): number[] {
  return Array.from({ length: end / BLOCK }, (_, i) => i * BLOCK)
}

/** Marks the matches of a pattern in the block that begins at code point `first`, and returns whether there were any. */
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
  // A word character must remain a single word character in lower case, and other characters must not change.
  const isOneOfKind =
    lower === String.fromCodePoint(lowerCode) && (lower.search(WORDS) === 0) === (marks === IS_WORD)
  table[code] = lowerCode | marks | (isOneOfKind && code !== CAPITAL_SIGMA ? 0 : IS_SPECIAL)
}
