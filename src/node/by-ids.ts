import type { IdLookup } from '../engine/engine.js'
import type { Pair, PairBatch } from '../model/pair.js'

/** Pairs by the ids of their documents, which are looked up when the first is asked for. */
export async function* namePairs(
  batches: Iterable<PairBatch> | AsyncIterable<PairBatch>,
  ids: () => IdLookup,
  idsOfB: () => IdLookup = ids,
): AsyncGenerator<Pair, void> {
  const idOf = ids()
  const idOfB = idsOfB === ids ? idOf : idsOfB()
  for await (const { count, a, b, similarity } of batches) {
    for (let i = 0; i < count; i++) yield { a: idOf(a[i]!), b: idOfB(b[i]!), similarity: similarity[i]! }
  }
}
