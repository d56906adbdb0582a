import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CopiesOfDocuments, collectCopies } from '../../../../src/engine/local/copies.js'
import { expandCopies } from '../../../../src/engine/local/expand-copies.js'
import { PairBuilder } from '../../../../src/model/pair.js'

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
      { seed: 1, numRuns: 300 },
    )
  })

  it('take part in every pair of what they are copies of', () => {
    fc.assert(
      fc.property(contents, (list) => {
        const copies = copiesIn(list)
        const firsts = firstsOf(list)
        const pairs = new PairBuilder()
        firsts.forEach((a, i) => {
          firsts.forEach((b, j) => {
            if (a < b && (a + b) % 3 === 0) pairs.add(i, j, 0.5)
          })
        })
        const got: string[] = []
        const documents = new CopiesOfDocuments(Uint32Array.from(firsts), copies)
        const omitted = expandCopies(documents, [pairs.pairs()], (a, b, similarity) =>
          got.push([Math.min(a, b), Math.max(a, b), similarity].join()),
        )
        const expected = list.flatMap((one, a) =>
          list.flatMap((other, b) => {
            if (a >= b) return []
            if (one === other) return [`${a},${b},1`]
            const [x, y] = [list.indexOf(one), list.indexOf(other)]
            return (x + y) % 3 === 0 ? [`${a},${b},0.5`] : []
          }),
        )
        expect(got.sort()).toEqual(expected.sort())
        expect(omitted).toBe(0)
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  it('in very great numbers are paired with the first only, and the rest is counted', () => {
    const [ones, others] = [1200, 900]
    const list = Array.from({ length: ones + others }, (_, i) => (i < ones ? 0 : 1))
    const pairs = new PairBuilder()
    pairs.add(0, 1, 0.9)
    let [listed, inPair] = [0, 0]
    const documents = new CopiesOfDocuments(Uint32Array.of(0, ones), copiesIn(list))
    const omitted = expandCopies(documents, [pairs.pairs()], (_, __, similarity) => {
      listed++
      if (similarity === 0.9) inPair++
    })
    const all = (n: number) => (n * (n - 1)) / 2
    // A document for each copy of the other: each copy has a pair across.
    expect(inPair).toBe(ones + others - 1)
    expect(listed).toBe(ones - 1 + all(others) + inPair)
    expect(listed + omitted).toBe(all(ones + others))
  })
})
