import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import type { Block } from '../../../../../src/engine/stages/blocks/block.js'
import { continuationLocation } from '../../../../../src/engine/stages/blocks/continuation-blocks.js'
import { FIRST_RUN, PairRuns, pairSegments } from '../../../../../src/engine/stages/verify/pair-runs.js'
import { mergeRuns } from '../../../../../src/engine/stages/verify/pair-stream.js'
import { listPairs, PairBuilder, sortPairs } from '../../../../../src/model/pair.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'
import { collectPairs } from '../../node/collect-pairs.js'

type Pairs = readonly (readonly [a: number, b: number])[]

/** A block of runs, each cut into pieces of so many pairs. */
function blockOf(runs: readonly Pairs[], piece: number): Block {
  const segments = runs.flatMap((pairs, run) => {
    const sorted = sortPairs(batchOf(pairs))
    const pieces: Uint8Array[] = []
    for (let from = 0; from < sorted.count; from += piece) {
      const cut = (list: Uint32Array) => list.subarray(from, from + piece)
      const similarity = sorted.similarity.subarray(from, from + piece)
      pieces.push(
        ...pairSegments({ count: similarity.length, a: cut(sorted.a), b: cut(sorted.b), similarity }),
      )
    }
    return pieces.map((bytes) => ({ tag: FIRST_RUN + run, bytes }))
  })
  return nodeBlocks.put({ name: 'runs' }, segments)
}

function batchOf(pairs: Pairs) {
  const builder = new PairBuilder()
  for (const [a, b] of pairs) builder.add(a, b, 1 / (a + b + 1))
  return builder.pairs()
}

describe('runs of pairs', () => {
  it('are merged in the order of a, then b, however they are spread over blocks, runs and pieces', () => {
    // Few values of a: one document often has more pairs than a piece, and several runs end with the same one.
    const pair = fc.tuple(fc.nat(4), fc.nat(60)).map(([a, b]) => [a, 5 + b] as const)
    const blocks = fc.array(fc.array(fc.array(pair, { maxLength: 20 }), { maxLength: 3 }), { maxLength: 4 })
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 6 }), (runs, piece) => {
        const all = runs.flat(2)
        const stream = mergeRuns(
          nodeBlocks,
          runs.map((list) => blockOf(list, piece)),
          all.length,
        )
        expect(listPairs(collectPairs(stream))).toEqual(listPairs(sortPairs(batchOf(all))))
      }),
      { numRuns: cases(500) },
    )
  })

  it('of one document with very many others come in batches of about a piece', () => {
    const runs = [0, 1, 2].map((run) => Array.from({ length: 100 }, (_, i) => [0, 1 + 3 * i + run] as const))
    const stream = mergeRuns(nodeBlocks, [blockOf(runs, 10)], 300)
    const sizes = Array.from(stream.batches(), ({ count }) => count)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(300)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3 * 10)
  })

  it('whose last pieces end with one document are merged by b, though only one of them continues', () => {
    const ending = [[5, 20]] as const
    const goingOn = [
      [5, 6],
      [5, 7],
      [5, 8],
    ] as const
    for (const runs of [
      [ending, goingOn],
      [goingOn, ending],
    ]) {
      const merged = collectPairs(mergeRuns(nodeBlocks, [blockOf(runs, 1)], 4))
      expect([...merged.b]).toEqual([6, 7, 8, 20])
    }
  })

  it('can be read twice, and may be none', () => {
    const stream = mergeRuns(nodeBlocks, [blockOf([[[1, 2]]], 1), nodeBlocks.put({ name: 'empty' }, [])], 1)
    expect([...stream.batches()]).toEqual([...stream.batches()])
    expect([...mergeRuns(nodeBlocks, [], 0).batches()]).toEqual([])
  })

  it('of more pairs than a piece holds come back as they were', () => {
    const runs = new PairRuns()
    for (let i = 0; i < 40_000; i++) runs.add(i % 3, 40_000 - i, i / 40_000)
    expect(runs.count).toBe(40_000)
    expect(runs.isLarge).toBe(false)
    const segments = runs.take()
    expect(segments).toHaveLength(3)
    expect(runs.take()).toEqual([])
    const { count, a, b } = collectPairs(
      mergeRuns(nodeBlocks, [nodeBlocks.put({ name: 'runs' }, segments)], 40_000),
    )
    let isSorted = true
    for (let i = 1; i < count; i++) isSorted &&= a[i - 1]! < a[i]! || (a[i - 1] === a[i] && b[i - 1]! < b[i]!)
    expect(isSorted).toBe(true)
    expect(a.reduce((sum, value) => sum + value, 0)).toBe(39_999)
  })

  it('that go to further blocks have places and fingerprints of their own', () => {
    const location = { name: 'verified', path: '/run/verified.block', fingerprint: [1, 0xffffffff] as const }
    expect([0, 1].map((number) => continuationLocation(location, number))).toEqual([
      { name: 'verified-0', path: '/run/verified-0.block', fingerprint: [1, 0] },
      { name: 'verified-1', path: '/run/verified-1.block', fingerprint: [1, 1] },
    ])
    expect(continuationLocation({ name: 'verified' }, 2)).toEqual({ name: 'verified-2' })
  })
})
