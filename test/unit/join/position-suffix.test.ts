import { describe, expect, it } from 'vitest'
import { PositionIndex } from '../../../src/join/position.js'
import { PositionSuffixIndex } from '../../../src/join/position-suffix.js'
import { byPositionSuffix } from '../../conformance/join-methods.js'
import { describeJoin } from '../../conformance/join-suite.js'
import { letters } from './letters.js'

describeJoin(byPositionSuffix)

describe('the filter by position and suffix length', () => {
  it('does not compare sets with too little after their common symbol, which positions alone would compare', () => {
    const byPosition = new PositionIndex({ threshold: 0.8 })
    const bySuffix = new PositionSuffixIndex({ threshold: 0.8 })
    for (const index of [byPosition, bySuffix]) {
      index.add(6, letters('amnopqr'))
      index.add(7, letters('amnopqrs'))
      index.add(11, letters('amnopqrstuvw'))
      index.add(12, letters('amnopqrstuvwx'))
    }
    const probe = letters('acdefghijk')
    expect([...byPosition.candidates(probe)]).toEqual([6, 7, 11, 12])
    expect([...bySuffix.candidates(probe)]).toEqual([7, 11])
  })

  it('does not compare a set with one that has too little after the common symbol to contain it', () => {
    const index = new PositionSuffixIndex({ threshold: 1, measure: 'containment' })
    index.add(0, letters('Zabc'))
    index.add(1, letters('ABCDEab'))
    expect([...index.candidates(letters('abc'))]).toEqual([0])
  })
})
