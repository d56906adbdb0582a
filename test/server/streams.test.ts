// Streams of JSON lines: what is answered, when, and what is said if a line cannot be processed.

import { get, type IncomingMessage } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import { Workspace } from '../cli/likewise.js'
import { serve } from './served.js'
import { jsonLines, openApi, textOf } from './server-in-memory.js'

const lines = (count: number) =>
  Array.from({ length: count }, (_, id) => JSON.stringify({ id, text: textOf(id) })).join('\n')

describe('a store that fails in the middle of a stream', () => {
  /** Fails with the document of this id. */
  async function failingAt(id: number) {
    const store = await openMemoryStore()
    const check = (documents: readonly { readonly id: unknown }[]) => {
      if (documents.some((document) => document.id === id)) throw new Error('inner secret')
    }
    const broken = {
      addIfNew: async (document: never, options: never) => {
        check([document])
        return store.addIfNew(document, options)
      },
      addMany: async (documents: never[]) => {
        check(documents)
        return store.addMany(documents)
      },
    }
    return { store, api: await openApi({ store: { ...store, namespace: () => broken } as never }) }
  }

  it('add-if-new: every document that was stored is answered, and the error has the line that failed', async () => {
    const { store, api } = await failingAt(399)
    const answers = jsonLines(await (await api.stream('/v1/bulk/add-if-new', lines(600))).text())
    const stored = (await store.stats()).documents
    expect(stored).toBe(399)
    expect(answers.slice(0, -1).map(({ line, added }) => [line, added])).toEqual(
      Array.from({ length: stored }, (_, i) => [i + 1, true]),
    )
    expect(answers.at(-1)).toMatchObject({ error: { code: 'unexpected' }, line: 400 })
    expect(JSON.stringify(answers)).not.toContain('secret')
    expect(JSON.stringify(api.log)).toContain('inner secret')
  })

  it('add: the error has the first line that is not acknowledged', async () => {
    const { store, api } = await failingAt(399)
    const answers = jsonLines(await (await api.stream('/v1/bulk/add', lines(600))).text())
    const { line, added } = answers.at(-2)!
    expect([line, added]).toEqual([256, (await store.stats()).documents])
    expect(answers.at(-1)).toMatchObject({ error: { code: 'unexpected' }, line: 257 })
  })

  it('with the first line: an ordinary response, and the log has the cause', async () => {
    const { api } = await failingAt(0)
    expect((await api.stream('/v1/bulk/add', lines(3))).status).toBe(500)
    expect(JSON.stringify(api.log)).toContain('inner secret')
  })
})

describe('a client that waits for each answer', () => {
  it.each(['add', 'add-if-new', 'check', 'query'])('gets it from %s', async (name) => {
    const { api, send, read } = await openStream(name)
    for (let id = 0; id < 5; id++) {
      send(`${JSON.stringify({ id, text: textOf(id) })}\n`)
      expect(await read()).toMatchObject({ line: id + 1 })
    }
    send('{"id":')
    send(undefined)
    expect(await read()).toMatchObject({ error: { code: 'invalid-json' }, line: 6 })
    expect(await read()).toBeUndefined()
    expect(api.context.held.used).toBe(0)
  })

  it('can leave, and everything is released', async () => {
    const { api, send, read, cancel } = await openStream('check')
    send('{"text":"a"}\n')
    await read()
    send('{"text":')
    const canceled = cancel()
    expect([api.context.longRunning.used, api.context.held.used]).toEqual([0, 0])
    send(undefined)
    await canceled
    expect([api.context.longRunning.used, api.context.held.used]).toEqual([0, 0])
  })
})

describe('the limit for request data', () => {
  it('counts lines that have not ended', async () => {
    const api = await openApi({ limits: { maxHeld: 1000 } })
    const first = await openStream('check', api)
    first.send(`{"text":"${'a'.repeat(600)}`)
    const second = await openStream('check', api)
    second.send(`{"text":"${'b'.repeat(600)}`)
    expect((await second.response).status).toBe(503)
    first.send('"}\n')
    expect(await first.read()).toMatchObject({ line: 1, status: 'new' })
    first.send(`{"text":"${'a'.repeat(600)}"}\n`)
    expect(await first.read()).toMatchObject({ line: 2 })
    first.send(undefined)
    expect(await first.read()).toBeUndefined()
    expect(api.context.held.used).toBe(0)
  })

  it('counts a body until it is answered', async () => {
    let answer = () => {}
    const check = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 'new', matches: [], shingles: 0 })
      })
    const store = { ...(await openMemoryStore()), namespace: () => ({ check }) }
    const { post, context } = await openApi({ limits: { maxHeld: 1000 }, store: store as never })
    const first = post('/v1/check', { text: 'a'.repeat(600) })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await post('/v1/check', { text: 'a'.repeat(600) })).status).toBe(503)
    answer()
    expect((await first).status).toBe(200)
    expect(context.held.used).toBe(0)
  })
})

it('a client that does not read is disconnected, and its place is free', async () => {
  const { client, address, log } = await serve(new Workspace(), [
    '--timeout',
    '6s',
    '--max-streams',
    '1',
    '--keep-texts',
  ])
  // More than the buffers of a connection hold.
  await client.addMany(Array.from({ length: 2000 }, (_, id) => ({ id, text: textOf(id, 5000) })))
  // It reads the headers, and nothing after them.
  const unread = await new Promise<IncomingMessage>((resolve) => get(`${address}/v1/snapshot`, resolve))
  expect((await fetch(`${address}/v1/snapshot`)).status).toBe(503)
  const snapshot = await vi.waitFor(() => client.snapshot(), { timeout: 30_000, interval: 100 })
  let bytes = 0
  for await (const part of snapshot) bytes += part.length
  expect(bytes).toBeGreaterThan(2 ** 26)
  await expect(unread.toArray()).rejects.toThrow('aborted')
  for (const line of log().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ level: 'info' })
})

it('a server that shuts down ends a stream after the lines that it has read, and logs no error', async () => {
  const { api, send, read } = await openStream('add')
  send(`${JSON.stringify({ id: 1, text: textOf(1) })}\n`)
  expect(await read()).toMatchObject({ line: 1 })
  api.ending.abort()
  send(`${JSON.stringify({ id: 2, text: textOf(2) })}\n`)
  expect(await read()).toMatchObject({ line: 2, added: 2 })
  expect(await read()).toMatchObject({ error: { code: 'shutting-down' }, line: 2 })
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([])
})

/** A stream whose lines are sent one by one; undefined ends it. */
async function openStream(name: string, api?: Awaited<ReturnType<typeof openApi>>) {
  api ??= await openApi()
  let body!: ReadableStreamDefaultController<Uint8Array>
  const response = api.stream(
    `/v1/bulk/${name}`,
    new ReadableStream({
      start(controller) {
        body = controller
      },
    }),
  )
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return {
    api,
    response,
    send: (text: string | undefined) =>
      text === undefined ? body.close() : body.enqueue(new TextEncoder().encode(text)),
    async read() {
      reader ??= (await response).body!.getReader()
      const { value } = await reader.read()
      return value === undefined ? undefined : jsonLines(new TextDecoder().decode(value))[0]
    },
    cancel: () => reader!.cancel(),
  }
}
