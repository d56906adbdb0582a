import { describe, expect, it } from 'vitest'
import { findCandidates, visitCandidates } from '../../../src/band/candidates.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { EMPTY_SLOT, signaturesFrom } from '../../../src/model/signatures.js'

const pairsOf = (columns: number[][], bands: number, rows: number) => {
  const { count, a, b } = findCandidates(signaturesFrom(columns), { bands, rows })
  expect([a.length, b.length]).toEqual([count, count])
  return Array.from(a, (one, i) => [one, b[i]]).sort(([a, b], [c, d]) => a! - c! || b! - d!)
}

describe('candidates', () => {
  it('are the pairs that agree in all rows of at least one band', () => {
    const columns = [
      [1, 2, 3, 4],
      [1, 2, 9, 9],
      [8, 8, 3, 4],
      [1, 0, 3, 0],
    ]
    expect(pairsOf(columns, 2, 2)).toEqual([
      [0, 1],
      [0, 2],
    ])
    expect(pairsOf(columns, 1, 4)).toEqual([])
    expect(pairsOf(columns, 4, 1)).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ])
  })

  it('come once, however many bands they share, and with a before b', () => {
    const columns = Array.from({ length: 5 }, () => [1, 2, 3, 4])
    expect(pairsOf(columns, 4, 1)).toHaveLength(10)
    expect(pairsOf(columns, 4, 1).every(([a, b]) => a! < b!)).toBe(true)
  })

  it('are never signatures of empty sets', () => {
    const empty = [EMPTY_SLOT, EMPTY_SLOT]
    expect(pairsOf([empty, [1, 2], empty, [1, 2]], 1, 2)).toEqual([[1, 3]])
    // A slot that happens to look empty makes no empty set.
    const near = [EMPTY_SLOT, 1]
    expect(pairsOf([near, near], 2, 1)).toEqual([[0, 1]])
    expect(pairsOf([empty, near], 2, 1)).toEqual([])
  })

  it('are passed on one by one in the same order', () => {
    const signatures = signaturesFrom([
      [1, 2],
      [1, 3],
      [4, 3],
    ])
    const visited: number[][] = []
    visitCandidates(signatures, { bands: 2, rows: 1 }, (a, b) => visited.push([a, b]))
    const { a, b } = findCandidates(signatures, { bands: 2, rows: 1 })
    expect(visited).toEqual(Array.from(a, (one, i) => [one, b[i]]))
    expect(visited).toHaveLength(2)
  })

  it('refuse more bands × rows than there are slots', () => {
    expect(() => pairsOf([[1, 2]], 2, 2)).toThrow(InvalidOption)
  })
})
