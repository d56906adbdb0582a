import { UsageError } from './usage-error.js'

const STDIN = '-'

/** Refuses a command line that names stdin twice: the second time nothing would be left of it. */
export function checkStdin(inputs: readonly (string | undefined)[]): void {
  if (inputs.filter((input) => input === STDIN).length > 1)
    throw new UsageError('stdin can be read only once', 'use - only once')
}
