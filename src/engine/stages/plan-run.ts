import { KERNEL_WORK } from '../../kernel/kernel-work.js'
import { keptComparison, keptFrom } from '../../model/plan.js'
import { choosePlan, exactPlanOf, isExactCertain, type PlanRequest } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainChoice } from '../../plan/explained-plan.js'
import type { DistinctSample, Sample } from '../../plan/sample.js'
import { beginComparison, compareSample } from '../../plan/sample-comparison.js'
import {
  type CountedDocuments,
  countDocuments,
  type SampleStatistics,
  sampleStatistics,
} from '../../plan/sample-statistics.js'
import type { SketchedSample } from '../../plan/similarity-histogram.js'
import type { Source } from '../../read/source.js'
import { checkPlannable, readPlanRequest } from '../make-plan.js'
import type { PlannedOptions } from '../request.js'
import type { MemoryShares } from './memory-budget.js'
import { readSampleWith } from './read/read-sample.js'
import type { BadInSample } from './read/sample-task.js'
import type { RunOptions } from './run-parts.js'
import type { Task, TaskResult, TaskWorkers } from './tasks.js'
import { sharedWords } from './threads/shared-words.js'
import type { Thread } from './threads/thread.js'

export interface PlanOptions extends PlannedOptions, Pick<RunOptions, 'onError' | 'alsoWithin'> {
  /** The number of workers that the search will have. */
  readonly workers: number
  /** Whether the search begins on one thread and spawns workers only if a stage takes long. Default: only for a small input. */
  readonly startsInline?: boolean
  /** Whether the sample itself is needed, too: then its similarities are examined even if they cannot change the plan. Default: true. */
  readonly needsSample?: boolean
  /** Called with each bad record of the sample. Default: bad records are reported by the run itself. */
  readonly onBad?: (bad: BadInSample) => void
}

/** What is needed to plan a search. */
export interface PlanningParts {
  /** They may still be starting; two of them examine prefixes and layouts. */
  readonly workers: TaskWorkers
  readonly thread: Thread
  readonly memory: Pick<MemoryShares, 'maxLineBytes'>
}

/** Reads a sample of a source and plans the search: the cheapest plan that reaches the requested recall. */
export async function planRun(
  source: Source,
  options: PlanOptions,
  { workers: threads, thread, memory }: PlanningParts,
): Promise<ExplainedPlan> {
  const {
    workers,
    startsInline,
    needsSample = true,
    onError = 'stop',
    onBad,
    alsoWithin,
    ...request
  } = options
  const requested = checkPlannable(request) ?? readPlanRequest(request)
  // Only the shingles and the seed matter here.
  const sample = await readSampleWith(threads, thread, source, exactPlanOf(requested), memory.maxLineBytes, {
    onError,
    ...(alsoWithin !== undefined && { alsoWithin }),
    ...(onBad && { onBad }),
  })
  const statistics = startsInline
    ? statisticsHere(sample, requested, needsSample)
    : await statisticsWith(threads, sample, requested)
  return explainChoice(choosePlan(requested, statistics), statistics, {
    workers,
    ...(startsInline !== undefined && { startsInline }),
    files: source.files.length,
    convertedBytes: convertedBytes(source),
  })
}

/** Only the user's own files have a modification time. */
function convertedBytes({ files }: Source): number {
  return files.reduce((sum, { bytes, modified }) => sum + (modified === undefined ? bytes : 0), 0)
}

/** The statistics of a sample; without similarities, if an exact search is certain and they are not needed. */
function statisticsHere(sample: Sample, request: PlanRequest, needsSample: boolean): SampleStatistics {
  const threshold = keptFrom(request)
  return sampleStatistics(sample, {
    request: { ...request, threshold },
    prefixesFor: threshold,
    ...(!needsSample && { isEnough: (known) => isExactCertain(request, known) }),
    work: KERNEL_WORK,
  })
}

/** The statistics of a sample. Workers examine prefixes and layouts meanwhile. */
async function statisticsWith(
  workers: TaskWorkers,
  sample: Sample,
  request: PlanRequest,
): Promise<SampleStatistics> {
  // The distinct documents also go to workers, so their sets are copied to shared memory.
  const { counts, distinct } = countDocuments(sample, sharedWords)
  const [prefixes, compared] = await Promise.all([
    runAlone(workers, { kind: 'try-prefixes', distinct, ...keptComparison(request) }),
    // In a promise as well, so that an exception does not leave the other promise unhandled.
    Promise.resolve().then(() => compareWith(workers, counts, distinct, request)),
  ])
  return { ...counts, ...compared, prefixes }
}

/** What the similarities of documents show. A worker finds the layouts that have large buckets. */
async function compareWith(
  workers: TaskWorkers,
  counts: CountedDocuments['counts'],
  distinct: DistinctSample,
  request: PlanRequest,
) {
  const kept = { ...request, threshold: keptFrom(request) }
  const comparison = beginComparison(distinct, kept, KERNEL_WORK, sharedWords)
  const { large, layouts } = comparison
  const [levels, complete] = await Promise.all([
    large && runAlone(workers, { kind: 'try-layouts', large: withoutSignatures(large), layouts }),
    Promise.resolve().then(() => compareSample(comparison, counts, KERNEL_WORK)),
  ])
  return complete(levels)
}

/** What a worker is sent. */
function withoutSignatures({ signatures: _, isLarge: __, ...distinct }: SketchedSample): DistinctSample {
  return distinct
}

async function runAlone<Requested extends Task>(
  workers: TaskWorkers,
  task: Requested,
): Promise<TaskResult<Requested>> {
  let found: TaskResult<Requested> | undefined
  await workers.run([task], (result) => {
    found = result
  })
  return found!
}
