import type { PairBatch } from '../../../model/pair.js'
import type { Blocks } from '../../ports.js'
import type { Block, BlockLocation } from '../blocks/block.js'
import { continuationLocation } from '../blocks/continuation-blocks.js'
import { PairRuns } from './pair-runs.js'
import { mergeRuns } from './pair-stream.js'

/** Sorts any number of pairs by a, then b, in runs that are stored, merged and then removed. */
export function* sortInRuns(
  store: Blocks,
  location: BlockLocation,
  pairs: Iterable<PairBatch>,
): Generator<PairBatch, void> {
  const blocks: Block[] = []
  const runs = new PairRuns()
  const storeRun = () => blocks.push(store.put(continuationLocation(location, blocks.length), runs.take()))
  try {
    for (const { count, a, b, similarity } of pairs) {
      for (let i = 0; i < count; i++) {
        runs.add(a[i]!, b[i]!, similarity[i]!)
        if (runs.isLarge) storeRun()
      }
    }
    storeRun()
    yield* mergeRuns(store, blocks, runs.count).batches()
  } finally {
    for (const block of blocks) store.remove(block)
  }
}
