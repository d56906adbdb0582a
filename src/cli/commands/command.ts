import type { Context } from '../context.js'
import type { CommandName } from '../options/option.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'

/** Runs a command. Undefined if there is nothing left to print. */
export type Run = (
  operands: readonly string[],
  values: OptionValues,
  context: Context,
) => Promise<Outcome | undefined>

/** A command as the help, the completion and the reference show it. */
export interface Command {
  readonly name: CommandName
  /**
   * Loads the implementation when it is needed, so that help and completion are fast. It receives all commands. Undefined for
   * `help`, which the command line handles itself.
   */
  readonly load?: (commands: readonly Command[]) => Promise<Run>
  /** The operands, as the usage line shows them. */
  readonly operands: string
  /** The minimum and maximum number of operands. */
  readonly minOperands: number
  readonly maxOperands: number
  /** What the shell completes for the operands: files, or these words. */
  readonly completes: 'file' | readonly string[]
  readonly summary: string
  /** Paragraphs. */
  readonly description: readonly string[]
  readonly examples: readonly Example[]
}

/** A command line that can be run as is, and what it does. */
interface Example {
  readonly does: string
  readonly line: string
}
