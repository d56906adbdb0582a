import type { Command, Run } from '../commands/command.js'
import { UsageError } from '../usage-error.js'
import { bashCompletion } from './bash.js'
import { fishCompletion } from './fish.js'
import { SHELLS } from './shells.js'
import { zshCompletion } from './zsh.js'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

/** `likewise completion SHELL`: a script generated from the tables of commands and options. */
export function completionOf(commands: readonly Command[]): Run {
  return async ([shell = ''], _values, { terminal }) => {
    const known = SHELLS.find((name) => name === shell)
    if (known === undefined) {
      throw new UsageError(`no completion for ${shell}`, `use one of ${SHELLS.join(', ')}`)
    }
    terminal.out.print(SCRIPTS[known](commands))
    return undefined
  }
}
