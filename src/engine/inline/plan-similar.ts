import { Random } from '../../hash/random.js'
import { checkNames, checkWhole } from '../../model/check.js'
import { choosePlan } from '../../plan/choose-plan.js'
import { sampleSize } from '../../plan/draw-blocks.js'
import { type ExplainedPlan, explainChoice } from '../../plan/explained-plan.js'
import { sampleStatistics } from '../../plan/sample-statistics.js'
import { shingleCollection } from '../../text/shingles.js'
import { FIND_OPTION_NAMES, type FindOptions, readWishes } from '../find-options.js'
import { type DocumentInput, readDocuments } from './documents.js'

/** What is wished, and how much may be looked at. */
export interface PlanOptions extends Omit<FindOptions, 'plan' | 'clusters'> {
  /** Documents to draw for the sample. Default: `sampleSize` of all. */
  readonly sample?: number
}

/**
 * Makes a plan from a sample of the documents: bands and rows for the wishes at the least cost, and what they will lead to.
 * Predicted memory, disk and time are those of a run of the command line with one worker.
 *
 * @example
 * const { plan } = planSimilar(documents, { threshold: 0.8, recall: 0.95 })
 * const { pairs } = findSimilar(documents, { plan })
 */
export function planSimilar(inputs: readonly DocumentInput[], options: PlanOptions = {}): ExplainedPlan {
  checkNames(options, [
    ...FIND_OPTION_NAMES.filter((name) => name !== 'plan' && name !== 'clusters'),
    'sample',
  ])
  const { sample: wanted = sampleSize(inputs.length), ...wished } = options
  checkWhole('sample', wanted, 0, 2 ** 32)
  const wishes = readWishes(wished)
  const { documents } = readDocuments(inputs)
  const drawn = new Random(wishes.scheme.seed).draw(documents.length, wanted)
  const texts = Array.from(drawn, (position) => documents[position]!.text)
  const sample = {
    sets: shingleCollection(texts, wishes.shingle),
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    ofBlocks: documents.length,
  }
  // This engine compares every pair of a bucket, however large.
  const statistics = sampleStatistics(sample, { crowdFrom: Number.POSITIVE_INFINITY })
  return explainChoice(choosePlan(wishes, statistics), statistics, { workers: 1 })
}
