import { describe, expect, it } from 'vitest'
import { CopiesOfDocuments, collectCopies } from '../../../../../src/engine/stages/identical/copies.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

/** The content of each document, as a number. */
const contents = fc.array(fc.nat(6), { maxLength: 30 })

/** For each copy the first of its kind and itself, in several lists in any order. */
function copiesIn(list: readonly number[]) {
  const words = list.flatMap((content, position) => {
    const first = list.indexOf(content)
    return first === position ? [] : [[first, position]]
  })
  const odd = words.filter((_, i) => i % 2 === 1).reverse()
  const even = words.filter((_, i) => i % 2 === 0)
  return collectCopies(
    [odd, even].map((part) => Uint32Array.from(part.flat())),
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
