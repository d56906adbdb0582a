import type { GivenArguments } from '../report/report-data.js'
import type { Lifetime } from '../temporary/lifetime.js'
import type { CommandBudget } from './command-budget.js'
import type { ProgressLine } from './output/progress.js'
import type { Terminal } from './terminal.js'

/** The environment of the program. */
export interface ProgramContext {
  readonly terminal: Terminal
  readonly lifetime: Lifetime
  readonly version: string
  /** Runs the command line in a thread of its own; returns the exit code. Undefined in such a thread, and in tests. */
  readonly inOwnThread?: (
    args: readonly string[],
    programContext: ProgramContext,
    options: ThreadOptions,
  ) => Promise<number>
}

/** How the thread of a command is limited and stopped. */
export interface ThreadOptions {
  /** For a command that does not stay within the memory budget itself. */
  readonly budget?: CommandBudget | undefined
  readonly hasMemoryBudget: boolean
  readonly readsStdin: boolean
  /** Whether the thread may be terminated at any time. LMDB would wait for a write that could no longer finish. */
  readonly isTerminated: boolean
}

/** The environment of every command. */
export interface Context extends ProgramContext {
  readonly progress: ProgressLine
  /** The command line as it was given, for the report. */
  readonly given: GivenArguments
}
