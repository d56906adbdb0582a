import { describe, expect, it } from 'vitest'
import { nodeJoin } from '../../../../../src/engine/node/join/node-join.js'
import type { NodeJoinOptions, SetSource } from '../../../../../src/engine/stages/join/join-engine.js'
import { joinSets } from '../../../../../src/join/fast/join-sets.js'
import { topMatches } from '../../../../../src/join/fast/top-matches.js'
import { listPairs } from '../../../../../src/model/pair.js'
import { makeSetCollection } from '../../../../../src/model/set-collection.js'
import { SIMILARITIES } from '../../../../../src/model/similarity.js'
import { byDepth } from '../../../../depth.js'
import '../../../../exposed-collector.js'

/** Few different sets, many times each, with empty ones between. */
const sets = (count: number, step: number) =>
  Array.from({ length: count }, (_, i) => {
    const kind = (i * step) % 7
    return kind === 6 ? [] : Array.from({ length: 3 + kind }, (_, element) => element + (kind > 3 ? 2 : 0))
  })

async function join(left: SetSource, right: SetSource | undefined, options: NodeJoinOptions) {
  const result = await nodeJoin(left, right, { workers: 1, ...options })
  const list = []
  for await (const batch of result.batches()) list.push(...listPairs(batch))
  result.close()
  return { ...result, list }
}

describe('equal sets', () => {
  const left = makeSetCollection(sets(90, 1))
  const right = makeSetCollection(sets(60, 3))

  it.each(SIMILARITIES)('make the pairs that they would make one by one, by %s', async (similarity) => {
    const threshold = similarity === 'overlap' ? 4 : 0.6
    for (const other of [undefined, right]) {
      const wanted = { similarity, threshold }
      const expected = listPairs(other === undefined ? joinSets(left, wanted) : joinSets(left, other, wanted))
      for (const memory of [undefined, 1e6]) {
        const options = { similarity, threshold, ...(memory !== undefined && { memory }) }
        const { list, pairs, pairsOmitted } = await join(left, other, options)
        expect(list).toEqual(expected)
        expect([pairs, pairsOmitted]).toEqual([expected.length, 0])
        expect((await join(left, other, { ...options, countOnly: true })).pairs).toBe(expected.length)
      }
    }
  })

  it.each(SIMILARITIES)(
    'are among the best matches of each other as they would be one by one, by %s',
    async (similarity) => {
      const above = { top: 17, threshold: similarity === 'overlap' ? 4 : 0.6 }
      const long = [{ top: 1 }, { top: 5 }, above, { top: 200 }]
      for (const wanted of byDepth({ short: [similarity === 'cosine' ? { top: 5 } : above], long })) {
        for (const other of [undefined, right]) {
          const options = { similarity, ...wanted }
          const expected = listPairs(
            other === undefined ? topMatches(left, options) : topMatches(left, other, options),
          )
          for (const memory of [undefined, 1e6]) {
            const how = { ...options, ...(memory !== undefined && { memory }) }
            const { list, pairs, pairsOmitted, sets, empty } = await join(left, other, how)
            expect(list).toEqual(expected)
            expect([pairs, pairsOmitted]).toEqual([expected.length, 0])
            expect([sets[0], empty[0]]).toEqual([90, 12])
            expect((await join(left, other, { ...how, countOnly: true })).pairs).toBe(expected.length)
          }
        }
      }
    },
  )

  it('beyond the limit are listed with the first, and the rest is counted', async () => {
    const equal = makeSetCollection(Array.from({ length: 100 }, () => [1, 2, 3]))
    const { list, pairs, pairsOmitted } = await join(equal, undefined, { threshold: 1, maxEqual: 50 })
    expect(list.map(({ a, b }) => [a, b])).toEqual(Array.from({ length: 99 }, (_, i) => [0, i + 1]))
    expect([pairs, pairsOmitted]).toEqual([99, 4950 - 99])
    const counted = await join(equal, undefined, { threshold: 1, maxEqual: 50, countOnly: true })
    expect([counted.pairs, counted.pairsOmitted]).toEqual([pairs, pairsOmitted])
    const twoSides = { threshold: 1, maxEqual: 50 }
    const listed = await join(equal, equal, twoSides)
    const onlyCounted = await join(equal, equal, { ...twoSides, countOnly: true })
    expect([onlyCounted.pairs, onlyCounted.pairsOmitted]).toEqual([listed.pairs, listed.pairsOmitted])
    expect(listed.pairs + listed.pairsOmitted).toBe(100 * 100)
    const all = await join(equal, undefined, { threshold: 1, maxEqual: 'all' })
    expect([all.pairs, all.list.length, all.pairsOmitted]).toEqual([4950, 4950, 0])
  })

  it('can be very many without taking longer', async () => {
    // Their pairs are more than 32 bits count.
    const count = byDepth({ short: 200_000, long: 1_000_000 })
    const offsets = Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i)
    const elements = Uint32Array.from({ length: 2 * count }, (_, i) => 1 + (i % 2))
    const result = await join({ count, offsets, elements }, undefined, { threshold: 0.5, memory: 256e6 })
    expect([result.pairs, result.pairsOmitted]).toEqual([count - 1, (count * (count - 1)) / 2 - (count - 1)])
    const counted = { threshold: 0.5, memory: 256e6, countOnly: true }
    const { pairs, pairsOmitted } = await join({ count, offsets, elements }, undefined, counted)
    expect([pairs, pairsOmitted]).toEqual([result.pairs, result.pairsOmitted])
    const top = await nodeJoin({ count, offsets, elements }, undefined, {
      top: 2,
      memory: 256e6,
      workers: 1,
    })
    expect(top.pairs).toBe(2 * count)
    top.close()
  })
})
