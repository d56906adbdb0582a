import { joinKernel } from './join-kernel.js'

/** A kernel call that any thread can make, because all its arrays are in the shared memory. */
export interface PrepareStep {
  readonly name: 'findLargest' | 'countNumbers' | 'rankSets' | 'sortSets' | 'countPrefixes' | 'fillLists'
  readonly args: readonly number[]
}

/** Threads that share work. */
export interface Threads {
  readonly count: number
  /** The number of ranges per thread into which sets are split. With many, slower threads get fewer. */
  readonly ranges: number
  /** Runs steps, possibly at the same time, and resolves when all are done. */
  run(steps: readonly PrepareStep[]): Promise<void>
}

/** Makes the call, on any thread. */
export function runPrepareStep(memory: WebAssembly.Memory, { name, args }: PrepareStep): void {
  joinKernel(memory)[name](...args)
}
