import { expect, it } from 'vitest'
import { PoolRun, type PoolThreads } from '../../../../src/engine/node/node-pool-run.js'
import type { TaskWorker } from '../../../../src/engine/node/node-task-worker.js'
import { ANY_GARBAGE } from '../../../../src/engine/stages/memory-budget.js'
import type { Task } from '../../../../src/engine/stages/tasks.js'

it('gives a task to a worker that has nothing else to do', async () => {
  const assigned: number[] = []
  const workers = [1, 0].map((pending, number) => ({
    pending,
    runTask: async () => {
      assigned.push(number)
      return {}
    },
  }))
  const pool: Partial<PoolThreads> = {
    size: 2,
    worksHere: false,
    workers: workers as unknown as TaskWorker[],
    garbage: { collect: () => {} } as unknown as PoolThreads['garbage'],
    start: () => {},
  }
  const run = new PoolRun(pool as PoolThreads, 1, ANY_GARBAGE)
  await run.run([{ kind: 'try-prefixes' } as Task], () => {})
  expect(assigned).toEqual([1])
})
