import { expect, it } from 'vitest'
import { UnicodeTable } from '../../../src/kernel/unicode-table.js'

const WORD = /^[\p{L}\p{N}]$/u
const SPACE = /^\s$/u

/** An entry by its definition: the lower case below bit 21, then a bit each for words, white space and the slow way. */
function entryOf(code: number): number {
  const character = String.fromCodePoint(code)
  const lower = character.toLowerCase()
  const isWord = WORD.test(character)
  const stays = [...lower].length === 1 && WORD.test(lower) === isWord
  const isSpecial = character === 'Σ' || (lower !== character && !stays)
  const isSpace = !isWord && SPACE.test(character)
  return lower.codePointAt(0)! | (Number(isWord) << 21) | (Number(isSpace) << 22) | (Number(isSpecial) << 23)
}

it('says of every code point what JavaScript says, at first and when it is complete', () => {
  const table = new UnicodeTable()
  const first = table.entries.slice()
  expect(first.length).toBeGreaterThan('…'.codePointAt(0)!)
  expect(first).toEqual(Uint32Array.from(first, (_, code) => entryOf(code)))
  table.complete()
  expect(table.entries).toEqual(Uint32Array.from({ length: 0x20000 }, (_, code) => entryOf(code)))
})
