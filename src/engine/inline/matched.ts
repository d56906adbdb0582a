import { TooLarge } from '../../model/errors.js'
import type { PairBatch, PairBuilder } from '../../model/pair.js'

/** Pairs are kept in memory; for more than this many, use an engine that writes them to files. */
export const MAX_PAIRS = 2 ** 24

/** The number of sets that are looked up between two checks of the number of pairs: each finds at most as many pairs as there are sets. */
export const PROBES = 64

export function addPairs(pairs: PairBuilder, found: PairBatch): void {
  checkPairCount(pairs.count + found.count, 'raise the threshold, or give fewer documents at once')
  pairs.addAll(found, 0, found.count)
}

export function checkPairCount(count: number, hint: string): void {
  if (count > MAX_PAIRS) throw new TooLarge('pairs in memory', count, MAX_PAIRS, hint)
}
