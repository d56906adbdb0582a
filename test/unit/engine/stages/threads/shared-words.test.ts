import { describe, expect, it } from 'vitest'
import { mergeRising } from '../../../../../src/engine/stages/threads/shared-words.js'

describe('mergeRising', () => {
  it('has the numbers of both lists, each once, in ascending order', () => {
    const merge = (one: number[], other: number[]) => [
      ...mergeRising(Uint32Array.from(one), Uint32Array.from(other)),
    ]
    expect(merge([1, 3, 5], [2, 3, 9])).toEqual([1, 2, 3, 5, 9])
    expect(merge([], [4])).toEqual([4])
    expect(merge([4], [])).toEqual([4])
    expect(merge([7, 8], [1, 7])).toEqual([1, 7, 8])
    expect(merge([], [])).toEqual([])
  })
})
