import { expect, it } from 'vitest'
import { UnicodeTable } from '../../../src/kernel/unicode-table.js'

const WORD = /^[\p{L}\p{N}]$/u
const EXTENDER = /^[\p{M}\u200c\u200d]$/u
const SPACE = /^\s$/u
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Tai_Viet}\p{Script=Ahom}\p{Script=Javanese}\p{Script=Balinese}ーｰﾞﾟ]$/u

/** An entry by its definition, without how it composes: the lower case below bit 21, then a bit for each kind. */
function entryOf(code: number): number {
  const character = String.fromCodePoint(code)
  const isWord = WORD.test(character)
  const bits = [isWord, SPACE.test(character), EXTENDER.test(character), isWord && SPACELESS.test(character)]
  return bits.reduce(
    (entry, bit, i) => entry | (Number(bit) << (21 + i)),
    character.toLowerCase().codePointAt(0)!,
  )
}

const KINDS = 2 ** 25 - 1

const UNFILLED = 0xffff_ffff

function completeTable(): UnicodeTable {
  const table = new UnicodeTable()
  while (table.fillMore()) {}
  return table
}

it('says of every code point what JavaScript says when it is complete', () => {
  const { entries } = completeTable()
  expect(entries.length).toBe(0x34000)
  const kinds = entries.map((entry) => entry & KINDS)
  expect(kinds).toEqual(Uint32Array.from({ length: 0x34000 }, (_, code) => entryOf(code)))
})

it('starts with the letters and signs of most texts, and no step changes what an earlier one filled in', () => {
  const complete = completeTable().entries
  const table = new UnicodeTable()
  for (const character of ['a', 'é', 'Ž', '…', '“', '€', '™']) {
    expect(table.entries[character.codePointAt(0)!]).not.toBe(UNFILLED)
  }
  for (let more = true; more; more = table.fillMore()) {
    const differing = table.entries.findIndex((entry, code) => entry !== UNFILLED && entry !== complete[code])
    expect(differing).toBe(-1)
  }
})

it('says which characters only JavaScript can normalize: those that NFC or lower case replaces with others', () => {
  const table = completeTable()
  const isLeft = (character: string) => table.entries[character.codePointAt(0)!]! >>> 25 === 127
  for (const character of ['Σ', 'İ', '\u0344', '\u0958', '\uf900', '\u1161', '\u11ab', '\u{16121}']) {
    expect([character, isLeft(character)]).toEqual([character, true])
  }
  for (const character of ['é', 'É', '\u0301', '\u093c', 'ো', '\u09be', '한', '漢', 'ᄒ']) {
    expect([character, isLeft(character)]).toEqual([character, false])
  }
})
