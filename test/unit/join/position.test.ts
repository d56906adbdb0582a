import { describe, expect, it } from 'vitest'
import { PositionIndex } from '../../../src/join/position.js'
import { byPosition } from '../../conformance/join-methods.js'
import { describeJoin } from '../../conformance/join-suite.js'
import { letters } from './letters.js'

describeJoin(byPosition)

describe('the position filter', () => {
  it('does not compare acdefghijk with bcdefghijk, because c comes second in both', () => {
    const index = new PositionIndex({ threshold: 0.9 })
    index.add(0, letters('bcdefghijk'))
    expect(index.candidates(letters('acdefghijk'))).toHaveLength(0)
  })

  it('looks in the buckets (a, 1), (a, 2) and (c, 1) for acdefghijk', () => {
    const index = new PositionIndex({ threshold: 0.9 })
    index.add(11, letters('amnopqrstu'))
    index.add(12, letters('Aamnopqrst'))
    index.add(13, letters('ABamnopqrstuvwxyzCDE'))
    index.add(21, letters('cmnopqrstu'))
    index.add(22, letters('bcmnopqrst'))
    expect([...index.candidates(letters('acdefghijk'))]).toEqual([11, 12, 21])
  })
})
