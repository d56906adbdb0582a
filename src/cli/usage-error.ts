import { InvalidOption, LikewiseError } from '../model/errors.js'
import { inFlags, shownAs } from './options/in-flags.js'

/** A command line that is wrong. The program exits with code 2 before it accesses any file. */
export class UsageError extends LikewiseError {
  readonly code = 'usage'

  /** The same error with the name of the command-line option, for a value from the command line. */
  static from({ message, hint, option }: InvalidOption, flags: Flags = {}): UsageError {
    const problem = message.slice(0, -`; ${hint}`.length)
    const flag = flags[option] ?? shownAs(option)
    return new UsageError(inFlags(problem.replace(option, () => flag)), inFlags(hint))
  }
}

/** The flags of library options, where a command has its own. */
type Flags = Readonly<Record<string, string>>

/** Runs code with values from the command line; an option that the library rejects becomes a usage error. */
export function asUsage<Result>(act: () => Result, flags?: Flags): Result {
  const refuse = (error: unknown): never => {
    throw error instanceof InvalidOption ? UsageError.from(error, flags) : error
  }
  try {
    const result = act()
    return result instanceof Promise ? (result.catch(refuse) as Result) : result
  } catch (error) {
    return refuse(error)
  }
}
