import { type InvalidOption, LikewiseError } from '../model/errors.js'

/** A command line that cannot be understood: the program ends with 2, before any file was touched. */
export class UsageError extends LikewiseError {
  readonly code = 'usage'

  /** The same complaint, where the value came from the command line. */
  static from({ message, mend }: InvalidOption): UsageError {
    return new UsageError(message.slice(0, -`; ${mend}`.length), mend)
  }
}
