import { type InvalidOption, LikewiseError } from '../model/errors.js'
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
