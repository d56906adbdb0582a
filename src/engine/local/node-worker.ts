import { serveTasks } from './node-serve-tasks.js'
import { runTask } from './run-task.js'

// A worker of the local engine.
serveTasks(runTask)
