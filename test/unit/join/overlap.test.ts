import { describe, expect, it } from 'vitest'
import { type OverlapOptions, visitOverlaps } from '../../../src/join/overlap.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

const overlaps = (sets: number[][], options: OverlapOptions = {}) => {
  const found: number[][] = []
  visitOverlaps(makeSetCollection(sets), options, (a, b, shared) => found.push([a, b, shared]))
  return found
}

describe('the overlap join', () => {
  it('visits each pair that shares an element once, with the number shared', () => {
    expect(overlaps([[1, 2, 3], [2, 3, 9], [4], [], [3, 4]])).toEqual([
      [0, 1, 2],
      [0, 4, 1],
      [1, 4, 1],
      [2, 4, 1],
    ])
  })

  it('leaves out pairs that share fewer than requested', () => {
    expect(overlaps([[1, 2, 3], [2, 3, 9], [3]], { minShared: 2 })).toEqual([[0, 1, 2]])
  })

  it('skips elements of too many sets', () => {
    expect(overlaps([[7, 1], [7, 1], [7]], { maxSets: 2 })).toEqual([[0, 1, 1]])
  })

  it('of nothing is nothing', () => {
    expect(overlaps([])).toEqual([])
    expect(overlaps([[], []])).toEqual([])
  })

  it('rejects meaningless options', () => {
    expect(() => overlaps([], { minShared: 0 })).toThrow('minShared')
    expect(() => overlaps([], { maxSets: 0 })).toThrow('maxSets')
  })
})
