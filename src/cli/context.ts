import type { Lifetime } from '../temporary/lifetime.js'
import type { MemoryLimit } from './memory-limit.js'
import type { ProgressLine } from './output/progress.js'
import type { Terminal } from './terminal.js'

/** The environment of the program. */
export interface Surroundings {
  readonly terminal: Terminal
  readonly lifetime: Lifetime
  readonly version: string
  /** Runs the command line in a thread of its own, within a memory limit; returns the exit code. Undefined in such a thread, and in tests. */
  readonly inOwnThread?: (
    args: readonly string[],
    surroundings: Surroundings,
    limit: MemoryLimit | undefined,
  ) => Promise<number>
}

/** The environment of every command. */
export interface Context extends Surroundings {
  readonly progress: ProgressLine
}
