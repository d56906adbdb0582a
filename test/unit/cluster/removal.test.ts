import { describe, expect, it } from 'vitest'
import { countReplaced, isMoreSimilar, joinRemovals } from '../../../src/cluster/removal.js'
import fc from '../../property.js'

const similarities = fc.constantFrom(0.25, 0.5, 0.5 + Number.EPSILON, 1)
const candidates = fc.record({ similarity: similarities, position: fc.nat(5) })
type Candidate = { readonly similarity: number; readonly position: number }

const isBetter = (one: Candidate, other: Candidate) =>
  isMoreSimilar(one.similarity, one.position, other.similarity, other.position)

describe('isMoreSimilar', () => {
  it('prefers the higher similarity, wherever the documents are', () => {
    expect(isMoreSimilar(0.9, 7, 0.8, 1)).toBe(true)
    expect(isMoreSimilar(0.8, 1, 0.9, 7)).toBe(false)
  })

  it('of two equally similar documents, prefers the first', () => {
    expect(isMoreSimilar(0.8, 1, 0.8, 7)).toBe(true)
    expect(isMoreSimilar(0.8, 7, 0.8, 1)).toBe(false)
  })

  it('prefers no document to itself', () => {
    expect(isMoreSimilar(0.8, 3, 0.8, 3)).toBe(false)
  })

  it('puts any two documents in an order', () => {
    fc.assert(
      fc.property(candidates, candidates, (one, other) => {
        const isSame = one.similarity === other.similarity && one.position === other.position
        expect(Number(isBetter(one, other)) + Number(isBetter(other, one))).toBe(isSame ? 0 : 1)
      }),
    )
  })

  it('finds the same document in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(candidates, { minLength: 1 }), (list) => {
        const bestOf = (all: readonly Candidate[]) =>
          all.reduce((best, one) => (isBetter(one, best) ? one : best))
        const top = Math.max(...list.map(({ similarity }) => similarity))
        const first = Math.min(
          ...list.filter(({ similarity }) => similarity === top).map(({ position }) => position),
        )
        expect(bestOf(list)).toEqual({ similarity: top, position: first })
        expect(bestOf(list.toReversed())).toEqual({ similarity: top, position: first })
      }),
    )
  })
})

describe('joinRemovals', () => {
  it('keeps what is removed because of known documents, and adds the rest', () => {
    const known = { survivorOf: Uint32Array.of(0, 9, 2, 3), similarity: Float64Array.of(1, 0.9, 1, 1) }
    const rest = { survivorOf: Uint32Array.of(0, 0, 0, 3), similarity: Float64Array.of(1, 0.8, 0.7, 1) }
    const joined = joinRemovals(known, rest)
    expect(joined).toEqual({
      survivorOf: Uint32Array.of(0, 9, 0, 3),
      similarity: Float64Array.of(1, 0.9, 0.7, 1),
    })
    expect(countReplaced(joined.survivorOf)).toBe(2)
  })
})
