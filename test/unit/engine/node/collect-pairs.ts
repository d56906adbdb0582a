import type { PairStream } from '../../../../src/engine/stages/verify/pair-stream.js'
import { joinBatches, type PairBatch } from '../../../../src/model/pair.js'

/** All pairs of a stream in one batch. */
export function collectPairs({ count, batches }: PairStream): PairBatch {
  return joinBatches(batches(), count)
}
