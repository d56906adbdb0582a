import { LengthMismatch } from '../model/errors.js'
import { binomialInterval, type Interval } from './binomial-interval.js'

/** What an audit found out about the sampled documents, one entry per document. */
export interface AuditedDocuments {
  /** True neighbors of each. */
  readonly neighbors: ArrayLike<number>
  /** Of these, the ones that were found. */
  readonly found: ArrayLike<number>
}

/** With this many documents that miss a pair, the observed variance counts as much as the assumed one. */
const MISSES_TO_TRUST = 1

/** The assumed correlation between the pairs of one document, from 0 to 1, used if few misses were observed. */
const LIKELY_CORRELATION = 0.5

/**
 * Returns the 95 % confidence interval of the recall over all `documents`, of which the audited ones are a uniform sample.
 *
 * The pairs of one document are not independent: 50 near-copies of a page are found or missed together. So an effective number of trials is
 * used (Korn and Graubard, 1998): the number of independent pairs that would have the same variance as the ratio Σ found / Σ neighbors has
 * over the sampled documents. If few documents miss anything, that variance is unreliable, and if nothing is missed, or everything, there is
 * none; in these cases, a correlation of one half within documents is assumed (Kish's design effect, 1965). A large sample of a small
 * collection leaves less unknown, so the effective number is multiplied by 1 / (1 − sampled share). The interval is that of Clopper and
 * Pearson, which is valid for few trials as well.
 */
export function recallInterval({ neighbors, found }: AuditedDocuments, documents: number): Interval {
  if (neighbors.length !== found.length)
    throw new LengthMismatch('neighbors and found ones', neighbors.length, found.length)
  const sampled = neighbors.length
  let pairs = 0
  let hits = 0
  let squares = 0
  let missing = 0
  let hitting = 0
  for (let i = 0; i < sampled; i++) {
    pairs += neighbors[i]!
    hits += found[i]!
    squares += neighbors[i]! ** 2
    if (found[i]! < neighbors[i]!) missing++
    if (found[i]! > 0) hitting++
  }
  if (pairs === 0) return { low: 0, high: 1 }
  const measured = hits / pairs
  const left = 1 - sampled / documents
  if (left <= 0) return { low: measured, high: measured }
  let residuals = 0
  for (let i = 0; i < sampled; i++) residuals += (found[i]! - measured * neighbors[i]!) ** 2
  const cautious = pairs / (1 + (squares / pairs - 1) * LIKELY_CORRELATION)
  const spread = residuals === 0 ? pairs : (measured * (1 - measured) * pairs ** 2) / residuals
  const informative = Math.min(missing, hitting)
  const trust = informative / (informative + MISSES_TO_TRUST)
  const inverse = trust / Math.min(pairs, spread) + (1 - trust) / cautious
  const trials = 1 / inverse / left
  return binomialInterval(measured * trials, trials)
}
