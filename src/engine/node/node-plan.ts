import type { ExplainedPlan } from '../../plan/explained-plan.js'
import type { Source } from '../../read/source.js'
import { type PlanOptions, planRun } from '../stages/plan-run.js'
import { type RunWorkers, workersFor } from './node-pool.js'

/** Plans a search on this machine: see `planRun`. */
export async function nodePlan(
  source: Source,
  { workers, ...options }: Omit<PlanOptions, 'workers' | 'startsInline'> & { readonly workers?: number },
  { workers: threads, memory }: RunWorkers,
): Promise<ExplainedPlan> {
  const choice = workersFor(source, workers)
  return planRun(source, { ...options, ...choice }, { workers: threads, thread: threads.thread, memory })
}
