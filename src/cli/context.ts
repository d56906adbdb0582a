import type { Lifetime } from '../temporary/lifetime.js'
import type { ProgressLine } from './output/progress.js'
import type { Terminal } from './terminal.js'

/** The environment of the program. */
export interface Surroundings {
  readonly terminal: Terminal
  readonly lifetime: Lifetime
  readonly version: string
}

/** The environment of every command. */
export interface Context extends Surroundings {
  readonly progress: ProgressLine
}
