import { availableParallelism } from 'node:os'
import type { ExplainedPlan } from '../../plan/explained-plan.js'
import type { Source } from '../../read/source.js'
import { type PlanOptions, planRun } from '../stages/plan-run.js'
import type { RunWorkers } from './node-pool.js'

/** Plans a search on this machine: see `planRun`. */
export async function nodePlan(
  source: Source,
  {
    workers = availableParallelism(),
    ...options
  }: Omit<PlanOptions, 'workers'> & { readonly workers?: number },
  { workers: threads, memory }: RunWorkers,
): Promise<ExplainedPlan> {
  return planRun(source, { ...options, workers }, { workers: threads, thread: threads.thread, memory })
}
