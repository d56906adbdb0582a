/// <reference types="node" />
import type { DocumentId } from '../../model/document.js'
import type { Context, Handlers } from '../context.js'
import { Fault, faultOf } from '../fault.js'
import { type Line, LineFault, readLines } from '../read-lines.js'
import { MEDIA_TYPES } from '../routes/route.js'
import type { Schema } from '../schema.js'
import { streamOf } from './index-handlers.js'

/** The size of one step of a stream: large enough to be fast, and small enough not to delay other requests. */
const BATCH_LINES = 256
const BATCH_BYTES = 2 ** 20

type Question = { readonly text: string; readonly id?: DocumentId }
type Document = { readonly text: string; readonly id: DocumentId }

/** Answers batch by batch. The next lines are read only when the client has received the answers to the previous ones. */
export const BULK_HANDLERS: Pick<Handlers, 'bulkAdd' | 'bulkAddIfNew' | 'bulkCheck' | 'bulkQuery'> = {
  bulkAdd({ namespace }, context, request) {
    const store = context.namespaces.of(namespace)
    const total = { added: 0, replaced: 0, empty: 0 }
    return streamed(context, request, context.routes.bulkAdd.line as Schema<Document>, async (lines) => {
      admit(context, lines[0]!.line)
      const result = await store.addMany(lines.map(({ value }) => value))
      context.metrics.documentsAdded += result.added
      for (const name of ['added', 'replaced', 'empty'] as const) total[name] += result[name]
      return [{ line: lines.at(-1)!.line, ...total }]
    })
  },
  bulkAddIfNew({ namespace, ...options }, context, request) {
    const store = context.namespaces.of(namespace)
    return streamed(context, request, context.routes.bulkAddIfNew.line as Schema<Document>, async (lines) => {
      const answers: object[] = []
      // One by one: if two lines are similar, the first is stored.
      for (const { line, value } of lines) {
        admit(context, line)
        const claimed = await store.addIfNew(value, options)
        if (claimed.added) context.metrics.documentsAdded++
        answers.push({ line, id: value.id, ...claimed })
      }
      return answers
    })
  },
  bulkCheck({ namespace, ...options }, context, request) {
    const store = context.namespaces.of(namespace)
    return streamed(context, request, context.routes.bulkCheck.line as Schema<Question>, async (lines) => {
      const results = await store.checkMany(textsOf(lines), options)
      return results.map((result, i) => ({ ...named(lines[i]!), ...result }))
    })
  },
  bulkQuery({ namespace, ...options }, context, request) {
    const store = context.namespaces.of(namespace)
    return streamed(context, request, context.routes.bulkQuery.line as Schema<Question>, async (lines) => {
      const results = await store.queryMany(textsOf(lines), options)
      return results.map((matches, i) => ({ ...named(lines[i]!), matches }))
    })
  },
}

/** Throws if there is no memory for more documents; names the first line that was not added. */
function admit({ memory }: Context, line: number): void {
  try {
    memory?.admit()
  } catch (error) {
    throw new LineFault(faultOf(error, true), line)
  }
}

const textsOf = (lines: readonly Line<Question>[]) => lines.map(({ value }) => value.text)

function named({ line, value: { id } }: Line<Question>): object {
  return { line, ...(id !== undefined && { id }) }
}

const encoder = new TextEncoder()

/** Streams the answers to the lines of a request. An error before the first answer gets an ordinary error response. */
async function streamed<Value>(
  context: Context,
  request: Request,
  schema: Schema<Value>,
  answer: (lines: readonly Line<Value>[]) => Promise<readonly object[]>,
): Promise<Response> {
  const answers = answersTo(batches(readLines(request, schema, context), context.ending), answer)
  const first = await answers.next()
  async function* all() {
    if (first.done === true) return
    yield first.value
    try {
      yield* answers
    } catch (error) {
      const fault = faultOf(error, true)
      if (fault.status >= 500)
        context.log.error({ event: 'failure', error: String((error as Error)?.stack ?? error) })
      const line = fault instanceof LineFault ? fault.line : 1
      yield encoder.encode(`${JSON.stringify({ ...fault.body, line })}\n`)
    }
  }
  return new Response(streamOf(all()), { headers: { 'content-type': MEDIA_TYPES.ndjson } })
}

async function* answersTo<Value>(
  lists: AsyncIterable<readonly Line<Value>[]>,
  answer: (lines: readonly Line<Value>[]) => Promise<readonly object[]>,
): AsyncGenerator<Uint8Array, void> {
  for await (const lines of lists) {
    const answers = await answer(lines)
    yield encoder.encode(answers.map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
}

/** Lines in batches. If a line is bad, the lines before it are still answered. */
async function* batches<Value>(
  lines: AsyncIterable<Line<Value>>,
  ending: AbortSignal,
): AsyncGenerator<readonly Line<Value>[], void> {
  let batch: Line<Value>[] = []
  let bytes = 0
  let fault: unknown
  try {
    for await (const line of lines) {
      batch.push(line)
      bytes += line.bytes
      if (ending.aborted) throw new LineFault(ENDING, line.line)
      if (batch.length < BATCH_LINES && bytes < BATCH_BYTES) continue
      yield batch
      batch = []
      bytes = 0
    }
  } catch (error) {
    fault = error
  }
  if (batch.length > 0) yield batch
  if (fault !== undefined) throw fault
}

const ENDING = new Fault(
  503,
  'shutting-down',
  'the server is shutting down',
  'send the lines after this one again',
)
