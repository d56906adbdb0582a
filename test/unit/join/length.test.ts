import { describe, expect, it } from 'vitest'
import { LengthIndex } from '../../../src/join/length.js'
import { byLength } from '../../conformance/join-methods.js'
import { describeJoin } from '../../conformance/join-suite.js'
import { letters } from './letters.js'

describeJoin(byLength)

describe('the length filter', () => {
  it('compares length 9 at 0.9 only with lengths 9 and 10', () => {
    const index = new LengthIndex({ threshold: 0.9 })
    for (const length of [8, 9, 10, 11]) index.add(length, letters('abcdefghijk'.slice(0, length)))
    expect([...index.candidates(letters('nopqrstuv'))]).toEqual([9, 10])
  })

  it('compares a set that may be contained with every set that is long enough', () => {
    const index = new LengthIndex({ threshold: 0.5, measure: 'containment' })
    for (const length of [1, 2, 3, 20]) index.add(length, letters('abcdefghijklmnopqrst'.slice(0, length)))
    expect([...index.candidates(letters('wxyz'))]).toEqual([2, 3, 20])
  })

  it('compares a set with every set that is short enough to be contained in it', () => {
    const index = new LengthIndex({ threshold: 0.5, measure: 'containment', direction: 'indexed-in-probe' })
    for (const length of [1, 8, 9]) index.add(length, letters('abcdefghi'.slice(0, length)))
    expect([...index.candidates(letters('wxyz'))]).toEqual([1, 8])
  })
})
