import { UsageError } from './usage-error.js'

const STDIN = '-'

/** Rejects a command line that names stdin twice, because it can be read only once. */
export function checkStdin(inputs: readonly (string | undefined)[]): void {
  if (inputs.filter((input) => input === STDIN).length > 1)
    throw new UsageError('stdin can be read only once', 'use - only once')
}
