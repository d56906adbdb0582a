import { describe, expect, it } from 'vitest'
import { HubIndex } from '../../../../src/engine/oversized/hub-index.js'
import { Random } from '../../../../src/hash/random.js'
import { makeSetCollection, setAt } from '../../../../src/model/set-collection.js'
import { similarityOf } from '../../../../src/verify/verify.js'

/** Sets of which many share most of their elements, as near-copies do. */
function makeSets(random: Random, count: number, universe: number) {
  return makeSetCollection(
    Array.from({ length: count }, () =>
      Array.from({ length: random.below(14) }, () => (random.below(universe) * 0x9e3779b1) >>> 0),
    ),
  )
}

describe('HubIndex', () => {
  it('finds exactly the hubs that a set is similar to, in ascending order', () => {
    const random = new Random(11)
    let matches = 0
    for (const universe of [6, 15, 40]) {
      for (const threshold of [0.1, 0.5, 2 / 3, 0.8, 1]) {
        const sets = makeSets(random, 120, universe)
        const hubs = makeSetCollection(Array.from({ length: 30 }, (_, i) => setAt(sets, 4 * i)))
        const index = new HubIndex(hubs, { similarity: 'jaccard', threshold })
        for (let position = 0; position < sets.count; position++) {
          if (setAt(sets, position).length === 0) continue
          const count = index.match(setAt(sets, position))
          const expected = Array.from({ length: hubs.count }, (_, hub) => hub).filter(
            (hub) => setAt(hubs, hub).length > 0 && similarityOf(sets, 4 * hub, position) >= threshold,
          )
          expect(Array.from(index.matched.subarray(0, count))).toEqual(expected)
          matches += count
        }
      }
    }
    expect(matches).toBeGreaterThan(1000)
  })

  it('matches nothing without hubs', () => {
    const index = new HubIndex(makeSetCollection([]), { similarity: 'jaccard', threshold: 0.5 })
    expect(index.match(Uint32Array.of(1, 2, 3))).toBe(0)
  })
})
