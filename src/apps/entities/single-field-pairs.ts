import type { BinnedPairs } from './binned-pairs.js'
import { NO_BIN } from './levels.js'

/** Kinds of candidates in which only one field was compared. */
const SINGLE_FIELD = 1
export const UNCHECKED = 2

/**
 * For each candidate: 0 if several fields were compared, `SINGLE_FIELD` if only one was, and `UNCHECKED` if in addition most matches
 * with that field are of this kind, so that its evidence is a guess that nothing in the tables confirms.
 */
export function singleFieldPairs({ count, bins }: BinnedPairs, probabilities: Float64Array): Uint8Array {
  const compared = new Uint8Array(count)
  for (const of of bins) for (let i = 0; i < count; i++) if (of[i] !== NO_BIN) compared[i]!++
  const kinds = compared.map((fields) => (fields === 1 ? SINGLE_FIELD : 0))
  for (const of of bins) {
    let balance = 0
    for (let i = 0; i < count; i++) {
      if (of[i] !== NO_BIN) balance += compared[i] === 1 ? probabilities[i]! : -probabilities[i]!
    }
    if (balance <= 0) continue
    for (let i = 0; i < count; i++) if (of[i] !== NO_BIN && kinds[i] === SINGLE_FIELD) kinds[i] = UNCHECKED
  }
  return kinds
}
