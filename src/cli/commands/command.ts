import type { CommandName } from '../options/option.js'

/** A command as the help, the completion and the reference show it. */
export interface Command {
  readonly name: CommandName
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
