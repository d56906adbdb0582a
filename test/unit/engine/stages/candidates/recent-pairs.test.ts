import { describe, expect, it } from 'vitest'
import { RecentPairs } from '../../../../../src/engine/stages/candidates/recent-pairs.js'
import { ReusedArrays } from '../../../../../src/engine/stages/threads/reused-arrays.js'
import { Random } from '../../../../../src/hash/random.js'

describe('recent pairs', () => {
  it('never mistake a new pair for a repeat, whatever was stored before', () => {
    const arrays = new ReusedArrays()
    const random = new Random(1)
    for (let round = 0; round < 3; round++) {
      const recent = new RecentPairs(100, arrays)
      const seen = new Set<string>()
      let repeats = 0
      for (let i = 0; i < 50_000; i++) {
        const [one, other] = [Math.floor(300 * random.unit()), 300 + Math.floor(300 * random.unit())]
        if (recent.hasOrAdd(one, other)) {
          expect(seen.has(`${one} ${other}`)).toBe(true)
          repeats++
        }
        seen.add(`${one} ${other}`)
      }
      expect(repeats).toBeGreaterThan(0)
    }
  })

  it('find every repeat that follows immediately, even of very high numbers', () => {
    const recent = new RecentPairs(1000, new ReusedArrays())
    for (let i = 0; i < 1000; i++) {
      expect(recent.hasOrAdd(2 ** 32 - 2 - i, 2 ** 32 - 1)).toBe(false)
      expect(recent.hasOrAdd(2 ** 32 - 2 - i, 2 ** 32 - 1)).toBe(true)
    }
  })
})
