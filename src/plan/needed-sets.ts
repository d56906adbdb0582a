import type { Plan } from '../model/plan.js'
import { NANOSECONDS } from './costs.js'
import { largeAt } from './known-oversized.js'
import type { SampleStatistics } from './sample-statistics.js'

/**
 * The share of documents that must be compared for all sets to be kept: those of the other documents take up memory for nothing, and a run
 * without a memory budget should not take much more than it needs.
 */
const MOST = 0.8

/**
 * Whether a run should keep the sets of all documents when it first reads them, instead of reading those again that are compared. Bands do
 * not need sorted sets, so sorting all of them must cost less than reading some again.
 */
export function keepsSets(plan: Plan, statistics: SampleStatistics): boolean {
  const { documents, empty, meanBytes, meanSetSize } = statistics
  const needed = neededSets(plan, statistics)
  const sorting = plan.method === 'exact' ? 0 : documents * meanSetSize * NANOSECONDS.sorted
  return (
    needed > 0 && needed >= MOST * (documents - empty) && sorting < needed * meanBytes * NANOSECONDS.setByte
  )
}

/** The number of documents that will be compared: a careful estimate. */
function neededSets(plan: Plan, statistics: SampleStatistics): number {
  // How many documents share the other candidates of bands is not known: it may be few.
  if (plan.method === 'bands') return largeAt(plan, statistics)?.documents ?? 0
  return statistics.prefixes?.documents ?? 0
}
