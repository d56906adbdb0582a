import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { type HubCounter, PlainHubCounter } from '../../../src/join/hub-counter.js'
import { HubIndex } from '../../../src/join/hub-index.js'
import type { HubTables } from '../../../src/join/hub-tables.js'
import { WasmHubCounter } from '../../../src/kernel/wasm-hub-counter.js'
import { makeSetCollection, setAt } from '../../../src/model/set-collection.js'
import { similarityOf } from '../../../src/verify/verify.js'

/** Sets of which many share most of their elements, as near-copies do. */
function makeSets(random: Random, count: number, universe: number) {
  return makeSetCollection(
    Array.from({ length: count }, () =>
      Array.from({ length: random.below(14) }, () => (random.below(universe) * 0x9e3779b1) >>> 0),
    ),
  )
}

const COUNTERS: readonly [string, (tables: HubTables) => HubCounter][] = [
  ['TypeScript', (tables) => new PlainHubCounter(tables)],
  ['WebAssembly', (tables) => new WasmHubCounter(tables)],
]

describe.each(COUNTERS)('HubIndex with a counter in %s', (_, makeCounter) => {
  it('finds exactly the hubs that a set is similar to, in ascending order', () => {
    const random = new Random(11)
    let matches = 0
    for (const universe of [6, 15, 40]) {
      for (const threshold of [0.1, 0.5, 2 / 3, 0.8, 1]) {
        const sets = makeSets(random, 120, universe)
        const hubs = makeSetCollection(Array.from({ length: 30 }, (_, i) => setAt(sets, 4 * i)))
        const index = new HubIndex(hubs, { similarity: 'jaccard', threshold }, makeCounter)
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
    const index = new HubIndex(makeSetCollection([]), { similarity: 'jaccard', threshold: 0.5 }, makeCounter)
    expect(index.match(Uint32Array.of(1, 2, 3))).toBe(0)
  })

  it('makes room for large sets', () => {
    const hub = Uint32Array.from({ length: 50_000 }, (_, i) => 7 * i)
    const index = new HubIndex(
      makeSetCollection([hub, [1, 2]]),
      { similarity: 'jaccard', threshold: 0.9 },
      makeCounter,
    )
    expect(index.match(hub.subarray(3))).toBe(1)
    expect(index.match(hub.subarray(6000))).toBe(0)
    expect(index.match(Uint32Array.of(1, 2))).toBe(1)
    expect(index.matched[0]).toBe(1)
  })
})
