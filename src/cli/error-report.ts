import { LikewiseError } from '../model/errors.js'
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
  return {
    code: error.code,
    message: message.endsWith(`; ${hint}`) ? message.slice(0, -`; ${hint}`.length) : message,
    hint: `${hint}${optionsFor(error)}`,
    file: typeof file === 'string' ? file : null,
    line: typeof line === 'number' ? line : null,
  }
}

/** One line with the hint for an error that can be fixed; the stack for a bug in the program. */
export function errorText(error: unknown): string {
  const { message, hint, stack } = errorReport(error)
  if (!(error instanceof LikewiseError)) return `an unexpected error\n${stack ?? message}`
  return `${message}; ${hint}`.replaceAll('\n', ' ')
}

function optionsFor(error: LikewiseError): string {
  if (error instanceof UsageError) return ''
  const options = HINTS.filter(([words]) => error.hint.includes(words)).map(([, option]) => option)
  return options.length === 0 ? '' : ` (${options.join(', ')})`
}

/** The options that correspond to hints of the library. */
const HINTS: readonly (readonly [words: string, option: string])[] = [
  ['name the encoding', '--encoding latin1 or windows-1252'],
  ['skip bad records', '--on-error skip'],
  ['text field', '--text FIELD'],
  ['name the format', '--format FORMAT'],
  ['name its format', '--format FORMAT'],
]
