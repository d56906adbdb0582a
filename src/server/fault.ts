import {
  IndexMismatch,
  InvalidArtifact,
  LikewiseError,
  MemoryTooSmall,
  MissingPackage,
  TooLarge,
  UnreadableInput,
  UnwritableOutput,
} from '../model/errors.js'

/** The body of an error response. */
export interface ErrorBody {
  readonly error: {
    /** A stable name for programs. */
    readonly code: string
    readonly message: string
    /** How to fix it. */
    readonly hint: string
  }
}

/** An error to send as a response: a status, a stable code, what is wrong and how to fix it. */
export class Fault extends Error {
  readonly status: number
  readonly code: string
  readonly hint: string
  /** Whether the rest of the request is left unread, so the connection must be closed. */
  readonly closes: boolean
  /** The number of seconds after which to retry. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    hint: string,
    { closes = false, retryAfter }: { readonly closes?: boolean; readonly retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
    this.closes = closes
    this.retryAfter = retryAfter
  }

  get body(): ErrorBody {
    const { code, message, hint } = this
    return { error: { code, message, hint } }
  }
}

export function tooManyRequests(limit: number): Fault {
  return new Fault(503, 'busy', `the server is already handling ${limit} requests`, 'try again later', {
    retryAfter: 1,
  })
}

export function invalid(message: string, hint: string): Fault {
  return new Fault(400, 'invalid-request', message, hint)
}

/**
 * Converts an error of the library to a response.
 *
 * @param isOfIndex whether it came from the live index; otherwise it came from what the client named
 */
export function faultOf(error: unknown, isOfIndex: boolean): Fault {
  if (error instanceof Fault) return error
  if (!(error instanceof LikewiseError)) return UNEXPECTED
  const { code } = error
  const { message, hint } = partsOf(error)
  if (error instanceof UnwritableOutput) return new Fault(507, code, message, hint)
  if (error instanceof TooLarge) return new Fault(413, code, message, hint)
  if (error instanceof MissingPackage) return new Fault(501, code, message, hint)
  if (error instanceof IndexMismatch) return new Fault(409, code, message, hint)
  if (isOfIndex && error instanceof InvalidArtifact) return new Fault(500, code, message, hint)
  if (isOfIndex && error instanceof UnreadableInput)
    return new Fault(503, 'store-unavailable', message, hint, { retryAfter: 5 })
  return new Fault(400, code, message, hint)
}

/** Clients see no details; they are in the log. */
export const UNEXPECTED = new Fault(
  500,
  'unexpected',
  'internal server error',
  'see this request id in the log of the server',
)

/** What the log shows of an error. */
export function traceOf(error: unknown): string {
  const origin = (error as Error)?.cause ?? error
  return String((origin as Error)?.stack ?? origin)
}

/** The message of a library error without its hint, and the hint. */
export function partsOf(error: LikewiseError): { readonly message: string; readonly hint: string } {
  const { message, hint } = error
  const end = `; ${hint}`
  return {
    message: message.endsWith(end) ? message.slice(0, -end.length) : message,
    hint: error instanceof MemoryTooSmall ? `${hint} for each job; jobs share half of --memory` : hint,
  }
}
