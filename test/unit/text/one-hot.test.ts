import { describe, expect, it } from 'vitest'
import { oneHot, vocabulary } from '../../../src/text/one-hot.js'

describe('the characteristic matrix', () => {
  it('has a row for each shingle of any document, in the order in which they first appear', () => {
    expect(vocabulary([['ab', 'bc'], ['bc', 'cd'], [], ['ab', 'zz']])).toEqual(['ab', 'bc', 'cd', 'zz'])
    expect(vocabulary([])).toEqual([])
  })

  it('has 1 where the document has the shingle, once or often, and otherwise 0', () => {
    const rows = ['ab', 'bc', 'cd']
    expect([...oneHot(rows, ['cd', 'cd'])]).toEqual([0, 0, 1])
    expect([...oneHot(rows, new Set(['bc', 'ab']))]).toEqual([1, 1, 0])
    expect([...oneHot(rows, [])]).toEqual([0, 0, 0])
  })

  it('ignores shingles outside the vocabulary', () => {
    expect([...oneHot(['ab'], ['xy', 'ab'])]).toEqual([1])
  })
})
