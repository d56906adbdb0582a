import { describe, expect, it } from 'vitest'
import { mix32 } from '../../../src/hash/mix.js'
import { RepeatFilter, spread } from '../../../src/hash/repeat-filter.js'

describe('RepeatFilter', () => {
  it('recognizes every key that occurs twice, and few of the others', () => {
    const filter = new RepeatFilter(1100)
    for (let i = 0; i < 1000; i++) filter.add(mix32(i))
    for (let i = 0; i < 100; i++) filter.add(mix32(i))
    const told = Array.from({ length: 1000 }, (_, i) => i).filter((i) => filter.mayRepeat(mix32(i)))
    expect(told.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, i) => i))
    // One key of 1,000 in 17,600 cells or more meets another with a probability below 1/16.
    expect(told.length).toBeLessThan(100 + 900 / 8)
  })

  it('spreads small numbers over all cells', () => {
    const filter = new RepeatFilter(1000)
    for (let i = 0; i < 1000; i++) filter.add(spread(i))
    expect(Array.from({ length: 1000 }, (_, i) => i).filter((i) => filter.mayRepeat(spread(i)))).toEqual([])
  })
})
