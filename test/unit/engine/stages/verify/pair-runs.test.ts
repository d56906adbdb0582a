import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { PairRuns } from '../../../../../src/engine/stages/verify/pair-runs.js'
import { mergeRuns } from '../../../../../src/engine/stages/verify/pair-stream.js'
import { listPairs, type PairBatch, PairBuilder } from '../../../../../src/model/pair.js'
import { collectPairs } from '../../node/collect-pairs.js'

function batchOf(pairs: readonly (readonly [number, number])[]): PairBatch {
  const builder = new PairBuilder()
  for (const [a, b] of pairs) builder.add(a, b, 0.9)
  return builder.pairs()
}

function storedIn(runs: PairRuns): readonly (readonly [number, number])[] {
  const stored = mergeRuns(nodeBlocks, [nodeBlocks.put({ name: 'runs' }, runs.take())], runs.count)
  return listPairs(collectPairs(stored)).map(({ a, b }) => [a, b])
}

describe('sorted pairs', () => {
  it('are stored as they are, and again after a run was taken', () => {
    const runs = new PairRuns()
    expect(runs.addSorted(batchOf([[1, 2]]), 0)).toBe(1)
    runs.addSorted(
      batchOf([
        [1, 3],
        [2, 3],
      ]),
      0,
    )
    expect(storedIn(runs)).toEqual([
      [1, 2],
      [1, 3],
      [2, 3],
    ])
    runs.addSorted(batchOf([[4, 5]]), 0)
    expect(runs.count).toBe(4)
  })

  it('are sorted with others', () => {
    const runs = new PairRuns()
    runs.add(7, 8, 0.9)
    runs.addSorted(
      batchOf([
        [1, 2],
        [5, 6],
      ]),
      1,
    )
    expect(storedIn(runs)).toEqual([
      [5, 6],
      [7, 8],
    ])
  })

  it('end with the run that they fill', () => {
    const count = 2 ** 18 + 5
    const positions = Uint32Array.from({ length: count }, (_, i) => i)
    const batch = { count, a: positions, b: positions.map((a) => a + 1), similarity: new Float64Array(count) }
    const runs = new PairRuns()
    const end = runs.addSorted(batch, 0)
    expect(end).toBe(2 ** 18)
    expect(runs.isLarge).toBe(true)
    runs.take()
    expect(runs.addSorted(batch, end)).toBe(count)
    expect(runs.count).toBe(count)
  })
})
