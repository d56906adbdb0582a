import type { Candidates } from '../../model/pair.js'

/** Pairs of records, and for each field the bin of every pair, or `NO_BIN`. */
export interface BinnedPairs extends Candidates {
  readonly bins: readonly Uint8Array[]
}
