import { LikewiseError } from './likewise-error.js'
import { count } from './quantities.js'
import { INVALID_UTF8 } from './record-problems.js'

export {
  IndexInUse,
  IndexMismatch,
  MemoryTooSmall,
  MissingPackage,
  RunInUse,
  RunMismatch,
  SparkFailed,
} from './run-errors.js'
export { LikewiseError }

/** An option out of range: not a number, not an integer, or not one of the choices. */
export class InvalidOption extends LikewiseError {
  readonly code = 'invalid-option'
  readonly option: string
  readonly value: unknown

  constructor(option: string, value: unknown, expected: string, problem?: string) {
    super(problem ?? `invalid ${option}: ${display(value)}`, `expected ${expected}`)
    this.option = option
    this.value = value
  }
}

/** Two inputs that must have the same length but do not. */
export class LengthMismatch extends LikewiseError {
  readonly code = 'length-mismatch'
  readonly expected: number
  readonly got: number

  constructor(what: string, expected: number, got: number) {
    super(`${what} have different lengths, ${expected} and ${got}`, 'use two of the same length')
    this.expected = expected
    this.got = got
  }
}

/** A value in the input that cannot be used, such as NaN in a vector. */
export class InvalidValue extends LikewiseError {
  readonly code = 'invalid-value'
  readonly value: unknown
  readonly position: number | undefined

  constructor(what: string, value: unknown, position: number | undefined, expected: string) {
    super(
      `${what} is ${display(value)}${position === undefined ? '' : ` at position ${position}`}`,
      `expected ${expected}`,
    )
    this.value = value
    this.position = position
  }
}

/** A vector of length zero has no direction, so it has no angle to another. */
export class ZeroVector extends LikewiseError {
  readonly code = 'zero-vector'

  constructor() {
    super('a vector of zeros has no direction', 'leave such vectors out, or use a distance other than cosine')
  }
}

/** Something that is undefined for an empty set. */
export class EmptySet extends LikewiseError {
  readonly code = 'empty-set'

  constructor(what: string) {
    super(`${what} of an empty set is not defined`, 'leave empty sets out; they match nothing')
  }
}

/** An input that is too large for one call. */
export class TooLarge extends LikewiseError {
  readonly code = 'too-large'
  readonly size: number
  readonly limit: number

  constructor(what: string, size: number, limit: number, hint: string) {
    super(`${what}: ${size} exceeds the limit of ${limit}`, hint)
    this.size = size
    this.limit = limit
  }
}

/** Signatures that were made with a different sketch, number of slots, seed or format version. */
export class SignatureMismatch extends LikewiseError {
  readonly code = 'signature-mismatch'
  readonly field: string
  readonly expected: unknown
  readonly got: unknown

  constructor(field: string, expected: unknown, got: unknown) {
    super(
      `signatures differ in ${field}: expected ${display(expected)}, got ${display(got)}`,
      'create both with the same sketch, slots and seed',
    )
    this.field = field
    this.expected = expected
    this.got = got
  }
}

/** A stored artifact that cannot be read: another format or version, truncated, or damaged. */
export class InvalidArtifact extends LikewiseError {
  readonly code = 'invalid-artifact'
  readonly format: string
  readonly problem: string
  /** Where it is stored, if it is in a file or a folder. */
  readonly file: string | undefined

  constructor(format: string, problem: string, hint = 'create it again with this version', file?: string) {
    super(`not readable as ${format}${file === undefined ? '' : ` (${file})`}: ${problem}`, hint)
    this.format = format
    this.problem = problem
    this.file = file
  }
}

/** A record that cannot be used: it cannot be parsed, has no text, or is not in its encoding. */
export class BadRecord extends LikewiseError {
  readonly code = 'bad-record'
  /** The input as the caller named it. */
  readonly file: string
  /** The 1-based line, row or record. */
  readonly line: number
  readonly problem: string

  constructor(file: string, line: number, problem: string, hint = hintOf(problem)) {
    super(`${file}, line ${line}: ${problem}`, hint)
    this.file = file
    this.line = line
    this.problem = problem
  }
}

function hintOf(problem: string): string {
  const usual = 'fix the record, or skip bad records'
  return problem.includes(INVALID_UTF8)
    ? `name the encoding of the file, ${usual} (\`encoding: 'latin1'\` or \`'windows-1252'\`, \`onError: 'skip'\`)`
    : `${usual} (\`onError: 'skip'\`)`
}

/** Every record of the inputs was skipped: there is no result, and the reason is most likely the same for all. */
export class AllSkipped extends LikewiseError {
  readonly code = 'all-skipped'
  /** The first that was skipped. */
  readonly file: string
  readonly line: number

  constructor(skipped: readonly BadRecord[]) {
    const { file, line, problem } = skipped[0]!
    super(
      `${skipped.length === 1 ? 'the only record was skipped' : `all ${count(skipped.length)} records were skipped, the first`} in ${file}, line ${line}: ${problem}`,
      'check the text field, the format, the delimiter and the encoding (`text`, `format`, `delimiter`, `encoding`)',
    )
    this.file = file
    this.line = line
  }
}

/** An input that cannot be read at all: missing, empty, truncated, or of another format. */
export class UnreadableInput extends LikewiseError {
  readonly code = 'unreadable-input'
  readonly file: string
  readonly problem: string

  constructor(file: string, problem: string, hint: string) {
    super(`${file}: ${problem}`, hint)
    this.file = file
    this.problem = problem
  }
}

/** An output that cannot be written: the folder does not exist or is read-only, the disk is full, or the extension is unknown. */
export class UnwritableOutput extends LikewiseError {
  readonly code = 'unwritable-output'
  readonly file: string
  readonly problem: string

  constructor(file: string, problem: string, hint: string) {
    super(`${file}: ${problem}`, hint)
    this.file = file
    this.problem = problem
  }
}

/** Two documents of a collection have the same id. */
export class DuplicateId extends LikewiseError {
  readonly code = 'duplicate-id'
  readonly id: string | number
  readonly first: number
  readonly second: number

  constructor(id: string | number, first: number, second: number) {
    super(
      `documents ${first} and ${second} both have the id ${display(id)}`,
      'use a different id for each document',
    )
    this.id = id
    this.first = first
    this.second = second
  }
}

function display(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return String(value)
}
