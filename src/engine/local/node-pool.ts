import { TaskPool } from './node-task-pool.js'
import { runTask } from './run-task.js'
import type { Task } from './tasks.js'

/** Worker threads that do tasks of every kind; with one worker, the main thread does them itself. */
export class Pool extends TaskPool<Task> {
  /** @param mostGarbage bytes that may lie about in each thread before memory is freed */
  constructor(workers: number, mostGarbage = Number.POSITIVE_INFINITY) {
    super({ file: new URL('./node-worker.js', import.meta.url), run: runTask }, { workers, mostGarbage })
  }
}
