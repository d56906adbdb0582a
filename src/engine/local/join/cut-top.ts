import { type PairBatch, PairBuilder } from '../../../model/pair.js'

/**
 * Of pairs sorted by (a, b) the `top` most similar of each a, best first and of equal ones the earlier. Blocks that were
 * searched one by one give more than these.
 */
export function* cutTop(batches: Iterable<PairBatch>, top: number): Generator<PairBatch> {
  let open: { b: number; similarity: number }[] = []
  let last = -1
  for (const { count, a, b, similarity } of batches) {
    const pairs = new PairBuilder()
    for (let i = 0; i < count; i++) {
      if (a[i] !== last) {
        addBest(pairs, last, open, top)
        open = []
        last = a[i]!
      }
      open.push({ b: b[i]!, similarity: similarity[i]! })
    }
    yield pairs.pairs()
  }
  const pairs = new PairBuilder()
  addBest(pairs, last, open, top)
  yield pairs.pairs()
}

function addBest(
  pairs: PairBuilder,
  a: number,
  matches: { readonly b: number; readonly similarity: number }[],
  top: number,
): void {
  matches.sort((x, y) => y.similarity - x.similarity || x.b - y.b)
  for (const { b, similarity } of matches.slice(0, top)) pairs.add(a, b, similarity)
}
