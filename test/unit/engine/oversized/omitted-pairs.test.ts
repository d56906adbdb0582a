import { describe, expect, it } from 'vitest'
import { countOmitted } from '../../../../src/engine/oversized/omitted-pairs.js'

describe('the number of omitted pairs', () => {
  const drawn = (outOf: number, similarity: number) => [
    { outOf, similarities: Array.from({ length: 10_000 }, () => similarity) },
  ]

  it('is exact if all pairs were compared', () => {
    expect(countOmitted(595, [], 3, 0.8)).toEqual({ count: 595 })
  })

  it('is exact if the sample leaves only one number open', () => {
    expect(countOmitted(595, drawn(3, 0.95), 3, 0.8)).toEqual({ count: 595 })
  })

  it('has an interval if the sample leaves several open', () => {
    const { count, interval } = countOmitted(595, drawn(1e6, 0.95), 3, 0.8)
    expect(count).toBe(1e6 + 592)
    expect(interval!.low).toBeLessThan(interval!.high)
  })
})
