/// <reference types="node" />
import { setFlagsFromString } from 'node:v8'

/**
 * Lets the engine free memory between tasks sooner than V8 would on its own. These flags apply to the whole process, so a
 * library must not set them, but the command line owns its process.
 */
export function exposeCollector(): void {
  setFlagsFromString('--expose-gc')
  // By default, a background thread frees typed arrays some time later, and until then they count as memory in use.
  setFlagsFromString('--no-concurrent-array-buffer-sweeping')
  // The young generation of this thread stays at 2 MB; by default it grows to 32 MB and more. That of a worker has a limit.
  keepYoungGeneration()
  // A new thread sets the flag back to its default for the whole process.
  process.on('worker', (worker) => worker.once('online', keepYoungGeneration))
}

function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
