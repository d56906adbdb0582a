import { countBelow } from '../../model/count-below.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import type { CopiesByNumber } from '../list-pairs.js'
import type { CopyGroups } from './copy-groups.js'
import { distinctPositions } from './positions.js'

/** Verified pairs of distinct documents by their positions, sorted by a, then b, and the copies of distinct documents. */
export interface VerifiedPairs {
  readonly pairs: PairBatch
  readonly copies: CopyGroups
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
  const selected = new PairBuilder()
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.a[i]!, pairs.b[i]!]
    if (isWanted(a, b)) selected.add(a, b, pairs.similarity[i]!)
  }
  const numbered = selected.pairs()
  const copied = copies.firsts.filter((first) => isWanted(first, first))
  const firsts = distinctPositions([copied, numbered.a, numbered.b])
  for (const side of [numbered.a, numbered.b])
    for (let i = 0; i < side.length; i++) side[i] = countBelow(firsts, side[i]!)
  return {
    count: firsts.length,
    counts: firsts.map((first) => copies.count(first)),
    of: (number) => copies.of(firsts[number]!) ?? firsts.subarray(number, number + 1),
    pairs: numbered,
    first: (number) => firsts[number]!,
  }
}
