import { describe, expect, it } from 'vitest'
import { CopiesOfDocuments, collectCopies } from '../../../../../src/engine/stages/identical/copies.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

/** The content of each document, as a number. */
const contents = fc.array(fc.nat(6), { maxLength: 30 })

/** For each copy the first of its kind and itself, in two lists: those of odd contents, and those of even ones, in descending order. */
function copiesIn(list: readonly number[]) {
  const parts: number[][] = [[], []]
  for (let content = 6; content >= 0; content--) {
    const first = list.indexOf(content)
    list.forEach((other, position) => {
      if (other === content && position !== first) parts[content % 2]!.push(first, position)
    })
  }
  return collectCopies(
    parts.map((part) => Uint32Array.from(part)),
    list.length,
  )
}

/** The first document of each content, rising. */
function firstsOf(list: readonly number[]): number[] {
  return [...new Set(list)].map((content) => list.indexOf(content))
}

describe('copies', () => {
  it('are all documents of one content, the first before the others', () => {
    fc.assert(
      fc.property(contents, (list) => {
        const copies = copiesIn(list)
        expect([...copies.firsts]).toEqual(
          firstsOf(list).filter((first) => list.indexOf(list[first]!, first + 1) > 0),
        )
        const firsts = firstsOf(list).filter((_, i) => i % 4 !== 1)
        const found = new CopiesOfDocuments(Uint32Array.from(firsts), copies)
        firsts.forEach((first, number) => {
          const same = list.flatMap((other, at) => (other === list[first] ? [at] : []))
          expect([...found.of(number)]).toEqual(same)
          expect(found.counts[number]).toBe(same.length)
        })
      }),
      { numRuns: cases(300) },
    )
  })
})
