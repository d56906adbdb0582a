import type { Candidates } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import { cosineOf, MIN_COSINE, weightedSets } from './mutual-best.js'

/** The strength of a pair that does not match, in bits. */
const UNLIKE = -10

/**
 * Limits the strengths of pairs that have less in common than apart, by the cosine of their records as weighted sets, to
 * those of pairs that do not match. With a single column, nothing else confirms that one shared rare word means the same
 * thing, and in one table no competition shows it either: neighbors in a hamlet share its name and nothing else.
 */
export function halfInCommon(
  columns: readonly ValueColumn[],
): (pairs: Candidates, strengths: Float64Array) => Float64Array {
  const sets = weightedSets(columns)
  return ({ a, b }, strengths) =>
    strengths.map((bits, i) =>
      bits > UNLIKE && cosineOf(sets[a[i]!]!, sets[b[i]!]!) < MIN_COSINE ? UNLIKE : bits,
    )
}
