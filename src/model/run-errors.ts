// The errors of runs, of live indexes, and of what they need of the machine.

import { LikewiseError } from './likewise-error.js'
import { counted } from './quantities.js'

/** A memory budget that is too small. */
export class MemoryTooSmall extends LikewiseError {
  readonly code = 'memory-too-small'
  readonly memory: number
  /** The smallest budget that would be enough, in bytes. */
  readonly required: number

  /** @param documents the number of documents; undefined if the budget is too small for any input */
  constructor(memory: number, required: number, documents?: number) {
    const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`
    const needs = documents === undefined ? 'the program itself' : `about ${counted(documents, 'document')}`
    super(`${inMegabytes(memory)} is not enough for ${needs}`, `use at least ${inMegabytes(required)}`)
    this.memory = memory
    this.required = required
  }
}

/** A run directory of another run: with other parameters, of another version, or of an input that has changed. */
export class RunMismatch extends LikewiseError {
  readonly code = 'run-mismatch'
  readonly folder: string
  readonly differences: readonly {
    readonly what: string
    readonly stored: unknown
    readonly current: unknown
  }[]

  constructor(folder: string, differences: RunMismatch['differences']) {
    const shown = differences
      .slice(0, 5)
      .map(({ what, stored, current }) => `${what} (stored: ${show(stored)}, now: ${show(current)})`)
    const more = differences.length > shown.length ? `, and ${differences.length - shown.length} more` : ''
    super(
      `${folder} belongs to another run; differences: ${shown.join(', ')}${more}`,
      'use the same options and inputs as before, or another folder',
    )
    this.folder = folder
    this.differences = differences
  }
}

/** A run directory that another process is using. */
export class RunInUse extends LikewiseError {
  readonly code = 'run-in-use'
  readonly folder: string
  /** The process that has it open. */
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}`, 'wait until it ends, or use another folder')
    this.folder = folder
    this.pid = pid
  }
}

/** A live index that was built with different parameters. */
export class IndexMismatch extends LikewiseError {
  readonly code = 'index-mismatch'
  readonly location: string
  readonly differences: readonly {
    readonly what: string
    readonly stored: unknown
    readonly current: unknown
  }[]

  constructor(location: string, differences: IndexMismatch['differences']) {
    const shown = differences.map(
      ({ what, stored, current }) => `${what} (stored: ${show(stored)}, now: ${show(current)})`,
    )
    super(
      `${location} was built with different parameters: ${shown.join(', ')}`,
      'leave them out to use the index as built, or build another index',
    )
    this.location = location
    this.differences = differences
  }
}

/** A live index that is already open for writing, in this or another process. */
export class IndexInUse extends LikewiseError {
  readonly code = 'index-in-use'
  readonly location: string
  /** The process that has it open. */
  readonly pid: number

  constructor(location: string, pid: number, hint = 'wait until it ends, or open the index read-only') {
    super(`${location} is open for writing in process ${pid}`, hint)
    this.location = location
    this.pid = pid
  }
}

/** An optional package that the call needs but that is not installed. */
export class MissingPackage extends LikewiseError {
  readonly code = 'missing-package'
  readonly package: string

  constructor(name: string, purpose: string) {
    super(`${purpose} requires the package ${name}`, `install it: npm install ${name}`)
    this.package = name
  }
}

/** Spark could not be started, is missing something, or failed. */
export class SparkFailed extends LikewiseError {
  readonly code = 'spark-failed'
  /** Stable name of the problem, such as `no-java` or `missing-in-executors`. */
  readonly reason: string

  constructor(reason: string, problem: string, hint: string) {
    super(problem, hint)
    this.reason = reason
  }
}

/** A short description of a value. */
function show(value: unknown): string {
  if (value === undefined) return 'none'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
