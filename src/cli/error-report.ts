import { LikewiseError } from '../model/errors.js'
import { inFlags } from './options/in-flags.js'
import { UsageError } from './usage-error.js'

/** The data of an error, printed as is with --json. */
export interface ErrorReport {
  /** A stable name for programs; `unexpected` for a bug in the program. */
  readonly code: string
  /** What is wrong. */
  readonly message: string
  /** How to fix it. */
  readonly hint: string | null
  readonly file: string | null
  /** The 1-based line, row or record of the file. */
  readonly line: number | null
  /** Only for unexpected errors. */
  readonly stack?: string
}

export function errorReport(error: unknown): ErrorReport {
  if (!(error instanceof LikewiseError)) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    return {
      code: 'unexpected',
      message,
      hint: 'please report this',
      file: null,
      line: null,
      ...(stack !== undefined && { stack }),
    }
  }
  const { file, line } = error as { readonly file?: unknown; readonly line?: unknown }
  const { message, hint } = error
  const problem = message.endsWith(`; ${hint}`) ? message.slice(0, -`; ${hint}`.length) : message
  const isUsage = error instanceof UsageError
  return {
    code: error.code,
    message: isUsage ? problem : inFlags(problem),
    hint: isUsage ? hint : inFlags(hint),
    file: typeof file === 'string' ? file : null,
    line: typeof line === 'number' ? line : null,
  }
}

/** The data of an error for a run that a signal stopped. */
export function interruptedReport(signal: string, args: readonly string[]): ErrorReport {
  const isResumable = args.some((arg) => arg === '--run-dir' || arg.startsWith('--run-dir='))
  return {
    code: 'interrupted',
    message: `interrupted by ${signal}`,
    hint: isResumable ? 'run the same command with --resume to continue' : 'run the command again',
    file: null,
    line: null,
  }
}

/** Whether errors are printed as JSON. Works even if the rest of the command line cannot be parsed. */
export function isJsonRequested(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).includes('--json')
}

/** An error as a line of JSON. */
export function errorLine(error: ErrorReport): string {
  return `${JSON.stringify({ error })}\n`
}

/** One line with the hint for an error that can be fixed; the stack for a bug in the program. */
export function errorText(error: unknown): string {
  const { message, hint, stack } = errorReport(error)
  if (!(error instanceof LikewiseError)) return `an unexpected error\n${stack ?? message}`
  return `${message}; ${hint}`.replaceAll('\n', ' ')
}
