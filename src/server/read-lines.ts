/// <reference types="node" />
import { findProblem } from './check-value.js'
import { Fault, invalid } from './fault.js'
import { bodyParts, parseJson, type Reading, tooLarge } from './read-body.js'
import type { Schema } from './schema.js'

/** A validated line of a stream. */
export interface Line<Value> {
  /** 1-based. */
  readonly line: number
  readonly value: Value
  readonly bytes: number
}

/** An error in a line of a stream. */
export class LineFault extends Fault {
  readonly line: number

  /** @param cause what to log, if it is another error */
  constructor({ status, code, message, hint, retryAfter }: Fault, line: number, cause?: unknown) {
    super(status, code, message, hint, { closes: true, ...(retryAfter !== undefined && { retryAfter }) })
    this.line = line
    this.cause = cause
  }
}

/**
 * Yields the lines of a JSON Lines stream, each checked against a schema. Empty lines are skipped. The bytes of a line are taken as they
 * arrive, and are given back by the caller when the line has been processed.
 */
export async function* readLines<Value>(
  request: Request,
  schema: Schema<Value>,
  { limits, held }: Reading,
): AsyncGenerator<Line<Value>, void> {
  let line = 0
  try {
    for await (const bytes of splitLines(bodyParts(request, limits.timeout), limits.maxBody, held)) {
      line++
      if (isBlank(bytes)) {
        held.give(bytes.length)
        continue
      }
      const value = parseJson(bytes, 'the line')
      const problem = findProblem(schema, value, '')
      if (problem !== undefined) throw invalid(problem.message, problem.hint)
      yield { line, value: value as Value, bytes: bytes.length }
    }
  } catch (error) {
    throw error instanceof Fault ? new LineFault(error, Math.max(1, line)) : error
  }
}

const NEWLINE = 0x0a

async function* splitLines(
  parts: AsyncIterable<Uint8Array>,
  maxLine: number,
  held: Reading['held'],
): AsyncGenerator<Uint8Array, void> {
  let rest: Uint8Array[] = []
  let size = 0
  for await (const part of parts) {
    let from = 0
    for (;;) {
      const end = part.indexOf(NEWLINE, from)
      const piece = part.subarray(from, end < 0 ? part.length : end)
      size += piece.length
      if (size > maxLine) throw tooLarge('a line', maxLine, 'send shorter lines')
      held.take(piece.length)
      rest.push(piece)
      if (end < 0) break
      yield rest.length === 1 ? rest[0]! : Buffer.concat(rest)
      rest = []
      size = 0
      from = end + 1
    }
  }
  if (size > 0) yield Buffer.concat(rest)
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < 8 && /^\s*$/.test(Buffer.from(bytes).toString('latin1'))
}
