import { checkNames, checkWhole } from '../../model/check.js'
import type { DocumentInput } from '../../model/document.js'
import { keptFrom } from '../../model/plan.js'
import { choosePlan } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainChoice } from '../../plan/explained-plan.js'
import { sampleStatistics } from '../../plan/sample-statistics.js'
import { shingleCollection } from '../../text/shingles.js'
import { readPlanRequest } from '../make-plan.js'
import { type AgainstRequest, FIND_OPTION_NAMES, type PlannedOptions } from '../request.js'
import { readDocuments } from './documents.js'
import { makeSample, samplePositions, sidesOf } from './plan-sample.js'

/** The options of a plan, and the size of the sample. */
export interface PlanOptions
  extends Omit<PlannedOptions, 'plan' | 'clusters'>,
    AgainstRequest<Iterable<DocumentInput>> {
  /** The number of documents to sample. Default: `sampleSize`, as for `findSimilar`. */
  readonly sample?: number
}

/**
 * Returns the plan that `findSimilar` would follow, with its reason, the alternatives and the predictions. Predicted memory,
 * disk space and time are those of the command line with one worker.
 *
 * @example
 * const { plan, reason } = planSimilar(documents, { threshold: 0.8, recall: 0.95 })
 * const { pairs } = findSimilar(documents, { plan })
 */
export function planSimilar(documents: Iterable<DocumentInput>, options: PlanOptions = {}): ExplainedPlan {
  checkNames(options, [
    ...FIND_OPTION_NAMES.filter((name) => name !== 'plan' && name !== 'clusters'),
    'keepPairsFrom',
    'sample',
  ])
  const { sample: size, against, alsoWithin = false, ...requested } = options
  if (size !== undefined) checkWhole('sample', size, 0, 2 ** 32)
  const request = readPlanRequest(requested)
  const { documents: own } = readDocuments(documents)
  const all = against === undefined ? own : [...own, ...readDocuments(against, 'against').documents]
  const sampled = samplePositions(all.length, request, size)
  const texts = Array.from(sampled, (position) => all[position]!.text)
  const sample = makeSample(
    shingleCollection(texts, request.shingle),
    texts,
    all.length,
    against && sidesOf(sampled, { boundary: own.length, alsoWithin }),
  )
  const threshold = keptFrom(request)
  const statistics = sampleStatistics(sample, {
    request: { ...request, threshold },
    prefixesFor: threshold,
  })
  return explainChoice(choosePlan(request, statistics), statistics, { workers: 1 })
}
