import { describe, expect, it } from 'vitest'
import { findChain } from '../../../src/engine/inline/find-chain.js'

describe('findChain', () => {
  const pairs = [
    { a: 'x', b: 'echo', similarity: 0.95 },
    { a: 'herald', b: 'echo', similarity: 0.9 },
    { a: 'herald', b: 'post', similarity: 0.6 },
    { a: 'post', b: 'echo', similarity: 0.8 },
  ]

  it('walks the pairs whose weakest link is strongest, from the first document to the second', () => {
    expect(findChain(pairs, 'herald', 'post')).toEqual([
      { a: 'herald', b: 'echo', similarity: 0.9 },
      { a: 'echo', b: 'post', similarity: 0.8 },
    ])
    expect(findChain(pairs, 'post', 'herald')).toEqual([
      { a: 'post', b: 'echo', similarity: 0.8 },
      { a: 'echo', b: 'herald', similarity: 0.9 },
    ])
  })

  it('is undefined if nothing connects the two', () => {
    expect(findChain<string | number>([...pairs, { a: 1, b: 2, similarity: 1 }], 'post', 1)).toBeUndefined()
    expect(findChain(pairs, 'post', 'nobody')).toBeUndefined()
    expect(findChain([], 'a', 'b')).toBeUndefined()
  })
})
