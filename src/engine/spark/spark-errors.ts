import { type LikewiseError, SparkFailed, UnreadableInput, UnwritableOutput } from '../../model/errors.js'
import type { SparkProblem } from './messages.js'

/** The error of a problem that the application reports. */
export function errorOf({ code, problem, hint, file }: SparkProblem): LikewiseError {
  if (code === 'unwritable-output') return new UnwritableOutput(file ?? 'Spark', problem, hint)
  if (code === 'unreadable-input') return new UnreadableInput('Spark', problem, hint)
  return new SparkFailed(code, problem, hint)
}

export function connectionLost(error: Error): SparkFailed {
  return new SparkFailed(
    'ended',
    `the connection to Spark was lost: ${error.message}`,
    'see the output of Spark with `log: FILE`',
  )
}

/**
 * @param how its exit code, or the signal that ended it
 * @param printed its last lines of output
 */
export function applicationEnded(how: number | string | null, printed: readonly string[]): SparkFailed {
  const errorLines = printed.filter((line) => /error|exception|cannot|refused/i.test(line))
  const lastLine = errorLines.at(-1) ?? printed.at(-1)
  return new SparkFailed(
    'ended',
    `Spark ended (${how})${lastLine === undefined ? '' : `: ${lastLine.trim().slice(0, 300)}`}`,
    'check `master`, and see the output of Spark with `log: FILE`',
  )
}
