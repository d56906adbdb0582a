import { describe, expect, it } from 'vitest'
import { PrefixIndex } from '../../../src/join/prefix.js'
import { byPrefix } from '../../conformance/join-methods.js'
import { describeJoin } from '../../conformance/join-suite.js'
import { letters } from './letters.js'

describeJoin(byPrefix)

describe('the prefix filter', () => {
  it('compares two sets when their prefixes share a symbol', () => {
    const index = new PrefixIndex({ threshold: 0.9 })
    index.add(0, letters('abcdefghij'))
    index.add(1, letters('cdefghijk'))
    expect([...index.candidates(letters('bcdefghij'))]).toEqual([0])
    expect([...index.probe(letters('bcdefghij')).ids]).toEqual([0])
  })

  it('compares acdefghijk with bcdefghijk, because both have c in their prefix', () => {
    const index = new PrefixIndex({ threshold: 0.9 })
    index.add(0, letters('bcdefghijk'))
    expect([...index.candidates(letters('acdefghijk'))]).toEqual([0])
    expect(index.probe(letters('acdefghijk')).count).toBe(0)
  })

  it('finds a contained set wherever its prefix is in the other', () => {
    const held = new PrefixIndex({ threshold: 1, measure: 'containment', direction: 'indexed-in-probe' })
    held.add(0, letters('xyz'))
    expect([...held.probe(letters('abcdefxyz')).ids]).toEqual([0])
    const holders = new PrefixIndex({ threshold: 1, measure: 'containment' })
    holders.add(0, letters('abcdefxyz'))
    expect([...holders.probe(letters('xyz')).ids]).toEqual([0])
    expect(holders.probe(letters('abcdefwxyz')).count).toBe(0)
  })
})
