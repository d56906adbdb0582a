import { type PairBatch, PairBuilder } from '../../../model/pair.js'
import { byFirst } from './by-first.js'

/** Pairs per batch. */
const BATCH = 16_384

/**
 * Selects from pairs sorted by (a, b) the `top` most similar ones of each a, best first; ties are broken by position. When blocks are
 * searched separately, they return more than these.
 */
export function* cutTop(batches: Iterable<PairBatch>, top: number): Generator<PairBatch> {
  let pairs = new PairBuilder()
  for (const { a, list } of byFirst(batches)) {
    list.sort((x, y) => y.similarity - x.similarity || x.b - y.b)
    for (const { b, similarity } of list.slice(0, top)) pairs.add(a, b, similarity)
    if (pairs.count >= BATCH) {
      yield pairs.pairs()
      pairs = new PairBuilder()
    }
  }
  yield pairs.pairs()
}
