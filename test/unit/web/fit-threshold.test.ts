import { expect, it } from 'vitest'
import { fitThreshold } from '../../../web/src/data/fit-threshold.js'

const mark = (similarity: number, isDuplicate: boolean) => ({ similarity, isDuplicate })

it('finds the threshold that separates the marks', () => {
  const marks = Array.from({ length: 40 }, (_, i) => mark(i / 40, i >= 26))
  const { low, ...fitted } = fitThreshold(marks)
  expect(fitted).toEqual({ threshold: 0.65, f1: 1, high: 1 })
  // A threshold by other marks could be anywhere between the nearest two.
  expect(low).toBeGreaterThan(0.7)
  expect(low).toBeLessThan(1)
})

it('gives an interval that is wider the fewer marks there are', () => {
  const noisy = (count: number) =>
    Array.from({ length: count }, (_, i) => mark(i / count, i % 7 === 0 ? i < count / 2 : i >= count / 2))
  const [few, many] = [fitThreshold(noisy(28)), fitThreshold(noisy(280))]
  for (const { f1, low, high } of [few, many]) {
    expect(low).toBeLessThanOrEqual(f1)
    expect(high).toBeGreaterThanOrEqual(f1)
  }
  expect(many.high - many.low).toBeLessThan(few.high - few.low)
})
