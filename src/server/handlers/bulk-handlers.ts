/// <reference types="node" />
import type { DocumentId } from '../../model/document.js'
import type { Context, Handlers } from '../context.js'
import { Fault, faultOf, traceOf } from '../fault.js'
import { type Line, LineFault, readLines } from '../read-lines.js'
import { MEDIA_TYPES } from '../routes/route.js'
import type { Schema } from '../schema.js'
import { streamOf } from './index-handlers.js'

/** The size of one step of a stream: large enough to be fast, and small enough not to delay other requests. */
const BATCH_LINES = 256
const BATCH_BYTES = 2 ** 20
/** The number of milliseconds after which a step begins even if it is smaller. */
const BATCH_MILLISECONDS = 20
/** The matches of a step, which are held in memory. */
const BATCH_MATCHES = 2 ** 16
/** Answers are sent in parts of about this many characters. */
const PART_CHARACTERS = 2 ** 18

type Question = { readonly text: string; readonly id?: DocumentId }
type Document = { readonly text: string; readonly id: DocumentId }

/** Answers batch by batch. The next lines are read only when the client has received the answers to the previous ones. */
export const BULK_HANDLERS: Pick<Handlers, 'bulkAdd' | 'bulkAddIfNew' | 'bulkCheck' | 'bulkQuery'> = {
  bulkAdd({ namespace }, context, request) {
    const store = context.namespaces.of(namespace)
    const total = { added: 0, replaced: 0, empty: 0 }
    return streamed(
      context,
      request,
      context.routes.bulkAdd.line as Schema<Document>,
      async function* (lines) {
        const result = await at(lines[0]!, () => {
          context.memory?.admit()
          return store.addMany(lines.map(({ value }) => value))
        })
        context.metrics.documentsAdded += result.added
        for (const name of ['added', 'replaced', 'empty'] as const) total[name] += result[name]
        yield { line: lines.at(-1)!.line, ...total }
      },
    )
  },
  bulkAddIfNew({ namespace, ...options }, context, request) {
    const store = context.namespaces.of(namespace)
    return streamed(
      context,
      request,
      context.routes.bulkAddIfNew.line as Schema<Document>,
      async function* (lines) {
        // One by one: if two lines are similar, the first is stored.
        for (const one of lines) {
          const claimed = await at(one, () => {
            context.memory?.admit()
            return store.addIfNew(one.value, options)
          })
          if (claimed.added) context.metrics.documentsAdded++
          yield { line: one.line, id: one.value.id, ...claimed }
        }
      },
      options.limit,
    )
  },
  bulkCheck({ namespace, ...options }, context, request) {
    const store = context.namespaces.of(namespace)
    return streamed(
      context,
      request,
      context.routes.bulkCheck.line as Schema<Question>,
      async function* (lines) {
        const results = await at(lines[0]!, () => store.checkMany(textsOf(lines), options))
        yield* results.map((result, i) => ({ ...named(lines[i]!), ...result }))
      },
      options.limit,
    )
  },
  bulkQuery({ namespace, ...options }, context, request) {
    const store = context.namespaces.of(namespace)
    return streamed(
      context,
      request,
      context.routes.bulkQuery.line as Schema<Question>,
      async function* (lines) {
        const results = await at(lines[0]!, () => store.queryMany(textsOf(lines), options))
        yield* results.map((matches, i) => ({ ...named(lines[i]!), matches }))
      },
      options.limit,
    )
  },
}

/** The result of an action; an error names the first line that it was for. */
async function at<Result>({ line }: Line<unknown>, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw new LineFault(faultOf(error, true), line, error)
  }
}

const textsOf = (lines: readonly Line<Question>[]) => lines.map(({ value }) => value.text)

function named({ line, value: { id } }: Line<Question>): object {
  return { line, ...(id !== undefined && { id }) }
}

/** The answers to some lines; those before an error are sent. */
type Answer<Value> = (lines: readonly Line<Value>[]) => AsyncIterable<object>

const encoder = new TextEncoder()

/**
 * Streams the answers to the lines of a request. An error before the first answer gets an ordinary error response.
 *
 * @param limit the maximum number of matches of an answer
 */
async function streamed<Value>(
  context: Context,
  request: Request,
  schema: Schema<Value>,
  answer: Answer<Value>,
  limit = 1,
): Promise<Response> {
  const maxLines = Math.max(1, Math.min(BATCH_LINES, Math.floor(BATCH_MATCHES / limit)))
  const lists = batches(readLines(request, schema, context), context, maxLines)
  const answers = answersTo(lists, answer)
  const first = await answers.next()
  async function* all() {
    if (first.done === true) return
    yield first.value
    try {
      yield* answers
    } catch (error) {
      const fault = faultOf(error, true)
      if (fault.status === 500) context.log.error({ event: 'failure', error: traceOf(error) })
      const line = fault instanceof LineFault ? fault.line : 1
      yield encoder.encode(`${JSON.stringify({ ...fault.body, line })}\n`)
    }
  }
  return new Response(streamOf(all()), { headers: { 'content-type': MEDIA_TYPES.ndjson } })
}

async function* answersTo<Value>(
  lists: AsyncIterable<readonly Line<Value>[]>,
  answer: Answer<Value>,
): AsyncGenerator<Uint8Array, void> {
  for await (const lines of lists) {
    let part = ''
    let failure: { readonly error: unknown } | undefined
    try {
      for await (const one of answer(lines)) {
        part += `${JSON.stringify(one)}\n`
        if (part.length < PART_CHARACTERS) continue
        yield encoder.encode(part)
        part = ''
      }
    } catch (error) {
      // The lines before the one that failed may have been stored.
      failure = { error }
    }
    if (part !== '') yield encoder.encode(part)
    if (failure !== undefined) throw failure.error
  }
}

/**
 * Lines in batches. A batch ends when no further line arrives for a moment, so that clients can wait for an answer before they send more.
 * If a line is bad, the lines before it are still answered.
 */
async function* batches<Value>(
  lines: AsyncGenerator<Line<Value>, void>,
  { ending, held }: Context,
  maxLines: number,
): AsyncGenerator<readonly Line<Value>[], void> {
  let batch: Line<Value>[] = []
  let bytes = 0
  let fault: unknown
  let next = lines.next()
  let pause: ReturnType<typeof pauseOf> | undefined
  try {
    for (;;) {
      const read = await (pause === undefined ? next : Promise.race([next, pause.ended]))
      if (read?.done === true) break
      if (read !== undefined) {
        const { value: line } = read
        batch.push(line)
        bytes += line.bytes
        if (ending.aborted) throw new LineFault(ENDING, line.line)
        next = lines.next()
        // Its error is thrown where it is awaited, which may be after the batch was answered.
        next.catch(() => {})
        pause ??= pauseOf(BATCH_MILLISECONDS)
        if (batch.length < maxLines && bytes < BATCH_BYTES) continue
      }
      pause?.end()
      pause = undefined
      yield batch
      held.give(bytes)
      batch = []
      bytes = 0
    }
  } catch (error) {
    fault = error
  } finally {
    pause?.end()
    // Not awaited: it waits for a line that may never come.
    void lines.return()
  }
  if (batch.length > 0) yield batch
  if (fault !== undefined) throw fault
}

/** A promise that is fulfilled after some time, unless it is ended before. */
function pauseOf(milliseconds: number): { readonly ended: Promise<undefined>; end(): void } {
  let timer: NodeJS.Timeout
  const ended = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return { ended, end: () => clearTimeout(timer) }
}

const ENDING = new Fault(
  503,
  'shutting-down',
  'the server is shutting down',
  'send the lines after this one again',
)
