import { LengthMismatch } from '../model/errors.js'
import { binomialInterval, type Interval } from './binomial-interval.js'

/** What was seen of the drawn documents, entry by entry. */
export interface AuditedDocuments {
  /** True neighbours of each. */
  readonly neighbours: ArrayLike<number>
  /** Of these, the ones that were found. */
  readonly found: ArrayLike<number>
}

/** How many missing documents it takes until the spread of misses that was seen counts as much as the cautious size. */
const MISSES_TO_TRUST = 2

/**
 * The 95 % interval of the recall over all documents, from documents that were drawn evenly among `documents` of them.
 *
 * The pairs of one document are not independent: 50 near-copies of a page are found or missed together. So the trials are
 * an effective number (Korn and Graubard, 1998): as many independent pairs as would give the variance that the ratio
 * Σ found / Σ neighbours has over drawn documents. Where few documents miss anything the variance seen says little, and none
 * at all where nothing is missed; there Kish's size (1965) stands in, which takes all pairs of a document for one:
 * (Σ neighbours)² / Σ neighbours². Documents drawn from a small collection leave less open: sizes grow by 1 / (1 − share drawn).
 * On the effective number stands the interval of Clopper and Pearson, which is honest for few trials.
 */
export function recallInterval({ neighbours, found }: AuditedDocuments, documents: number): Interval {
  if (neighbours.length !== found.length)
    throw new LengthMismatch('neighbours and found ones', neighbours.length, found.length)
  const drawn = neighbours.length
  let pairs = 0
  let hits = 0
  let squares = 0
  let missing = 0
  for (let i = 0; i < drawn; i++) {
    pairs += neighbours[i]!
    hits += found[i]!
    squares += neighbours[i]! ** 2
    if (found[i]! < neighbours[i]!) missing++
  }
  if (pairs === 0) return { low: 0, high: 1 }
  const measured = hits / pairs
  const left = 1 - drawn / documents
  if (left <= 0) return { low: measured, high: measured }
  let residuals = 0
  for (let i = 0; i < drawn; i++) residuals += (found[i]! - measured * neighbours[i]!) ** 2
  const cautious = pairs ** 2 / squares
  const spread = (measured * (1 - measured) * pairs ** 2) / residuals
  const trust = missing / (missing + MISSES_TO_TRUST)
  const inverse = residuals === 0 ? 1 / cautious : trust / Math.min(pairs, spread) + (1 - trust) / cautious
  const trials = 1 / inverse / left
  return binomialInterval(measured * trials, trials)
}
