import { expect, it } from 'vitest'
import { clusterColumns } from '../../../src/cluster/cluster-columns.js'
import { after, WasmArena } from '../../../src/kernel/wasm-arena.js'
import { type ClusterExports, clusterInKernel } from '../../../src/kernel/wasm-clusters.js'
import { PairBuilder } from '../../../src/model/pair.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const arena = new WasmArena<ClusterExports>()

/** Numbers of documents with copies, and pairs with the hundredths of their similarities, ordered by a, then b. */
const graphs = fc.integer({ min: 0, max: 25 }).chain((count) => {
  const copies = fc.array(fc.constantFrom(1, 1, 1, 2, 5), { minLength: count, maxLength: count })
  const number = fc.nat(Math.max(0, count - 1))
  const pairs = fc.uniqueArray(fc.tuple(number, number, fc.integer({ min: 1, max: 100 })), {
    maxLength: count < 2 ? 0 : 40,
    selector: ([a, b]) => 100 * a + b,
  })
  return fc.tuple(copies, pairs)
})

it('makes the clusters of the pairs that reach the threshold', () => {
  fc.assert(
    fc.property(
      graphs,
      fc.nat(100),
      fc.nat(6),
      fc.boolean(),
      ([counts, edges], percent, everyPairUpTo, isDirected) => {
        const threshold = percent / 100
        const [all, similar] = [new PairBuilder(), new PairBuilder()]
        edges.sort(([a, b], [c, d]) => a - c || b - d)
        for (const [a, b, hundredths] of edges) {
          if (isDirected ? a === b : a >= b) continue
          all.add(a, b, hundredths / 100)
          if (hundredths / 100 >= threshold) similar.add(a, b, hundredths / 100)
        }
        const copies = Uint32Array.from(counts)
        // Pairs that are not among the edges have any similarity.
        const similarity = (a: number, b: number) => ((7 * a + 13 * b) % 100) / 100
        const clusters = clusterInKernel(
          arena.exports,
          (end) => arena.reach(end),
          after(arena.start, 100),
          all.pairs(),
          { copies, threshold, similarity, everyPairUpTo, isDirected },
        )
        const expected = clusterColumns(counts.length, () => [similar.pairs()], {
          method: 'components',
          copies,
          similarity,
          everyPairUpTo,
          isDirected,
          isVerifiedBySimilarity: true,
        })
        expect(clusters).toEqual(expected)
      },
    ),
    { numRuns: cases(1000) },
  )
})
