// The one script of all workers of a page: the first leads the run and starts others, which do its tasks.

import { startTaskWorker } from '../engine/browser/task-worker.js'
import { startRunWorker } from './run-worker.js'

const TASKS = 'tasks'
const scope = globalThis as unknown as DedicatedWorkerGlobalScope

if (scope.name === TASKS) startTaskWorker(scope)
else startRunWorker(scope, () => new Worker(scope.location.href, { name: TASKS }))
