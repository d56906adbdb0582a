import { describe, expect, it } from 'vitest'
import { clusterColumns } from '../../../../../src/cluster/cluster-columns.js'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import type { Block } from '../../../../../src/engine/stages/blocks/block.js'
import { ClusterTable } from '../../../../../src/engine/stages/cluster/cluster-table.js'
import { setsInMemory, WIDE } from '../../../../../src/engine/stages/groups/stored-sets.js'
import { CopiesOfDocuments } from '../../../../../src/engine/stages/identical/copies.js'
import type { SetReader } from '../../../../../src/engine/stages/read/set-reader.js'
import { bitsOf } from '../../../../../src/engine/stages/threads/shared-words.js'
import { sampleOversized } from '../../../../../src/engine/stages/verify/oversized-sample.js'
import { PairBuilder } from '../../../../../src/model/pair.js'

/** Documents 3, 8, 5 and 9, with sets of one, two, three and five elements, in two groups. */
const SETS: Block = nodeBlocks.put({ name: 'sets' }, [
  { tag: 1, bytes: Uint32Array.of(2, 3, 8, 1, 2, 30, 80, 81) },
  { tag: WIDE + 1, bytes: Float64Array.of(8, 2, 5, 6) },
  { tag: 2, bytes: Uint32Array.of(2, 5, 9, 3, 5, 50, 51, 52, 90, 91, 92, 93, 94) },
])

describe('sets in memory', () => {
  it('are found by position, whatever their group and order', () => {
    const sets = setsInMemory(nodeBlocks, [SETS], bitsOf([Uint32Array.of(5, 8), Uint32Array.of(7)]))
    expect([...sets].map(([position, set]) => [position, ...set])).toEqual([
      [8, 80, 81],
      [5, 50, 51, 52],
    ])
  })

  it('do not include those in files', () => {
    const inFile: Block = { name: 'sets', path: 'sets', bytes: 64 }
    expect(setsInMemory(nodeBlocks, [inFile], bitsOf([Uint32Array.of(5)])).size).toBe(0)
  })
})

describe('the sample of pairs of oversized documents', () => {
  it('is compared with the sets in memory, each pair within its cluster or between two', () => {
    const pairs = new PairBuilder()
    pairs.add(0, 2, 0.9)
    pairs.add(1, 3, 0.9)
    const columns = clusterColumns(4, () => [pairs.pairs()], { method: 'components', everyPairUpTo: 0 })
    const copies = new CopiesOfDocuments(Uint32Array.of(3, 5, 8, 9), {
      firsts: new Uint32Array(0),
      offsets: new Uint32Array(1),
      members: new Uint32Array(0),
    })
    const reader = {
      known: new Map<number, Uint32Array>(),
      // Throws if a set is missing. No two pairs have the same product.
      similarity: (one: number, other: number) =>
        (reader.known.get(one)!.length * reader.known.get(other)!.length) / 10,
    }
    const sample = sampleOversized(
      nodeBlocks,
      copies,
      ClusterTable.withCopies(columns, copies),
      [SETS],
      reader as unknown as SetReader,
      undefined,
    )
    expect(sample.inClusters.outOf).toBe(2)
    expect(new Set(sample.inClusters.similarities)).toEqual(new Set([0.2, 1.5]))
    expect(sample.between.outOf).toBe(4)
    expect(new Set(sample.between.similarities)).toEqual(new Set([0.3, 0.5, 0.6, 1]))
  })
})
