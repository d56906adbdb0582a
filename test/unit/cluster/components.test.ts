import { describe, expect, it } from 'vitest'
import { componentGroups, connectedComponents } from '../../../src/cluster/components.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'
import { pairsOf } from './pairs-of.js'

describe('connected components', () => {
  it('name the lowest member of each component', () => {
    const pairs = pairsOf([
      [3, 5],
      [1, 3],
      [2, 4],
    ])
    expect([...connectedComponents(7, pairs)]).toEqual([0, 1, 2, 1, 2, 1, 6])
  })

  it('without pairs leave each document alone', () => {
    const components = connectedComponents(3, pairsOf([]))
    expect([...components]).toEqual([0, 1, 2])
    expect(componentGroups(components)).toEqual([])
  })

  it('of no documents are none', () => {
    expect(connectedComponents(0, pairsOf([])).length).toBe(0)
  })

  it('are groups with ascending members, ordered by their first', () => {
    const pairs = pairsOf([
      [1, 2],
      [0, 4],
      [2, 3],
    ])
    expect(componentGroups(connectedComponents(6, pairs))).toEqual([
      [0, 4],
      [1, 2, 3],
    ])
  })

  it('of a chain given backwards are one', () => {
    const chain = Array.from({ length: 999 }, (_, i) => [998 - i, 999 - i] as const)
    expect(componentGroups(connectedComponents(1000, pairsOf(chain)))).toHaveLength(1)
  })

  it('refuse a pair beyond the collection, or not in order', () => {
    expect(() => connectedComponents(2, pairsOf([[0, 2]]))).toThrow(InvalidValue)
    expect(() => connectedComponents(3, pairsOf([[2, 1]]))).toThrow(InvalidValue)
    expect(() => connectedComponents(3, pairsOf([[1, 1]]))).toThrow(InvalidValue)
    expect(() => connectedComponents(1.5, pairsOf([]))).toThrow(InvalidOption)
  })
})
