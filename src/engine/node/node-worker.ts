import { runTask } from '../stages/run-task.js'
import { serveTasks } from './node-serve-tasks.js'

// A worker of the local engine.
serveTasks(runTask)
