/// <reference types="node" />
import { InvalidArtifact } from '../../model/errors.js'
import type { Context, Handlers } from '../context.js'
import { Fault, partsOf, traceOf } from '../fault.js'
import type { Log } from '../log.js'
import { bodyParts } from '../read-body.js'

/** Converts an iterable of bytes to a web stream. */
export function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** Each handler is one call to the library. */
export const INDEX_HANDLERS: Pick<
  Handlers,
  | 'add'
  | 'addIfNew'
  | 'check'
  | 'query'
  | 'get'
  | 'remove'
  | 'stats'
  | 'namespaces'
  | 'compact'
  | 'snapshot'
  | 'restore'
> = {
  async add({ documents, namespace }, { namespaces, metrics, memory }) {
    memory?.admit()
    const added = await namespaces.of(namespace).addMany(documents)
    metrics.documentsAdded += added.added
    return added
  },
  async addIfNew({ id, text, namespace, ...options }, { namespaces, metrics, memory }) {
    memory?.admit()
    const claimed = await namespaces.of(namespace).addIfNew({ id, text }, options)
    if (claimed.added) metrics.documentsAdded++
    return claimed
  },
  check: ({ text, namespace, ...options }, { namespaces }) => namespaces.of(namespace).check(text, options),
  query: async ({ text, namespace, ...options }, { namespaces }) => ({
    matches: await namespaces.of(namespace).query(text, options),
  }),
  get: async ({ id, namespace }, { namespaces }) => ({
    document: (await namespaces.of(namespace).get(id)) ?? null,
  }),
  remove: async ({ ids, namespace }, { namespaces }) => ({
    removed: await namespaces.of(namespace).remove(ids),
  }),
  async stats({ namespace }, { namespaces, store }) {
    const { documents, empty, bytes } = await namespaces.of(namespace).stats()
    const { parameters, expiry } = store
    return { documents, empty, parameters, expiry, ...(bytes !== undefined && { bytes }) }
  },
  namespaces: async (_, { store }) => ({ namespaces: await store.namespaces() }),
  async compact(_, { store }) {
    await store.compact()
    const { bytes } = await store.stats()
    return bytes === undefined ? {} : { bytes }
  },
  snapshot: (_, { store }) =>
    new Response(streamOf(store.snapshot()), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="index.snapshot"',
      },
    }),
  async restore(_, { store, limits, metrics, memory, log }, request) {
    try {
      const restored = await store.restore(admitted(bodyParts(request, limits.timeout), memory))
      metrics.documentsAdded += restored
      return { restored }
    } catch (error) {
      throw restoreFault(error, log)
    }
  },
}

/** The damaged data is what the client sent, whatever about it could not be read. */
function restoreFault(error: unknown, log: Log): unknown {
  if (error instanceof InvalidArtifact) {
    const { message, hint } = partsOf(error)
    return new Fault(400, error.code, message, hint, { closes: true })
  }
  if (!(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError))
    return error
  log.error({ event: 'failure', error: traceOf(error) })
  return new Fault(400, 'invalid-artifact', 'the snapshot is damaged', 'send another one', { closes: true })
}

/** Checks before each part of a snapshot that there is memory for more. */
async function* admitted(parts: AsyncIterable<Uint8Array>, memory: Context['memory']) {
  for await (const part of parts) {
    memory?.admit()
    yield part
  }
}
