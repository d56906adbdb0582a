import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { InvalidOption, LengthMismatch } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { countSample } from '../../../src/plan/sample.js'

const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0)

/** The sample of `drawn` of the documents whose contents are these numbers; 0 is an empty one. */
function countOf(contents: readonly number[], drawn: number, seed: number) {
  const positions = [...new Random(seed).draw(contents.length, drawn)]
  const sets = makeSetCollection(positions.map((i) => (contents[i] === 0 ? [] : [contents[i]!, 7])))
  return countSample({ sets, bytes: 10, totalBlocks: contents.length })
}

describe('countSample', () => {
  it('counts exactly where the sample is the whole', () => {
    const counts = countOf([1, 1, 2, 3, 3, 3, 0, 4], 8, 1)
    expect(counts).toMatchObject({ sampled: 8, documents: 8, empty: 1, identical: 3 })
    expect([...counts.distinct.weights]).toEqual([1, 1, 1, 1])
    expect([counts.distinct.inside, counts.distinct.across]).toEqual([1, 1])
  })

  it.each([
    { name: 'none', copies: () => 1 },
    { name: 'a tenth twice', copies: (k: number) => (k % 10 === 0 ? 2 : 1) },
    { name: 'all twice', copies: () => 2 },
    { name: 'one ten thousand times', copies: (k: number) => (k === 0 ? 10_000 : 1) },
  ])('estimates distinct documents from a tenth: copies of $name', ({ copies }) => {
    const contents: number[] = []
    for (let k = 1; contents.length < 30_000; k++) contents.push(...new Array<number>(copies(k - 1)).fill(k))
    const distinct = new Set(contents).size
    const { distinct: told, identical } = countOf(contents, 3000, 5)
    // The spread of such a sample is some 3 % of all documents.
    expect(Math.abs(sum(told.weights) - distinct)).toBeLessThan(3000)
    expect(Math.abs(identical - (contents.length - distinct))).toBeLessThan(3000)
  })

  it('assumes that copies in a block are as frequent as in all other blocks', () => {
    const sets = makeSetCollection([[1], [1], [2], [3], [3], [4]])
    const counts = countSample({ sets, bytes: 1, blockOf: [0, 0, 0, 1, 1, 1], blocks: 2, totalBlocks: 20 })
    expect(counts).toMatchObject({ documents: 60, identical: 20, distinct: { inside: 10 } })
    for (const weight of counts.distinct.weights) expect(weight).toBeCloseTo(10, 2)
    expect(counts.distinct.across).toBeCloseTo(((19 / 20) * 2) / 1, 12)
  })

  it('of nothing is nothing', () => {
    expect(countSample({ sets: makeSetCollection([]), bytes: 0, totalBlocks: 0 })).toMatchObject({
      documents: 0,
      identical: 0,
    })
  })

  it('refuses samples that contradict themselves', () => {
    const sets = makeSetCollection([[1], [2]])
    expect(() => countSample({ sets, bytes: 1, totalBlocks: 1 })).toThrow(InvalidOption)
    expect(() => countSample({ sets, bytes: Number.NaN, totalBlocks: 5 })).toThrow(InvalidOption)
    expect(() => countSample({ sets, bytes: 1, blockOf: [0], blocks: 1, totalBlocks: 5 })).toThrow(
      LengthMismatch,
    )
    expect(() => countSample({ sets, bytes: 1, blocks: 3, totalBlocks: 5 })).toThrow(LengthMismatch)
  })
})
