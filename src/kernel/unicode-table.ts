// What the kernel knows of Unicode, taken from JavaScript itself when the kernel is loaded, so the two cannot disagree.
// The layout of an entry is that of kernel/text.ts.

/** Code points below this are in the table; the few texts with others go the slow way. */
const TABLE_SIZE = 0x20000

/** Below this are the alphabets, the signs and the symbols; beyond it, what takes long to ask for and most texts lack. */
const FIRST_SIZE = 0x3000

const LOWER_MASK = (1 << 21) - 1
const IS_WORD = 1 << 21
const IS_SPACE = 1 << 22
const IS_SPECIAL = 1 << 23

/** Its lower case depends on what stands around it. */
const CAPITAL_SIGMA = 0x3a3

const WORDS = /[\p{L}\p{N}]+/gu
const SPACES = /\s+/gu

/** Code points go by blocks of so many: one search a block, and most blocks have no case. */
const BLOCK = 256

/**
 * For each code point its lower case, and whether it belongs to a word, is white space, or needs the slow way. At first
 * only what most texts need is known.
 */
export class UnicodeTable {
  readonly #table = new Uint32Array(TABLE_SIZE)
  #known = 0

  constructor() {
    this.#ask(FIRST_SIZE)
  }

  /** The entries that are known, from code point 0 on. */
  get entries(): Uint32Array {
    return this.#table.subarray(0, this.#known)
  }

  /** Makes all entries known. */
  complete(): void {
    this.#ask(TABLE_SIZE)
  }

  #ask(end: number): void {
    const table = this.#table
    const withCase: number[] = []
    for (let code = this.#known; code < end; code++) table[code] = code
    for (let first = this.#known; first < end; first += BLOCK) {
      // Halves of pairs are no characters, but two of them would be one.
      if (first >= 0xd800 && first < 0xe000) continue
      const block = String.fromCodePoint(...table.subarray(first, first + BLOCK))
      markRuns(table, first, block, WORDS, IS_WORD)
      markRuns(table, first, block, SPACES, IS_SPACE)
      if (block.toLowerCase() !== block) withCase.push(first)
    }
    this.#known = end
    for (const first of withCase) {
      for (let code = first; code < first + BLOCK; code++) writeLower(table, code)
    }
  }
}

/** Marks what a pattern finds in the block that begins with the code point `first`. */
function markRuns(table: Uint32Array, first: number, block: string, pattern: RegExp, mark: number): void {
  const units = block.length / BLOCK
  for (const { 0: run, index } of block.matchAll(pattern)) {
    const start = first + index / units
    const end = start + run.length / units
    for (let code = start; code < end; code++) table[code]! |= mark
  }
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
