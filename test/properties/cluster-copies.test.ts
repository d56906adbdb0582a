import { describe, expect, it } from 'vitest'
import { clusterPairs } from '../../src/cluster/cluster.js'
import { cases } from '../depth.js'
import fc from '../property.js'
import { pairsOf } from '../unit/cluster/pairs-of.js'

type Triple = readonly [number, number, number]

/** A graph whose positions stand for one to four identical documents each. */
const graphs = fc.integer({ min: 2, max: 12 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    copies: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: count, maxLength: count }),
    triples: fc
      .uniqueArray(
        fc
          .tuple(fc.nat(count - 1), fc.nat(count - 1), fc.constantFrom(0.5, 0.75, 0.875))
          .filter(([a, b]) => a < b),
        { maxLength: 20, selector: ([a, b]) => `${a} ${b}` },
      )
      .map((triples): Triple[] => triples),
  }),
)

describe('clusters of documents with copies', () => {
  it.each(['components', 'stars'] as const)('are those of all copies with all their pairs: %s', (method) => {
    fc.assert(
      fc.property(graphs, fc.boolean(), ({ count, copies, triples }, everyPair) => {
        const starts = copies.map((_, i) => copies.slice(0, i).reduce((sum, number) => sum + number, 0))
        const documents = (position: number) =>
          Array.from({ length: copies[position]! }, (_, i) => starts[position]! + i)
        const all: Triple[] = triples.flatMap(([a, b, similarity]) =>
          documents(a).flatMap((one) => documents(b).map((other): Triple => [one, other, similarity])),
        )
        for (let position = 0; position < count; position++) {
          const same = documents(position)
          same.forEach((one, i) => {
            for (const other of same.slice(i + 1)) all.push([one, other, 1])
          })
        }
        const total = copies.reduce((sum, number) => sum + number, 0)
        const lookUp = (list: readonly Triple[]) => (a: number, b: number) =>
          list.find(([x, y]) => x === Math.min(a, b) && y === Math.max(a, b))?.[2] ?? 0.25

        const expected = clusterPairs(total, pairsOf(all), {
          method,
          ...(everyPair && { similarity: lookUp(all) }),
        })
        const got = clusterPairs(count, pairsOf(triples), {
          method,
          copies: Uint32Array.from(copies),
          ...(everyPair && { similarity: lookUp(triples) }),
        }).map((cluster) => ({
          ...cluster,
          members: cluster.members.flatMap(documents),
          ...(cluster.center !== undefined && { center: starts[cluster.center]! }),
        }))
        expect(got.map(({ meanSimilarity, ...rest }) => rest)).toEqual(
          expected.map(({ meanSimilarity, ...rest }) => rest),
        )
        got.forEach((cluster, i) => {
          expect(cluster.meanSimilarity).toBeCloseTo(expected[i]!.meanSimilarity, 12)
        })
      }),
      { numRuns: cases(500) },
    )
  })
})
