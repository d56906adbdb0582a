import { describe, expect, it } from 'vitest'
import { auditPairs } from '../../../src/audit/audit-pairs.js'
import { joinEveryPair } from '../../../src/join/every-pair.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'

const collection = makeSetCollection([[1, 2, 3, 4], [], [1, 2, 3, 4], [1, 2, 3, 5], [9], [1, 2, 3, 4, 5]])
const all = joinEveryPair(collection, { threshold: 0.6 })

describe('auditPairs', () => {
  it('of every document is the recall itself', () => {
    expect(auditPairs(collection, all, { threshold: 0.6 })).toMatchObject({
      documents: 5,
      truePairs: all.count,
      measured: 1,
      low: 1,
      high: 1,
      falsePairs: 0,
    })
    const half = { count: 1, a: all.a.slice(0, 1), b: all.b.slice(0, 1) }
    const { measured, low, high } = auditPairs(collection, half, { threshold: 0.6 })
    expect([measured, low, high]).toEqual([1 / all.count, 1 / all.count, 1 / all.count])
  })

  it('finds pairs that do not reach the threshold', () => {
    const wrong = { count: 1, a: Uint32Array.of(0), b: Uint32Array.of(4) }
    expect(auditPairs(collection, wrong, { threshold: 0.6 }).falsePairs).toBe(1)
    expect(auditPairs(collection, all, { threshold: 1 }).falsePairs).toBe(all.count - 1)
  })

  it('samples by its seed', () => {
    const drawnBy = (seed: number) => auditPairs(collection, all, { threshold: 0.6, documents: 2, seed })
    expect(drawnBy(4)).toEqual(drawnBy(4))
    expect(new Set(Array.from({ length: 20 }, (_, seed) => drawnBy(seed).truePairs)).size).toBeGreaterThan(1)
  })

  it('refuses options out of range', () => {
    expect(() => auditPairs(collection, all, { threshold: 0 })).toThrow(InvalidOption)
    expect(() => auditPairs(collection, all, { threshold: 0.5, documents: 0 })).toThrow(InvalidOption)
    expect(() => auditPairs(collection, all, { threshold: 0.5, ...{ size: 3 } })).toThrow(InvalidOption)
  })
})
