import { runSetTask, type SetTask } from '../../stages/join/join-task.js'
import { TaskPool } from '../node-task-pool.js'

/** Milliseconds of work that are worth a worker, which takes half of them to come up and some of this thread's to be called. */
const PATIENCE = 100

/** Worker threads that only join. Within a budget they do all, because it is shared out among so many threads. */
export class JoinPool extends TaskPool<SetTask> {
  constructor(workers: number, isFrugal: boolean) {
    super(
      { file: new URL('./node-join-worker.js', import.meta.url), run: runSetTask },
      {
        workers,
        mostGarbage: isFrugal ? 0 : Number.POSITIVE_INFINITY,
        ...(!isFrugal && { patience: PATIENCE }),
      },
    )
  }
}
