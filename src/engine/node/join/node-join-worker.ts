import { runSetTask } from '../../stages/join/join-task.js'
import { serveTasks } from '../node-serve-tasks.js'

// A worker that only joins: it is there sooner than one that knows every task.
serveTasks(runSetTask)
