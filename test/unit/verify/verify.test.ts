import { describe, expect, it } from 'vitest'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import { type Candidates, PairBuilder } from '../../../src/model/pair.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { similarityOf, verifyCandidates } from '../../../src/verify/verify.js'

const collection = makeSetCollection([[1, 2, 3, 4], [2, 3, 5, 7], [], [2, 4, 6], [1, 2, 3, 4], []])

function candidates(...pairs: [number, number][]): Candidates {
  const builder = new PairBuilder()
  for (const [a, b] of pairs) builder.add(a, b)
  return builder.candidates()
}

describe('verifyCandidates', () => {
  it('keeps what reaches the threshold, equality included, in the order of the candidates', () => {
    const pairs = verifyCandidates(collection, candidates([3, 4], [1, 3], [0, 4], [0, 1], [0, 3]), {
      threshold: 2 / 5,
    })
    expect([...pairs.a]).toEqual([3, 0, 0])
    expect([...pairs.b]).toEqual([4, 4, 3])
    expect([...pairs.similarity]).toEqual([2 / 5, 1, 2 / 5])
    expect(pairs.count).toBe(3)
  })

  it('treats 0.9 as nine tenths', () => {
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const tenths = makeSetCollection([ten, ten.slice(1)])
    expect(verifyCandidates(tenths, candidates([0, 1]), { threshold: 0.9 }).count).toBe(1)
    expect(verifyCandidates(tenths, candidates([0, 1]), { threshold: 0.9000001 }).count).toBe(0)
  })

  it('measures how much of a is in b for containment', () => {
    const options = { threshold: 0.6, measure: 'containment' as const }
    const pairs = verifyCandidates(collection, candidates([0, 3], [3, 0]), options)
    expect([...pairs.a]).toEqual([3])
    expect([...pairs.similarity]).toEqual([2 / 3])
  })

  it('never passes an empty set', () => {
    for (const measure of ['jaccard', 'containment'] as const) {
      const options = { threshold: Number.MIN_VALUE, measure }
      expect(verifyCandidates(collection, candidates([2, 5], [0, 2], [2, 0]), options).count).toBe(0)
    }
  })

  it('refuses candidates outside the collection and options out of range', () => {
    expect(() => verifyCandidates(collection, candidates([0, 6]), { threshold: 0.5 })).toThrow(InvalidValue)
    expect(() => verifyCandidates(collection, candidates(), { threshold: 0 })).toThrow(InvalidOption)
    const short = { count: 2, a: Uint32Array.of(0), b: Uint32Array.of(1) }
    expect(() => verifyCandidates(collection, short, { threshold: 0.5 })).toThrow(InvalidValue)
  })
})

describe('similarityOf', () => {
  it('is the Jaccard similarity, or the share of a in b', () => {
    expect(similarityOf(collection, 0, 1)).toBe(1 / 3)
    expect(similarityOf(collection, 1, 3)).toBe(1 / 6)
    expect(similarityOf(collection, 0, 3, 'containment')).toBe(1 / 2)
    expect(similarityOf(collection, 3, 0, 'containment')).toBe(2 / 3)
  })

  it('is 0 for an empty set', () => {
    expect(similarityOf(collection, 2, 5)).toBe(0)
    expect(similarityOf(collection, 2, 0, 'containment')).toBe(0)
    expect(similarityOf(collection, 0, 2, 'containment')).toBe(0)
  })

  it('refuses positions outside the collection', () => {
    expect(() => similarityOf(collection, 0, 6)).toThrow(InvalidOption)
  })
})
