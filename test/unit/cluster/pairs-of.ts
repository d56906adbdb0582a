import { type PairBatch, PairBuilder } from '../../../src/model/pair.js'

/** Pairs written as triples: positions a and b, and the similarity, 1 when left out. */
export function pairsOf(
  triples: readonly (readonly [a: number, b: number, similarity?: number])[],
): PairBatch {
  const builder = new PairBuilder()
  for (const [a, b, similarity = 1] of triples) builder.add(a, b, similarity)
  return builder.pairs()
}
