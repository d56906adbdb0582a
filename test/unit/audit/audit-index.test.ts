import { describe, expect, it } from 'vitest'
import { AuditIndex } from '../../../src/audit/audit-index.js'
import { Random } from '../../../src/hash/random.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { makeSetCollection, type SetCollection, setAt } from '../../../src/model/set-collection.js'
import { similarityOf } from '../../../src/verify/verify.js'

/** Random sets over few elements, so that many are alike. */
function makeSets(random: Random, count: number, universe: number): SetCollection {
  return makeSetCollection(
    Array.from({ length: count }, () =>
      Array.from({ length: random.below(12) }, () => (random.below(universe) * 0x9e3779b1) >>> 0),
    ),
  )
}

describe('AuditIndex', () => {
  it('finds exactly the sets that reach the threshold, each once, with their similarity', () => {
    const random = new Random(7)
    let matches = 0
    for (const universe of [6, 15, 40]) {
      for (const threshold of [0.1, 0.5, 2 / 3, 0.8, 1]) {
        const sets = makeSets(random, 120, universe)
        const few = makeSetCollection(Array.from({ length: 30 }, (_, i) => setAt(sets, 4 * i)))
        const index = new AuditIndex(few, threshold)
        for (let position = 0; position < sets.count; position++) {
          const found: [number, number][] = []
          index.probe(setAt(sets, position), (number, similarity) => found.push([number, similarity]))
          const expected = Array.from({ length: few.count }, (_, i) => [
            i,
            similarityOf(sets, 4 * i, position),
          ]).filter(([, similarity]) => similarity! >= threshold)
          expect(found.sort(([x], [y]) => x - y)).toEqual(expected)
          matches += found.length
        }
      }
    }
    expect(matches).toBeGreaterThan(1000)
  })

  it('matches nothing with an empty set, in the index or as a probe', () => {
    const index = new AuditIndex(makeSetCollection([[], [1]]), 0.5)
    index.probe(new Uint32Array(0), () => expect.unreachable())
    index.probe(Uint32Array.of(2), () => expect.unreachable())
    new AuditIndex(makeSetCollection([]), 0.5).probe(Uint32Array.of(1), () => expect.unreachable())
  })

  it('refuses a threshold out of range', () => {
    expect(() => new AuditIndex(makeSetCollection([]), 1.5)).toThrow(InvalidOption)
  })
})
