import { describe, expect, it } from 'vitest'
import { search } from '../../../src/engine/inline/search.js'

describe('search', () => {
  const documents = ['a b c', '', 'x y', 'A b c', 'a b c d']
  const options = { threshold: 0.7, recall: 1, shingle: { k: 1 } } as const

  it('finds pairs of distinct documents, with the copies of each', () => {
    const found = search(documents, options)
    expect(found.copies).toEqual([[0, 3], [2], [4]])
    expect(found.empty).toBe(1)
    expect(found.distinctPairs).toEqual({
      count: 1,
      a: Uint32Array.of(0),
      b: Uint32Array.of(2),
      similarity: Float64Array.of(0.75),
    })
  })

  it('compares any two documents by their positions', () => {
    expect(search(documents, options).similarity.of(0, 4)).toBe(0.75)
  })

  it('forms clusters by positions of all documents, the center of a star being its first copy', () => {
    expect(search(documents, options).clusters.map(({ members }) => members)).toEqual([[0, 3, 4]])
    const [star] = search(documents, { ...options, clusters: 'stars' }).clusters
    expect(star).toMatchObject({ members: [0, 3, 4], center: 0 })
  })
})
