import { SHELLS } from '../commands/shell.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import { UsageError } from '../usage-error.js'
import { bashCompletion } from './bash.js'
import { fishCompletion } from './fish.js'
import { zshCompletion } from './zsh.js'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

/** `likewise completion SHELL`: a script made from the tables of commands and options. */
export async function completion(
  [shell = '']: readonly string[],
  _values: OptionValues,
  { terminal }: Context,
): Promise<undefined> {
  const known = SHELLS.find((name) => name === shell)
  if (known === undefined) {
    throw new UsageError(`no completion for ${shell}`, `use one of ${SHELLS.join(', ')}`)
  }
  terminal.out.print(SCRIPTS[known]())
}
