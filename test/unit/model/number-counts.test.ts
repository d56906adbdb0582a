import { expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { NumberCounts } from '../../../src/model/number-counts.js'

it('counts numbers as a map does, however many there are', () => {
  const random = new Random(7)
  const counts = new NumberCounts()
  const expected = new Map<number, number>()
  for (let i = 0; i < 20_000; i++) {
    const number = random.below(i % 2 === 0 ? 50 : 5000) / (1 + random.below(300))
    counts.add(number)
    expected.set(number, (expected.get(number) ?? 0) + 1)
  }
  const found = new Map<number, number>()
  counts.visit((number, count) => {
    expect(found.has(number)).toBe(false)
    found.set(number, count)
  })
  expect(found).toEqual(expected)
  expect(expected.size).toBeGreaterThan(1000)
})
