import { serveTasks } from '../node-serve-tasks.js'
import { runSetTask } from './join-task.js'

// A worker that only joins: it is there sooner than one that knows every task.
serveTasks(runSetTask)
