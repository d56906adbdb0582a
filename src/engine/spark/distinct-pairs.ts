import { type PairBatch, PairBuilder } from '../../model/pair.js'
import type { CopiesByNumber } from '../list-pairs.js'

/** Verified pairs of distinct documents by their positions, sorted by a, then b, and the copies of distinct documents. */
export interface VerifiedPairs {
  readonly pairs: PairBatch
  /** The positions of equal documents, ascending, by the first of them; documents without copies are left out. */
  readonly copies: ReadonlyMap<number, Uint32Array>
}

/** Distinct documents that have a pair or a copy, numbered in input order, for listing pairs and clustering. */
export interface NumberedPairs extends CopiesByNumber {
  readonly count: number
  readonly counts: Uint32Array
  readonly pairs: PairBatch
  first(number: number): number
}

/**
 * Numbers the documents of selected pairs and copies.
 *
 * @param isWanted called with the positions of a pair, or twice with that of a document with copies
 */
export function numberPairs(
  { pairs, copies }: VerifiedPairs,
  isWanted: (a: number, b: number) => boolean,
): NumberedPairs {
  const chosen = new Set<number>()
  for (const first of copies.keys()) if (isWanted(first, first)) chosen.add(first)
  for (let i = 0; i < pairs.count; i++) {
    if (!isWanted(pairs.a[i]!, pairs.b[i]!)) continue
    chosen.add(pairs.a[i]!)
    chosen.add(pairs.b[i]!)
  }
  const firsts = Uint32Array.from(chosen).sort()
  const numberOf = new Map(Array.from(firsts, (first, number) => [first, number]))
  const numbered = new PairBuilder()
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.a[i]!, pairs.b[i]!]
    if (isWanted(a, b)) numbered.add(numberOf.get(a)!, numberOf.get(b)!, pairs.similarity[i]!)
  }
  const of = (number: number) => copies.get(firsts[number]!) ?? firsts.subarray(number, number + 1)
  return {
    count: firsts.length,
    counts: Uint32Array.from(firsts, (first) => copies.get(first)?.length ?? 1),
    of,
    pairs: numbered.pairs(),
    first: (number) => firsts[number]!,
  }
}
