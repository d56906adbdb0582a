import type { Lifetime } from '../temporary/lifetime.js'
import type { ProgressLine } from './output/progress.js'
import type { Terminal } from './terminal.js'

/** What the program is run with. */
export interface Surroundings {
  readonly terminal: Terminal
  readonly lifetime: Lifetime
  readonly version: string
}

/** What every command is run with. */
export interface Context extends Surroundings {
  readonly progress: ProgressLine
}
