// Runs of the built engine with shares of memory far smaller than any budget would give: whatever is divided, spread or
// spilled for large collections is so for tiny ones too.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePlan } from '../../../../src/engine/make-plan.js'
import type { TaskPool } from '../../../../src/engine/node/node-task-pool.js'
import type { FindOptions } from '../../../../src/engine/request.js'
import type { Source } from '../../../../src/read/source.js'
import { collectPairs } from './collect-pairs.js'

/** Worker threads cannot be made of TypeScript, so the build is what runs. */
const built = (file: string) => import(new URL(`../../../../dist/engine/${file}`, import.meta.url).href)
const { FindRun } = (await built(
  'stages/find-run.js',
)) as typeof import('../../../../src/engine/stages/find-run.js')
const { BlockMaker } = (await built(
  'stages/block-maker.js',
)) as typeof import('../../../../src/engine/stages/block-maker.js')
const { FileBlockStore } = (await built(
  'node/blocks/node-block-store.js',
)) as typeof import('../../../../src/engine/node/blocks/node-block-store.js')
const { TaskPool: BuiltPool } = (await built(
  'node/node-task-pool.js',
)) as typeof import('../../../../src/engine/node/node-task-pool.js')

export function makePool(workers: number): TaskPool {
  return new BuiltPool({ workers })
}

/** How little a run gets. */
export interface Bounds {
  readonly pool: TaskPool
  /** Bytes for a task: it decides into how many shares bands are cut, and how large groups are. */
  readonly task: number
  /** Bytes of blocks that stay in memory. */
  readonly blocks: number
  /** A folder whose blocks are used again, and stay. Default: one of its own. */
  readonly folder?: string
}

/** All that a run says, in plain data, and how it came to it. */
export async function runBounded(source: Source, request: FindOptions, bounds: Bounds) {
  const { pool, task, blocks } = bounds
  const resume = bounds.folder !== undefined
  const workers = pool.open()
  const folder = bounds.folder ?? mkdtempSync(join(tmpdir(), 'likewise-bounded-'))
  try {
    const store = new FileBlockStore({ folder: () => folder, inMemory: blocks, identity: '', resume })
    const plan = makePlan(request)
    const memory = {
      workers: 1,
      blocks,
      task,
      garbage: { bytes: 0, nearBudget: 0 },
      maxLineBytes: Number.POSITIVE_INFINITY,
    }
    const names: string[] = []
    const maker = new BlockMaker(store, workers, (name) => names.push(name))
    const { clusters } = request
    const options = { ...(clusters && { clusters }) }
    const { thread } = workers
    const parts = { source, plan, options, workers, thread, blocks: maker, memory }
    const found = await new FindRun(parts).run()
    const { documents, empty, identical, candidates, pairsOmitted } = found
    const result = {
      documents,
      empty,
      identical,
      candidates,
      pairsOmitted,
      pairs: collectPairs(found.pairs),
      clusters: [...found.clusters],
    }
    return { result, names, files: readdirSync(folder) }
  } finally {
    await workers.close()
    if (!resume) rmSync(folder, { recursive: true, force: true })
  }
}
