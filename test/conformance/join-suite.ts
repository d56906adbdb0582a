import { describe, expect, it } from 'vitest'
import { joinEveryPair } from '../../src/join/every-pair.js'
import type { Direction, SimilarityIndexOptions, SimilarityJoinOptions } from '../../src/join/join-options.js'
import { applyOrder, orderByFrequency } from '../../src/join/order.js'
import type { Matches, SimilarityIndex } from '../../src/join/similarity-index.js'
import { InvalidOption, InvalidValue } from '../../src/model/errors.js'
import type { PairBatch } from '../../src/model/pair.js'
import { makeSetCollection, type SetCollection, setAt } from '../../src/model/set-collection.js'
import type { Measure } from '../../src/model/threshold.js'

/** An exact method: its index for the many–one problem and its join for the many–many problem. */
export interface JoinMethod {
  readonly name: string
  readonly makeIndex: (options: SimilarityIndexOptions) => SimilarityIndex
  readonly join: (collection: SetCollection, options: SimilarityJoinOptions) => PairBatch
  /** Why the method refuses containment, if it does. */
  readonly withoutContainment?: string
}

export const THRESHOLDS = [0.5, 0.8, 0.9, 1, 1 / 3, 2 / 3, 0.123, 0.999]
const DIRECTIONS: readonly Direction[] = ['probe-in-indexed', 'indexed-in-probe']

export function measuresOf(method: JoinMethod): Measure[] {
  return method.withoutContainment === undefined ? ['jaccard', 'containment'] : ['jaccard']
}

/** All options of an index of the method at a threshold: Jaccard, and containment in both directions. */
export function indexOptionsOf(method: JoinMethod, threshold: number): SimilarityIndexOptions[] {
  if (method.withoutContainment !== undefined) return [{ threshold }]
  return [
    { threshold },
    ...DIRECTIONS.map((direction) => ({ threshold, measure: 'containment' as const, direction })),
  ]
}

/** What a probe must find, read off the pairs of `joinEveryPair` on the collection with the probe at its end. */
export function matchesByEveryPair(
  collection: SetCollection,
  probe: Uint32Array,
  options: SimilarityIndexOptions,
): Matches {
  const { threshold, measure = 'jaccard', direction = 'probe-in-indexed' } = options
  const sets = Array.from({ length: collection.count }, (_, i) => setAt(collection, i))
  const pairs = joinEveryPair(makeSetCollection([...sets, probe]), { threshold, measure })
  const probeIsFirst = measure === 'containment' && direction === 'probe-in-indexed'
  const [probes, others] = probeIsFirst ? [pairs.a, pairs.b] : [pairs.b, pairs.a]
  const hits = [...probes.keys()].filter((pair) => probes[pair] === collection.count)
  return {
    count: hits.length,
    ids: Uint32Array.from(hits, (pair) => others[pair]!),
    similarity: Float64Array.from(hits, (pair) => pairs.similarity[pair]!),
  }
}

/** An index of the method that holds the collection, the position of each set being its id. */
export function indexOf(
  method: JoinMethod,
  collection: SetCollection,
  options: SimilarityIndexOptions,
): SimilarityIndex {
  const index = method.makeIndex(options)
  for (let i = 0; i < collection.count; i++) index.add(i, setAt(collection, i))
  return index
}

const from = (start: number, length: number) => Array.from({ length }, (_, i) => start + i)
const repeated = <Item>(count: number, item: (i: number) => Item) =>
  Array.from({ length: count }, (_, i) => item(i))

const COLLECTIONS: Record<string, SetCollection> = {
  'no sets': makeSetCollection([]),
  'empty sets only': makeSetCollection([[], [], []]),
  'one set': makeSetCollection([[1, 2]]),
  'all equal': makeSetCollection(repeated(12, () => from(3, 10))),
  'all disjoint': makeSetCollection(repeated(12, (i) => from(10 * i, 10))),
  singletons: makeSetCollection(repeated(20, (i) => [i % 5])),
  'one huge set': makeSetCollection([
    from(0, 20_000),
    from(0, 19_000),
    [5],
    from(0, 10),
    [],
    from(18_000, 18_000),
  ]),
  'duplicates among empty sets': makeSetCollection([[1, 2, 3], [], [1, 2, 3], [], [2, 3], [2, 3]]),
  'a rising chain': makeSetCollection(repeated(25, (i) => from(0, i))),
  'a falling chain': makeSetCollection(repeated(25, (i) => from(i, 25 - i))),
  'a shifted window': makeSetCollection(repeated(30, (i) => from(i, 10))),
  // 9/10, 8/10, 1/2, 1/3 and 2/3 exactly.
  'similarities equal to the thresholds': makeSetCollection([
    ...[from(0, 10), from(1, 9), from(2, 8), from(5, 5)],
    ...[from(100, 3), from(100, 2), from(100, 1)],
    ...[from(200, 1000), from(201, 999), from(202, 998)],
  ]),
  'the largest elements': makeSetCollection([
    [0, 1, 2 ** 32 - 1],
    [0, 2 ** 32 - 1],
    [2 ** 31, 2 ** 31 - 1],
    [2 ** 31],
  ]),
}

/** The law of every exact method: what `joinEveryPair` finds, no more and no less. */
export function describeJoin(method: JoinMethod): void {
  describe(`${method.name} keeps the contract of an exact method`, () => {
    for (const [name, collection] of Object.entries(COLLECTIONS)) {
      it(`finds the pairs of every-pair: ${name}`, () => {
        for (const threshold of THRESHOLDS) {
          for (const measure of measuresOf(method)) {
            const options = { threshold, measure }
            expect(method.join(collection, options)).toEqual(joinEveryPair(collection, options))
          }
        }
      })

      it(`finds the matches of every-pair for a probe: ${name}`, () => {
        for (const threshold of [0.5, 0.9, 1]) {
          for (const options of indexOptionsOf(method, threshold)) {
            const index = indexOf(method, collection, options)
            for (const probe of [from(0, 10), from(4, 9), [5], [2 ** 31], []].map((set) =>
              Uint32Array.from(set),
            )) {
              expect(index.probe(probe)).toEqual(matchesByEveryPair(collection, probe, options))
            }
          }
        }
      })
    }

    it('finds the same pairs in the order of frequency', () => {
      const collection = COLLECTIONS['a shifted window']!
      const ordered = applyOrder(collection, orderByFrequency(collection))
      for (const measure of measuresOf(method)) {
        const options = { threshold: 0.5, measure }
        expect(method.join(ordered, options)).toEqual(method.join(collection, options))
      }
    })

    it('includes every match among the candidates, each once and by ascending id', () => {
      const collection = COLLECTIONS['a rising chain']!
      for (const options of indexOptionsOf(method, 0.6)) {
        const index = indexOf(method, collection, options)
        const probe = Uint32Array.from(from(3, 12))
        const candidates = [...index.candidates(probe)]
        expect(candidates).toEqual([...new Set(candidates)].sort((x, y) => x - y))
        expect(candidates).toEqual(expect.arrayContaining([...index.probe(probe).ids]))
      }
    })

    it('reports matches by ascending id, whatever the order in which sets were added', () => {
      const index = method.makeIndex({ threshold: 1 })
      for (const id of [7, 2 ** 32 - 1, 0, 3]) index.add(id, Uint32Array.of(1, 2))
      expect([...index.probe(Uint32Array.of(1, 2)).ids]).toEqual([0, 3, 7, 2 ** 32 - 1])
    })

    it('counts empty sets, which match nothing', () => {
      const index = method.makeIndex({ threshold: 0.1 })
      index.add(0, new Uint32Array(0))
      expect(index.size).toBe(1)
      expect(index.probe(new Uint32Array(0)).count).toBe(0)
      expect(index.probe(Uint32Array.of(1)).count).toBe(0)
    })

    it('rejects a set that is not in ascending order', () => {
      const index = method.makeIndex({ threshold: 0.5 })
      expect(() => index.add(0, Uint32Array.of(2, 1))).toThrow(InvalidValue)
      expect(() => index.add(0, Uint32Array.of(1, 1))).toThrow(InvalidValue)
      expect(() => index.probe(Uint32Array.of(2, 1))).toThrow(InvalidValue)
      expect(() => index.candidates(Uint32Array.of(2, 1))).toThrow(InvalidValue)
      expect(index.size).toBe(0)
    })

    it('refuses options and ids out of range', () => {
      const collection = makeSetCollection([[1]])
      for (const threshold of [0, -1, 1.01, Number.NaN]) {
        expect(() => method.makeIndex({ threshold })).toThrow(InvalidOption)
        expect(() => method.join(collection, { threshold })).toThrow(InvalidOption)
      }
      const wrong = { threshold: 0.5, measure: 'dice' } as unknown as SimilarityIndexOptions
      expect(() => method.makeIndex(wrong)).toThrow(InvalidOption)
      expect(() => method.join(collection, wrong)).toThrow(InvalidOption)
      expect(() => method.makeIndex({ threshold: 0.5, direction: 'probe-in-indexed' })).toThrow(InvalidOption)
      for (const id of [-1, 0.5, 2 ** 32]) {
        expect(() => method.makeIndex({ threshold: 0.5 }).add(id, Uint32Array.of(1))).toThrow(InvalidOption)
      }
    })

    if (method.withoutContainment !== undefined) {
      it(`refuses containment: ${method.withoutContainment}`, () => {
        const options = { threshold: 0.5, measure: 'containment' as const }
        expect(() => method.makeIndex(options)).toThrow(InvalidOption)
        expect(() => method.join(makeSetCollection([[1]]), options)).toThrow(InvalidOption)
      })
    }
  })
}
