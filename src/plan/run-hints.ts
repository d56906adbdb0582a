import type { Plan } from '../model/plan.js'
import { NANOSECONDS } from './costs.js'
import { largeAt } from './known-oversized.js'
import type { SampleStatistics } from './sample-statistics.js'

/** What a sample shows about how a run should proceed. It never changes the result. */
export interface RunHints {
  /** Whether to keep the sets of all documents when they are first read, because most of them will be compared. */
  readonly keepSets: boolean
  /** Whether some buckets are likely to be large, so that it is not worth trying to list the pairs of all of them. */
  readonly expectsLarge: boolean
}

export function hintsFor(plan: Plan, statistics: SampleStatistics): RunHints {
  return {
    keepSets: keepsSets(plan, statistics),
    expectsLarge: plan.method === 'bands' && largeAt(plan, statistics) !== undefined,
  }
}

/**
 * The share of documents that must be compared for all sets to be kept: those of the other documents take up memory for nothing, and a run
 * without a memory budget should not take much more than it needs.
 */
const MOST = 0.8
/** Sets of this many bytes in total are kept even if fewer documents are compared. */
const FEW_BYTES = 2 ** 26

/**
 * Whether keeping all sets costs less than reading the documents again that are compared. Bands also do not need sorted sets, which an exact
 * search sorts in any case.
 */
function keepsSets(plan: Plan, statistics: SampleStatistics): boolean {
  const { documents, empty, meanBytes, meanSetSize } = statistics
  const filled = documents - empty
  const areFew = 4 * filled * meanSetSize <= FEW_BYTES
  const needed = areFew ? likelyNeeded(plan, statistics, filled) : surelyNeeded(plan, statistics)
  if (!areFew && needed < MOST * filled) return false
  const { kept, sorted } = NANOSECONDS
  const keeping = filled * meanSetSize * (plan.method === 'exact' ? kept : kept + sorted)
  return keeping < needed * meanBytes * NANOSECONDS.setByte
}

/** The number of documents that will be compared: a careful estimate. */
function surelyNeeded(plan: Plan, statistics: SampleStatistics): number {
  // How many documents share the other candidates of bands is not known: it may be few.
  if (plan.method === 'bands') return largeAt(plan, statistics)?.documents ?? 0
  return statistics.prefixes?.documents ?? 0
}

/** The same if the candidates of an exact search are spread evenly over the documents. */
function likelyNeeded(plan: Plan, statistics: SampleStatistics, filled: number): number {
  if (plan.method === 'bands' || filled === 0) return surelyNeeded(plan, statistics)
  const { candidates = 0 } = statistics.prefixes ?? {}
  return -filled * Math.expm1((-2 * candidates) / filled)
}
