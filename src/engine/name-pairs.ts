import type { Pair, PairBatch } from '../model/pair.js'
import type { IdLookup } from './engine.js'

/**
 * Pairs by the ids of their documents, which are looked up when the first pair is requested.
 *
 * @param boundary the first position of the documents to compare with; default: there are none
 */
export async function* namePairs(
  batches: Iterable<PairBatch> | AsyncIterable<PairBatch>,
  ids: () => IdLookup,
  idsOfB: () => IdLookup = ids,
  boundary = Number.POSITIVE_INFINITY,
): AsyncGenerator<Pair, void> {
  const idOf = ids()
  const idOfB = idsOfB === ids ? idOf : idsOfB()
  for await (const { count, a, b, similarity } of batches) {
    for (let i = 0; i < count; i++) {
      const pair = { a: idOf(a[i]!), b: idOfB(b[i]!), similarity: similarity[i]! }
      yield b[i]! < boundary ? pair : { ...pair, against: true }
    }
  }
}
