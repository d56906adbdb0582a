import { describe, expect, it } from 'vitest'
import { starClusters } from '../../../src/cluster/stars.js'
import { pairsOf } from './pairs-of.js'

describe('star clusters', () => {
  it('have the document with the most neighbors as the center', () => {
    const pairs = pairsOf([
      [0, 3],
      [1, 3],
      [2, 3],
    ])
    expect(starClusters(4, pairs)).toEqual([{ center: 3, members: [0, 1, 2, 3] }])
  })

  it('break ties by the lowest position', () => {
    expect(starClusters(2, pairsOf([[0, 1]]))).toEqual([{ center: 0, members: [0, 1] }])
  })

  it('cut a chain that components would join', () => {
    const pairs = pairsOf([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ])
    expect(starClusters(5, pairs)).toEqual([
      { center: 1, members: [0, 1, 2] },
      { center: 3, members: [3, 4] },
    ])
  })

  it('leave a document alone whose neighbors are all taken', () => {
    const pairs = pairsOf([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    expect(starClusters(4, pairs)).toEqual([{ center: 1, members: [0, 1, 2] }])
  })

  it('come in the order of their first member, not of their size', () => {
    const pairs = pairsOf([
      [0, 1],
      [2, 3],
      [2, 4],
    ])
    expect(starClusters(5, pairs).map((star) => star.center)).toEqual([0, 2])
  })
})
