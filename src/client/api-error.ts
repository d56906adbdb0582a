/** An error that the server answered with. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** A stable name for programs, such as `too-large`. */
  readonly code: string
  /** How to fix it. */
  readonly hint: string
  /** The 1-based document of a list or stream that was refused, where one was; those before it are done. */
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
