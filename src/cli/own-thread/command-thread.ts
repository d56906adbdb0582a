/// <reference types="node" />
// The thread of a command. If it was started early, it first spawns the workers of the search, so that they start while it loads the code.
import { workerData } from 'node:worker_threads'
import { spawnAhead } from '../../engine/node/node-spawn-worker.js'
import type { EarlyWork } from './early-thread.js'

const early = workerData as EarlyWork | undefined
if (early !== undefined) spawnAhead(early.workers)
const { runThread } = await import('./run-thread.js')
await runThread(early?.command)
