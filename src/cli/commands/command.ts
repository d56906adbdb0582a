import type { Context } from '../context.js'
import type { CommandName } from '../options/option.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'

/** Does the work of a command; nothing is left to print for one that has no outcome. */
export type Run = (
  operands: readonly string[],
  values: OptionValues,
  context: Context,
) => Promise<Outcome | undefined>

/** A command as the help, the completion and the reference show it. */
export interface Command {
  readonly name: CommandName
  /** What does its work, loaded on use, so that help and completion come at once. It is handed all commands. Undefined: the shell does it itself. */
  readonly load?: (commands: readonly Command[]) => Promise<Run>
  /** The operands, as the usage line shows them. */
  readonly operands: string
  /** How many operands there must be. */
  readonly minOperands: number
  readonly maxOperands: number
  /** What the shell offers for them: files, or these words. */
  readonly completes: 'file' | readonly string[]
  readonly summary: string
  /** Paragraphs. */
  readonly about: readonly string[]
  readonly examples: readonly Example[]
}

/** A command line that can be run as it stands, and what it does. */
interface Example {
  readonly does: string
  readonly line: string
}
