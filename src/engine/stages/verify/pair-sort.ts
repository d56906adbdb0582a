import { rmSync } from 'node:fs'
import type { PairBatch } from '../../../model/pair.js'
import { storeBlock } from '../../node/blocks/node-block-file.js'
import type { Block, BlockPlace } from '../blocks/block.js'
import { furtherPlace } from '../blocks/continuation-blocks.js'
import { PairRuns } from './pair-runs.js'
import { mergeRuns } from './pair-stream.js'

/** Sorts as many pairs as one likes by a, then b: in runs that are stored, merged, and gone afterwards. */
export function* sortInRuns(place: BlockPlace, pairs: Iterable<PairBatch>): Generator<PairBatch, void> {
  const blocks: Block[] = []
  const runs = new PairRuns()
  const store = () => blocks.push(storeBlock(furtherPlace(place, blocks.length), runs.take()))
  try {
    for (const { count, a, b, similarity } of pairs) {
      for (let i = 0; i < count; i++) {
        runs.add(a[i]!, b[i]!, similarity[i]!)
        if (runs.isLarge) store()
      }
    }
    store()
    yield* mergeRuns(blocks, runs.count).batches()
  } finally {
    for (const { path } of blocks) if (path !== undefined) rmSync(path, { force: true })
  }
}
