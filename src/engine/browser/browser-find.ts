import { type ExplainedPlan, explainPlan } from '../../plan/explained-plan.js'
import { hintsFor } from '../../plan/run-hints.js'
import { checkAnyRead } from '../../read/all-skipped.js'
import { type Source, totalBytes } from '../../read/source.js'
import type { Progress } from '../engine.js'
import { makePlan } from '../make-plan.js'
import { checkRequest, REQUEST_NAMES } from '../request.js'
import { BlockMaker, type BlockStore } from '../stages/block-maker.js'
import { FindRun } from '../stages/find-run.js'
import { type MemoryShares, shareMemory } from '../stages/memory-budget.js'
import { planRun } from '../stages/plan-run.js'
import { estimateDocuments } from '../stages/read/estimate-documents.js'
import { completeRun, type RunResult } from '../stages/run-result.js'
import type { BlobFiles } from './blob-files.js'
import type { BrowserRequest } from './browser-request.js'
import { checkMemory } from './check-memory.js'
import { WebTaskPool } from './task-pool.js'

/** The parameters of a run. */
export interface BrowserRun {
  readonly source: Source
  /** The files of the source, by their paths. */
  readonly files: BlobFiles
  readonly request: BrowserRequest
  /** The number of threads that work at a time. */
  readonly workers: number
  /** An input of fewer bytes is searched on one thread. Default: 4 MiB. */
  readonly inlineBelow?: number
  readonly spawn: () => Worker
  readonly onProgress?: (progress: Progress) => void
}

/** All blocks stay in memory. */
const IN_MEMORY: BlockStore = { locate: (name) => ({ name }), find: () => undefined, add() {} }

/** Plans a search as `browserFind` would. */
export async function browserPlan(run: BrowserRun): Promise<ExplainedPlan> {
  check(run)
  // Planning alone does not justify more threads.
  const pool = new WebTaskPool({ ...run, workers: 1 })
  return explain(run, pool, memoryOf(run, pool))
}

/**
 * Finds the pairs and clusters of a source. Must be called in a worker, because pages cannot read Blobs synchronously. The result does not
 * depend on the number of workers.
 */
export async function browserFind(run: BrowserRun): Promise<{ explained: ExplainedPlan; result: RunResult }> {
  const { source, request, onProgress } = run
  check(run)
  const pool = new WebTaskPool(run)
  try {
    await pool.waitForWorkers()
    const memory = memoryOf(run, pool)
    const explained = await explain(run, pool, memory)
    checkMemory(
      {
        documents: estimateDocuments(pool.thread.inputs, source),
        inputBytes: totalBytes(source),
        plan: explained.plan,
        workers: run.workers,
      },
      (navigator as { readonly deviceMemory?: number }).deviceMemory,
    )
    const { clusters, onError, alsoWithin, audit } = request
    const parts = {
      source,
      plan: explained.plan,
      options: {
        ...(clusters && { clusters }),
        ...(onError && { onError }),
        ...(alsoWithin !== undefined && { alsoWithin }),
        ...(explained.sample && { hints: hintsFor(explained.plan, explained.sample) }),
        ...(onProgress && { onProgress }),
      },
      workers: pool,
      thread: pool.thread,
      blocks: new BlockMaker(IN_MEMORY, pool, undefined),
      memory,
    }
    const result = await completeRun(parts, await new FindRun(parts).run(), audit)
    checkAnyRead(result.documents, result.skipped)
    return { explained, result }
  } finally {
    pool.close()
  }
}

function check({ source, request }: BrowserRun): void {
  checkRequest({ ...request, ...(source.against && { against: source.files }) }, [
    ...REQUEST_NAMES,
    'onError',
  ])
}

function memoryOf({ source, workers }: BrowserRun, { thread }: WebTaskPool): MemoryShares {
  const documents = estimateDocuments(thread.inputs, source)
  return shareMemory(undefined, documents, { requested: workers, byDefault: workers })
}

/** The plan that was requested, or one based on a sample of the source. */
async function explain(
  { source, request, workers }: BrowserRun,
  pool: WebTaskPool,
  memory: MemoryShares,
): Promise<ExplainedPlan> {
  const { clusters, audit, onError, alsoWithin, ...planned } = request
  if (planned.plan !== undefined) return explainPlan(makePlan(planned))
  return planRun(
    source,
    {
      ...planned,
      workers,
      ...(onError && { onError }),
      ...(alsoWithin !== undefined && { alsoWithin }),
    },
    { workers: pool, thread: pool.thread, memory },
  )
}
