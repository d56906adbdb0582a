import { availableParallelism } from 'node:os'
import { choosePlan } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainChoice } from '../../plan/explained-plan.js'
import { sampleStatistics } from '../../plan/sample-statistics.js'
import type { Source } from '../../read/source.js'
import { type FindOptions, makePlan, readWishes } from '../find-options.js'
import { readSample } from './node-read-sample.js'

/** Reads a sample of a source and plans the search: the least cost that keeps the recall wished. */
export function planLocal(
  source: Source,
  options: FindOptions & { readonly workers?: number },
): ExplainedPlan {
  const { workers = availableParallelism(), ...wishes } = options
  const wished = readWishes(wishes)
  const sample = readSample(source, makePlan(wishes))
  const statistics = sampleStatistics(sample, { prefixesFor: wished.threshold })
  return explainChoice(choosePlan(wished, statistics), statistics, { workers })
}
