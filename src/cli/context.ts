import type { Lifetime } from './lifetime.js'
import type { Terminal } from './terminal.js'

/** What every command is run with. */
export interface Context {
  readonly terminal: Terminal
  readonly lifetime: Lifetime
  readonly version: string
}
