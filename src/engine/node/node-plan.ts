import { availableParallelism } from 'node:os'
import { kernelOverlaps } from '../../kernel/wasm-overlaps.js'
import { kernelSketcher } from '../../kernel/wasm-sketcher.js'
import { keptComparison, keptFrom } from '../../model/plan.js'
import { choosePlan } from '../../plan/choose-plan.js'
import { type ExplainedPlan, explainChoice } from '../../plan/explained-plan.js'
import type { PrefixStatistics } from '../../plan/prefix-statistics.js'
import type { Sample } from '../../plan/sample.js'
import { sampleStatistics } from '../../plan/sample-statistics.js'
import type { SetWork } from '../../plan/set-work.js'
import type { Source } from '../../read/source.js'
import { makePlan, type PlannedOptions, readPlanRequest } from '../request.js'
import { type BadInSample, readSample } from '../stages/read/read-sample.js'
import type { TaskWorkers } from '../stages/tasks.js'
import type { NodeFindOptions } from './node-engine-options.js'
import type { RunWorkers } from './node-pool.js'

const KERNEL_WORK: SetWork = { sketcherFor: kernelSketcher, overlapsOf: kernelOverlaps }

interface SampleHooks {
  /** Called with each bad record of the sample. Default: the run itself will report them. */
  readonly onBad?: (bad: BadInSample) => void
}

/**
 * Reads a sample of a source and plans the search: the least cost that keeps the requested recall.
 *
 * @param run workers, which may still be coming up; one of them looks at prefixes
 */
export async function nodePlan(
  source: Source,
  options: PlannedOptions & Pick<NodeFindOptions, 'workers' | 'onError' | 'alsoWithin'> & SampleHooks,
  { workers: threads, memory }: RunWorkers,
): Promise<ExplainedPlan> {
  const { workers = availableParallelism(), onError = 'stop', onBad, alsoWithin, ...request } = options
  const requested = readPlanRequest(request)
  const sample = readSample(threads.thread, source, makePlan(request), memory.maxLineBytes, {
    onError,
    ...(alsoWithin !== undefined && { alsoWithin }),
    ...(onBad && { onBad }),
  })
  const [prefixes, others] = await Promise.all([
    tryPrefixes(threads, sample, keptComparison(requested)),
    // In a promise too: what it throws must not leave the other one alone.
    Promise.resolve().then(() =>
      sampleStatistics(sample, {
        request: { ...requested, threshold: keptFrom(requested) },
        work: KERNEL_WORK,
      }),
    ),
  ])
  const statistics = { ...others, prefixes }
  return explainChoice(choosePlan(requested, statistics), statistics, {
    workers,
    files: source.files.length,
    convertedBytes: convertedBytes(source),
  })
}

/** Only the user's own files have a time of change. */
function convertedBytes({ files }: Source): number {
  return files.reduce((sum, { bytes, modified }) => sum + (modified === undefined ? bytes : 0), 0)
}

async function tryPrefixes(
  workers: TaskWorkers,
  sample: Sample,
  comparison: ReturnType<typeof keptComparison>,
): Promise<PrefixStatistics> {
  let prefixes: PrefixStatistics | undefined
  await workers.run([{ kind: 'try-prefixes', sample, ...comparison }], (result) => {
    prefixes = result
  })
  return prefixes!
}
