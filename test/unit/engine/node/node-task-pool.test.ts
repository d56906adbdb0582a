import { describe, expect, it } from 'vitest'
import type { PrepareTask } from '../../../../src/engine/stages/join/join-task.js'
import { JoinMemory } from '../../../../src/kernel/join-memory.js'

/** Worker threads cannot be made of TypeScript, so the build is what runs. */
const dist = new URL('../../../../dist/engine/', import.meta.url)
const built = (file: string) => import(new URL(file, dist).href)
const { TaskPool } = (await built(
  'node/node-task-pool.js',
)) as typeof import('../../../../src/engine/node/node-task-pool.js')
const { loadTasks } = (await built(
  'stages/load-tasks.js',
)) as typeof import('../../../../src/engine/stages/load-tasks.js')

/** A pool, and how many tasks this thread has done. */
function makePool(workers: number, spawnAfter?: number) {
  const here = { tasks: 0 }
  const pool = new TaskPool({
    workers,
    group: 'sets',
    load: async (group) => {
      const run = await loadTasks(group)
      return (task, thread) => {
        here.tasks++
        return run(task, thread)
      }
    },
    ...(spawnAfter !== undefined && { spawnAfter }),
  })
  return { pool, run: pool.open(), here }
}

/** Tasks each of which raises a word of its own. */
function makeTasks(count: number) {
  const { memory, allocate } = new JoinMemory()
  const words = allocate(count)
  const [begins, sizes, numbers] = [allocate(1), allocate(1), allocate(1)]
  begins[0] = numbers.byteOffset / 4
  sizes[0] = 1
  const tasks = Array.from(words, (_, i): PrepareTask => {
    const args = [begins.byteOffset, sizes.byteOffset, words.byteOffset + 4 * i, 0, 1]
    return { kind: 'join', wants: 'preparation', memory, step: { name: 'countNumbers', args } }
  })
  return { tasks, words }
}

describe('a pool of tasks', () => {
  it.each([
    ['one worker: this thread does all', 1, undefined, 40, 40],
    ['workers from the start: they do all', 2, undefined, 0, 0],
    ['much delay: this thread does all', 2, 1e6, 40, 40],
    ['no delay: this thread begins, the other continues', 2, 0, 1, 40],
  ])('does each task once; %s', async (_, workers, spawnAfter, least, most) => {
    const { pool, run, here } = makePool(workers, spawnAfter)
    try {
      const { tasks, words } = makeTasks(40)
      const numbers: number[] = []
      await run.run(tasks, (_, number) => numbers.push(number))
      expect(numbers.sort((x, y) => x - y)).toEqual(tasks.map((_, i) => i))
      expect(words.every((word) => word === 1)).toBe(true)
      expect(here.tasks).toBeGreaterThanOrEqual(least)
      expect(here.tasks).toBeLessThanOrEqual(most)
    } finally {
      await pool.close()
    }
  })

  it('works together with the others when they are ready', async () => {
    const { pool, run, here } = makePool(2, 0)
    try {
      const { tasks } = makeTasks(100)
      // This thread does all until the other is there; it could do so for ever.
      for (let before = -1; here.tasks - before === tasks.length || before < 0; ) {
        before = here.tasks
        await run.run(tasks, () => {})
      }
      const before = here.tasks
      await run.run(tasks, () => {})
      expect(here.tasks).toBeGreaterThan(before)
    } finally {
      await pool.close()
    }
  })

  it('passes errors on, and does nothing after it is closed', async () => {
    for (const spawnAfter of [undefined, 0]) {
      const { pool, run } = makePool(2, spawnAfter)
      const { tasks } = makeTasks(1)
      const bad: PrepareTask = {
        ...tasks[0]!,
        step: { ...tasks[0]!.step, args: [2 ** 31, 2 ** 31, 0, 0, 1] },
      }
      await expect(run.run([bad, bad], () => {})).rejects.toThrow(/memory access out of bounds/)
      await run.run(tasks, () => {})
      await run.close()
      await expect(run.run(tasks, () => {})).rejects.toThrow('the run is closed')
      await pool.close()
      expect(() => pool.open()).toThrow('the pool is closed')
    }
  })
})
