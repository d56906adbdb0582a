// The script of all workers of a page. The first one coordinates the run and starts the others, which process its tasks.

import { startTaskWorker } from '../engine/browser/task-worker.js'
import { startRunWorker } from './run-worker.js'

const TASKS = 'tasks'
const scope = globalThis as unknown as DedicatedWorkerGlobalScope

if (scope.name === TASKS) startTaskWorker(scope)
else startRunWorker(scope, () => new Worker(scope.location.href, { name: TASKS }))
