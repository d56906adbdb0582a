import { KERNEL_WORK } from '../../kernel/kernel-work.js'
import { keptComparison, keptFrom } from '../../model/plan.js'
import { choosePlan, exactPlanOf, isExactCertain, type PlanRequest } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainChoice } from '../../plan/explained-plan.js'
import type { PrefixStatistics } from '../../plan/prefix-statistics.js'
import type { DistinctSample, Sample } from '../../plan/sample.js'
import {
  countDocuments,
  type SampleStatistics,
  sampleStatistics,
  statisticsOf,
} from '../../plan/sample-statistics.js'
import type { Source } from '../../read/source.js'
import { checkPlannable, readPlanRequest } from '../make-plan.js'
import type { PlannedOptions } from '../request.js'
import type { MemoryShares } from './memory-budget.js'
import { readSampleWith } from './read/read-sample.js'
import type { BadInSample } from './read/sample-task.js'
import type { RunOptions } from './run-parts.js'
import type { TaskWorkers } from './tasks.js'
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
  /** They may still be starting; one of them examines prefixes. */
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

/** The statistics of a sample. A worker examines prefixes meanwhile. */
async function statisticsWith(
  workers: TaskWorkers,
  sample: Sample,
  request: PlanRequest,
): Promise<SampleStatistics> {
  const options = { request: { ...request, threshold: keptFrom(request) }, work: KERNEL_WORK }
  // The distinct documents also go to a worker, so their sets are copied to shared memory.
  const counted = countDocuments(sample, sharedWords)
  const [prefixes, others] = await Promise.all([
    tryPrefixes(workers, counted.distinct, keptComparison(request)),
    // In a promise as well, so that an exception does not leave the other promise unhandled.
    Promise.resolve().then(() => statisticsOf(counted, options)),
  ])
  return { ...others, prefixes }
}

async function tryPrefixes(
  workers: TaskWorkers,
  distinct: DistinctSample,
  comparison: ReturnType<typeof keptComparison>,
): Promise<PrefixStatistics> {
  let prefixes: PrefixStatistics | undefined
  await workers.run([{ kind: 'try-prefixes', distinct, ...comparison }], (result) => {
    prefixes = result
  })
  return prefixes!
}
