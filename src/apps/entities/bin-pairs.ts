import type { Candidates } from '../../model/pair.js'
import type { BinnedPairs } from './binned-pairs.js'
import { binOf, LEVEL_COUNT, NO_BIN } from './levels.js'

/** Puts pairs into bins, by their level of agreement in each field and by how surprising what they share is. */
export interface PairBinner {
  readonly binned: (
    pairs: Candidates,
    levels: readonly Uint8Array[],
    bits?: readonly Float64Array[],
  ) => BinnedPairs
  /** How surprising what random pairs share is, in bits per field. */
  readonly randomSurprises: readonly Float64Array[]
}

/**
 * @param surprise how surprising what pairs share is, in bits per field: see `surprises`
 * @param levels the levels of agreement of the random pairs, per field
 */
export function pairBinner(
  surprise: (pairs: Candidates) => readonly Float64Array[],
  random: Candidates,
  levels: readonly Uint8Array[],
): PairBinner {
  const randomSurprises = surprise(random)
  const byLevel = levels.map((of, field) => levelSurprises(of, randomSurprises[field]!))
  return {
    randomSurprises,
    binned: (pairs, levels, bits = surprise(pairs)) => ({
      ...pairs,
      bins: levels.map((of, field) => {
        const [shared, otherwise] = [bits[field]!, byLevel[field]!]
        return of.map((level, i) => {
          if (level === NO_BIN) return NO_BIN
          return binOf(level, Number.isNaN(shared[i]!) ? otherwise[level]! : shared[i]!)
        })
      }),
    }),
  }
}

/** How surprising each level is where no word is shared, estimated from random pairs. */
function levelSurprises(levels: Uint8Array, shared: Float64Array): Float64Array {
  const counts = new Float64Array(LEVEL_COUNT).fill(0.5)
  levels.forEach((level, i) => {
    if (level !== NO_BIN && level > 0 && Number.isNaN(shared[i]!)) counts[level]!++
  })
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => -Math.log2(count / total))
}
