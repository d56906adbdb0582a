import { describe, expect, it } from 'vitest'
import { clusterAt } from '../../../web/src/data/cluster-at.js'
import { sortedIndexes } from '../../../web/src/data/sorted-indexes.js'
import fc from '../../property.js'

const DOCUMENTS = 30

/** Clusters by walking from document to document. */
function floodFill(pairs: readonly (readonly [number, number, number])[], threshold: number): number[][] {
  const left = new Set<number>()
  for (const [a, b, s] of pairs) if (s >= threshold) left.add(a).add(b)
  const clusters: number[][] = []
  while (left.size > 0) {
    const cluster = new Set<number>()
    const waiting = [Math.min(...left)]
    while (waiting.length > 0) {
      const one = waiting.pop()!
      if (cluster.has(one)) continue
      cluster.add(one)
      left.delete(one)
      for (const [a, b, s] of pairs) {
        if (s >= threshold && a === one) waiting.push(b)
        if (s >= threshold && b === one) waiting.push(a)
      }
    }
    clusters.push([...cluster].sort((x, y) => x - y))
  }
  return clusters.sort((x, y) => y.length - x.length || x[0]! - y[0]!)
}

const pair = fc
  .tuple(fc.nat(DOCUMENTS - 2), fc.nat(DOCUMENTS - 1), fc.integer({ min: 0, max: 10 }))
  .filter(([a, b]) => a < b)
  .map(([a, b, s]) => [a, b, Math.fround(s / 10)] as const)

describe('clusters at a threshold', () => {
  it('are those of a flood fill, with and without pairs that connect nothing', () => {
    fc.assert(
      fc.property(fc.array(pair), fc.integer({ min: 0, max: 10 }), fc.boolean(), (pairs, step, isSplit) => {
        const columns = {
          a: Uint32Array.from(pairs, ([a]) => a),
          b: Uint32Array.from(pairs, ([, b]) => b),
          similarity: Float32Array.from(pairs, ([, , s]) => s),
        }
        const threshold = Math.fround(step / 10)
        const apart = new Set(isSplit ? pairs.flatMap((_, i) => (i % 3 === 0 ? [i] : [])) : [])
        const found = clusterAt(DOCUMENTS, columns, threshold, apart)
        const expected = floodFill(
          pairs.filter((_, i) => !apart.has(i)),
          threshold,
        )
        const clusters = Array.from({ length: found.clusters.length }, (_, i) => [...found.clusters.at(i)])
        expect(clusters).toEqual(expected)
        expected.forEach((members, number) => {
          for (const member of members) expect(found.clusterOf[member]).toBe(number)
        })
      }),
    )
  })
})

describe('sorted indexes', () => {
  it('are those of a stable sort', () => {
    const value = fc.oneof(fc.nat(5), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const expected = values.map((_, i) => i).sort((x, y) => values[x]! - values[y]! || x - y)
        expect([...sortedIndexes(Uint32Array.from(values))]).toEqual(expected)
      }),
    )
  })
})
