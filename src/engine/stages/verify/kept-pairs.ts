import { type PairBatch, PairBuilder } from '../../../model/pair.js'
import type { Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { withBlock } from '../blocks/segments.js'
import { readPairs } from './pair-runs.js'
import { VERIFIED } from './resolve.js'

/** The verified pairs in some blocks that do not reach the threshold. */
export function* verifiedBelow(
  store: Blocks,
  blocks: readonly Block[],
  threshold: number,
): Generator<PairBatch, void> {
  for (const block of blocks) {
    const { count, a, b, similarity } = withBlock(store, block, (reader) => readPairs(reader, VERIFIED))
    const below = new PairBuilder()
    for (let i = 0; i < count; i++) {
      if (similarity[i]! < threshold) below.add(a[i]!, b[i]!, similarity[i]!)
    }
    if (below.count > 0) yield below.pairs()
  }
}
