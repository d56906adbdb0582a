import { availableParallelism } from 'node:os'
import { choosePlan } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainChoice } from '../../plan/explained-plan.js'
import { sampleStatistics } from '../../plan/sample-statistics.js'
import type { Source } from '../../read/source.js'
import { type FindOptions, makePlan, readWishes } from '../find-options.js'
import type { LocalOptions } from './local-engine.js'
import { readSample } from './node-read-sample.js'

/** Reads a sample of a source and plans the search: the least cost that keeps the recall wished. */
export function planLocal(
  source: Source,
  options: FindOptions & Pick<LocalOptions, 'workers' | 'keepPairsFrom'>,
): ExplainedPlan {
  const { workers = availableParallelism(), keepPairsFrom, ...wishes } = options
  const wished = readWishes(wishes)
  const sample = readSample(source, makePlan(wishes))
  // An exact search would also look for all pairs from a lower similarity on; bands keep those that they find.
  const prefixes = keepPairsFrom === undefined ? { prefixesFor: wished.threshold } : {}
  const statistics = sampleStatistics(sample, prefixes)
  return explainChoice(choosePlan(wished, statistics), statistics, { workers })
}
