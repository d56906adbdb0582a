import { runBandTask } from './band-task.js'
import { runCrowdTask } from './crowds.js'
import { runSetsTask } from './sets-task.js'
import { runSketchTask } from './sketch-task.js'
import type { Task, TaskResults } from './tasks.js'
import { runVerifyTask } from './verify-task.js'

/** Does one task, in a worker or in the main thread. */
export function runTask(task: Task): TaskResults[Task['kind']] {
  switch (task.kind) {
    case 'sketch':
      return runSketchTask(task)
    case 'crowd':
      return runCrowdTask(task)
    case 'band':
      return runBandTask(task)
    case 'sets':
      return runSetsTask(task)
    case 'verify':
      return runVerifyTask(task)
  }
}
