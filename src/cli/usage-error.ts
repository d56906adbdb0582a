import { InvalidOption, LikewiseError } from '../model/errors.js'
import { shownAs } from './options/request-flags.js'

/** A command line that cannot be understood: the program ends with 2, before any file was touched. */
export class UsageError extends LikewiseError {
  readonly code = 'usage'

  /** The same complaint, where the value came from the command line, by the name of the flag. */
  static from({ message, hint, option }: InvalidOption): UsageError {
    const problem = message.slice(0, -`; ${hint}`.length)
    return new UsageError(
      problem.replace(option, () => shownAs(option)),
      hint,
    )
  }
}

/** Does something with what the command line says: an option that the library refuses is wrong usage. */
export function asUsage<Result>(act: () => Result): Result {
  try {
    const result = act()
    return result instanceof Promise ? (result.catch(refuse) as Result) : result
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  throw error instanceof InvalidOption ? UsageError.from(error) : error
}
