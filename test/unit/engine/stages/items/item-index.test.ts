import { describe, expect, it } from 'vitest'
import { GramNames } from '../../../../../src/engine/stages/items/gram-names.js'
import { ItemIndex } from '../../../../../src/engine/stages/items/item-index.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The largest share of an item's runs in any window, by looking at every window. */
function bestOverlap(item: string, text: string, k: number): number {
  const [wanted, words] = [wordsOf(item), wordsOf(text)]
  const runs = (list: readonly string[]) =>
    new Set(list.slice(0, Math.max(0, list.length - k + 1)).map((_, i) => list.slice(i, i + k).join(' ')))
  const own = runs(wanted)
  const size = wanted.length + Math.max(k, Math.ceil(wanted.length / 4))
  let best = 0
  for (let from = 0; from < words.length; from++) {
    const inside = runs(words.slice(from, from + size))
    best = Math.max(best, [...own].filter((run) => inside.has(run)).length / own.size)
  }
  return best
}

const text = (maxLength: number) =>
  fc
    .array(fc.constantFrom('a', 'B', 'b', 'c', 'd,', '\n', 'e.'), { maxLength })
    .map((words) => words.join(' '))

describe('ItemIndex', () => {
  it('finds exactly the items that a window has, as trying every window does', () => {
    fc.assert(
      fc.property(
        fc.array(text(12), { minLength: 1, maxLength: 5 }),
        text(40),
        fc.constantFrom(1, 2, 3, 5),
        fc.constantFrom(0.3, 0.5, 0.8, 1),
        (items, document, k, minOverlap) => {
          const index = new ItemIndex({ k, minOverlap })
          const enough = items.map((item) => index.add(item))
          const matches = index.find(document)
          items.forEach((item, number) => {
            expect(enough[number]).toBe(wordsOf(item).length >= k)
            if (!enough[number]) return
            const found = matches.filter((match) => match.item === number)
            const best = bestOverlap(item, document, k)
            expect(found.length > 0).toBe(best >= minOverlap - 1e-12)
            if (found.length === 0) return
            expect(Math.max(...found.map(({ overlap }) => overlap))).toBeCloseTo(best, 12)
            for (const [i, { start, end, overlap }] of found.entries()) {
              // The span itself has what it is said to have, and no other overlaps it.
              expect(bestOverlap(item, document.slice(start, end), k)).toBeCloseTo(overlap, 12)
              if (i > 0) expect(start).toBeGreaterThanOrEqual(found[i - 1]!.end)
            }
          })
        },
      ),
      { numRuns: cases(600) },
    )
  })

  it('gives offsets in the text, whatever the case, the line breaks and the punctuation', () => {
    const index = new ItemIndex()
    expect(index.add('What is the capital of the large country?')).toBe(true)
    const document = 'Quiz! 😀\n— “WHAT is\nthe Capital, of the — large country”: Paris.'
    const [match, ...others] = index.find(document)
    expect(others).toEqual([])
    expect(match).toMatchObject({ item: 0, overlap: 1 })
    expect(document.slice(match!.start, match!.end)).toBe('WHAT is\nthe Capital, of the — large country')
  })

  it.each([
    ['ガギグゲゴ', 'ｶﾞｷﾞｸﾞｹﾞｺﾞ'],
    ['half is ½ of it', 'HALF is 1⁄2 of it'],
    ['a weight of 5㎏ exactly', 'a weight of 5kg exactly'],
    ['die Straße ist lang', 'DIE STRASSE IST LANG'],
    ['in co\u00adoperation with them', 'in cooperation with them'],
    ['한국어 문장', '\u1112\u1161\u11ab국어 문장'],
    ['ΟΔΟΣ ΤΗΣ ΜΕΡΑΣ', 'οδος της μερας'],
    ['a cafe\u0301 in Paris', 'a café in Paris'],
  ])('finds %s where it is written %s, and the reverse', (one, other) => {
    for (const [item, written] of [
      [one, other],
      [other, one],
    ] as const) {
      const index = new ItemIndex({ k: 2 })
      index.add(item)
      const text = `😀 x\u00ad, (${written}) y`
      const start = text.indexOf(written)
      expect(index.find(text)).toEqual([{ item: 0, overlap: 1, start, end: start + written.length }])
    }
  })

  it('finds short items that begin with the same words', () => {
    const index = new ItemIndex({ k: 5, matchShortItems: true })
    for (const item of ['one two', 'one', 'one two three', 'one two', 'two four']) index.add(item)
    expect(index.find('One, two four. One').map(({ item, start, end }) => [item, start, end])).toEqual([
      [0, 0, 8],
      [1, 0, 3],
      [1, 15, 18],
      [3, 0, 8],
      [4, 5, 13],
    ])
  })

  it('finds an item in the middle of a document, with words inserted, and twice', () => {
    const item = 'one two three four five six seven eight nine ten eleven twelve'
    const index = new ItemIndex({ k: 3 })
    index.add(item)
    const filler = Array.from({ length: 500 }, (_, i) => `f${i}`).join(' ')
    const changed = item.replace('twelve', 'x twelve')
    const matches = index.find(`${filler} ${changed} ${filler} ${item} ${filler}`)
    expect(matches.map(({ overlap }) => overlap)).toEqual([0.9, 1])
    expect(index.find(filler)).toEqual([])
  })

  it('lists items that are too short, or finds them word by word', () => {
    const listing = new ItemIndex()
    expect([listing.add('Yes, no.'), listing.add(''), listing.add('a b c d e')]).toEqual([false, false, true])
    expect(listing.find('yes no').length).toBe(0)
    const matching = new ItemIndex({ matchShortItems: true })
    expect([matching.add('Yes, no.'), matching.add('')]).toEqual([true, false])
    expect(matching.find('He said: yes\nNO yes or no')).toEqual([{ item: 0, overlap: 1, start: 9, end: 15 }])
  })
})

describe('GramNames', () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 13, 31])('has one number for each run of %i tokens', (k) => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { maxLength: 60 }),
        fc.array(fc.nat(3), { maxLength: 60 }),
        (one, other) => {
          const names = new GramNames(k)
          const runsOf = (list: readonly number[]) =>
            list.slice(0, Math.max(0, list.length - k + 1)).map((_, i) => list.slice(i, i + k).join())
          const added = names.add(Int32Array.from(one))
          const known = new Map(runsOf(one).map((run, i) => [run, added[i]!]))
          expect(new Set(known.values()).size).toBe(known.size)
          expect([...names.find(Int32Array.from(other))]).toEqual(
            runsOf(other).map((run) => known.get(run) ?? -1),
          )
        },
      ),
      { numRuns: cases(60) },
    )
  })
})
