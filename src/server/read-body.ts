/// <reference types="node" />

import type { Holder } from './capacity.js'
import { Fault, invalid } from './fault.js'
import { type Limits, MAX_DEPTH } from './settings.js'

/** The limits and counters that apply while reading a body. */
export interface Reading {
  readonly limits: Limits
  /** The bytes of request bodies held in memory. */
  readonly held: Holder
}

/**
 * Yields the parts of a body as they arrive. If a part does not arrive in time, by `deadline` or within the timeout after the previous
 * part, the request ends.
 */
export async function* bodyParts(
  request: Request,
  timeout: number,
  deadline = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array, void> {
  if (request.body === null) return
  const reader = request.body.getReader()
  let isDone = false
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), Math.min(timeout, deadline - Date.now()))
      if (done) {
        isDone = true
        return
      }
      yield value
    }
  } catch (error) {
    throw error instanceof Fault ? error : cutOff()
  } finally {
    if (!isDone) reader.cancel().catch(() => {})
  }
}

async function withTimeout<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, milliseconds))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(): Fault {
  return new Fault(408, 'timeout', 'the body did not arrive in time', 'send it faster, or in smaller parts', {
    closes: true,
  })
}

function cutOff(): Fault {
  return new Fault(400, 'incomplete-body', 'the body ended early', 'send all of it', { closes: true })
}

export function tooLarge(what: string, limit: number, hint: string): Fault {
  return new Fault(413, 'too-large', `${what} has more than ${limit} bytes`, hint, { closes: true })
}

/** Reads a JSON body within the limits. An empty body counts as no input. Its bytes stay taken: the input is as large. */
export async function readJson(request: Request, { limits, held }: Reading): Promise<unknown> {
  const { maxBody, timeout } = limits
  const hint = 'send less at a time, or use a route that takes a stream (/v1/bulk/…)'
  if (Number(request.headers.get('content-length') ?? 0) > maxBody) throw tooLarge('the body', maxBody, hint)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bodyParts(request, timeout, Date.now() + timeout)) {
    if (size + part.length > maxBody) throw tooLarge('the body', maxBody, hint)
    held.take(part.length)
    size += part.length
    parts.push(part)
  }
  if (size === 0) return {}
  return parseJson(parts.length === 1 ? parts[0]! : Buffer.concat(parts), 'the body')
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** @throws Fault if it is not JSON in UTF-8, or nested too deeply */
export function parseJson(bytes: Uint8Array, what: string): unknown {
  if (depthOf(bytes) > MAX_DEPTH)
    throw invalid(`${what} has more than ${MAX_DEPTH} levels of lists and objects`, 'send plain values')
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new Fault(400, 'invalid-json', `${what} is not UTF-8`, 'send JSON in UTF-8')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault(400, 'invalid-json', `${what} is not JSON`, 'send one JSON value')
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** The maximum nesting depth of lists and objects. It only scans the bytes, so no input is too deep for it. */
function depthOf(bytes: Uint8Array): number {
  let [depth, deepest, isInString] = [0, 0, false]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (isInString) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return deepest
}
