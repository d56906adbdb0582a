/**
 * The base class of every error that the library throws on purpose. Each error carries the data that caused it and a hint, so that programs
 * can react to its class and people to its message.
 */
export abstract class LikewiseError extends Error {
  /** Stable name for programs, the same in every release. */
  abstract readonly code: string
  /** What the caller can do about it. */
  readonly hint: string

  constructor(problem: string, hint: string) {
    super(`${problem}; ${hint}`)
    this.name = new.target.name
    this.hint = hint
  }
}
