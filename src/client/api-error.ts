/** An error response of the server. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** A stable name for programs, such as `too-large`. */
  readonly code: string
  /** How to fix it. */
  readonly hint: string
  /** The position of the bad document in a list or stream, from 1, if there is one. All documents before it have been processed. */
  readonly line: number | undefined

  constructor(status: number, code: string, message: string, hint: string, line?: number) {
    super(`${message}; ${hint}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.hint = hint
    this.line = line
  }
}
