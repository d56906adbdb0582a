// What the kernel knows of Unicode, taken from JavaScript itself when the kernel is loaded, so the two cannot disagree.
// The layout of an entry is that of kernel/text.ts.

/** Code points below this are in the table; the few texts with others go the slow way. */
const TABLE_SIZE = 0x20000

const IS_WORD = 1 << 21
const IS_SPACE = 1 << 22
const IS_SPECIAL = 1 << 23

/** Its lower case depends on what stands around it. */
const CAPITAL_SIGMA = 0x3a3

const WORD = /^[\p{L}\p{N}]$/u
const SPACE = /^\s$/u

/** For each code point its lower case, and whether it belongs to a word, is white space, or needs the slow way. */
export function makeUnicodeTable(): Uint32Array {
  const table = new Uint32Array(TABLE_SIZE)
  for (let code = 0; code < TABLE_SIZE; code++) {
    const character = String.fromCodePoint(code)
    const lower = character.toLowerCase()
    const isWord = WORD.test(character)
    let entry = lower.codePointAt(0)!
    if (isWord) entry |= IS_WORD
    else if (SPACE.test(character)) entry |= IS_SPACE
    if (code === CAPITAL_SIGMA || (lower !== character && !isOneOfKind(lower, isWord))) entry |= IS_SPECIAL
    table[code] = entry
  }
  return table
}

/** A word character must stay one character of a word in lower case, and others must stay what they are. */
function isOneOfKind(lower: string, isWord: boolean): boolean {
  return lower.length === (lower.codePointAt(0)! > 0xffff ? 2 : 1) && WORD.test(lower) === isWord
}
