import { TaskPool } from './node-task-pool.js'
import { runTask } from './run-task.js'
import type { Task } from './tasks.js'

/** Worker threads that do tasks of every kind; with one worker, the main thread does them itself. */
export class Pool extends TaskPool<Task> {
  /** @param isFrugal whether memory is freed after each task, which takes some milliseconds */
  constructor(workers: number, isFrugal: boolean) {
    super({ file: new URL('./node-worker.js', import.meta.url), run: runTask }, { workers, isFrugal })
  }
}
