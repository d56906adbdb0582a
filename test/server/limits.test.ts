// What every response has in common, and the limits of everything that is not a lookup.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JobQueue, type JobView } from '../../src/server/jobs/job-queue.js'
import { makeLog } from '../../src/server/log.js'
import { DEFAULT_LIMITS, type Limits } from '../../src/server/settings.js'
import { asLines, FIVE, prose, Workspace } from '../cli/likewise.js'
import { serve } from './served.js'
import { errorOf, openApi } from './server-in-memory.js'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

describe('the headers of every response', () => {
  it.each<[kind: string, path: string, init: RequestInit, status: number, type: RegExp]>([
    ['JSON', '/v1/stats', {}, 200, /^application\/json/],
    ['JSON of a request', '/v1/check', json({ text: 'a' }), 200, /^application\/json/],
    ['NDJSON', '/v1/bulk/check', ndjson('{"text":"a"}\n'), 200, /^application\/x-ndjson/],
    [
      'NDJSON that ends with an error',
      '/v1/bulk/check',
      ndjson(`${'{"text":"a"}\n'.repeat(300)}{"text":`),
      200,
      /^application\/x-ndjson/,
    ],
    ['bytes', '/v1/snapshot', {}, 200, /^application\/octet-stream/],
    ['the page', '/', {}, 200, /^text\/html/],
    ['metrics', '/metrics', {}, 200, /^text\/plain/],
    ['the OpenAPI document', '/openapi.json', {}, 200, /^application\/json/],
    ['the health check', '/healthz', {}, 200, /./],
    ['a wrong body', '/v1/check', json({}), 400, /^application\/json/],
    ['a body that is no JSON', '/v1/check', json('{'), 400, /^application\/json/],
    ['a form', '/v1/check', { method: 'POST', body: new URLSearchParams('a=b') }, 415, /^application\/json/],
    ['no such path', '/nothing', {}, 404, /^application\/json/],
    ['no such job', `/v1/jobs/${'0'.repeat(36)}`, {}, 404, /^application\/json/],
    ['another method', '/v1/check', { method: 'PUT' }, 405, /^application\/json/],
    ['a body that is too large', '/v1/check', json({ text: 'x'.repeat(3000) }), 413, /^application\/json/],
    ['HEAD', '/v1/snapshot', { method: 'HEAD' }, 200, /./],
  ])('%s', async (_, path, init, status, type) => {
    const { send } = await openApi({ limits: { maxBody: 2000 } })
    const response = await send(path, init)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(type)
    expectSafe(response)
    await response.arrayBuffer()
  })

  it('refusals for want of a token, of capacity or of the right host', async () => {
    const closed = await openApi({ token: 'a-token-of-some-length' })
    const busy = await openApi({ limits: { maxRequests: 0 } })
    const { send } = await openApi()
    const refusals = [
      [await closed.send('/v1/stats'), 401],
      [await busy.send('/v1/stats'), 503],
      [await send('/v1/stats', { headers: { host: 'example.org' } }), 403],
    ] as const
    for (const [response, status] of refusals) {
      expect(response.status).toBe(status)
      expectSafe(response)
    }
  })

  it('events and results of a job, from a port', async () => {
    const workspace = corpus(FIVE)
    const { client, address } = await serve(workspace, ['--allow', 'corpus'])
    const { job } = await client.jobs.start('dedup', [{ path: 'in.jsonl' }])
    for (const [path, type] of [
      [`/v1/jobs/${job}/events`, 'text/event-stream'],
      [`/v1/jobs/${job}/results/kept`, 'application/x-ndjson'],
      [`/v1/jobs/${job}/results/manifest`, 'application/json'],
      [`/v1/jobs/${job}/results/report`, 'text/html'],
    ] as const) {
      // The events end with the job, so the results exist afterwards.
      const response = await fetch(address + path)
      await response.arrayBuffer()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain(type)
      expectSafe(response)
    }
  })
})

/** Texts whose shingles have a limited size unless they are long. */
const LONG = { a: 'the way '.repeat(10_000), b: '' }
const IGNORING = { kind: 'chars', ignorePhrases: Array(100).fill('x'.repeat(10_000)) }

describe('streams', () => {
  it.each(['check', 'query'])('of %s send many matches in small parts', async (name) => {
    const { send, store } = await openApi()
    const text = 'one two three four five six seven'
    await store.addMany(Array.from({ length: 1000 }, (_, id) => ({ id, text })))
    const response = await send(`/v1/bulk/${name}?limit=1000`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify({ text })}\n`.repeat(100),
    })
    const parts: Uint8Array[] = []
    for await (const part of response.body!) parts.push(part)
    const lines = Buffer.concat(parts).toString().trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).matches.length)).toEqual(Array(100).fill(1000))
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_000_000)
  })
})

describe('limits on compare, tune and explain', () => {
  it.each([
    ['compare', { a: 'x'.repeat(300), b: '' }, { maxBody: 200 }, 413, 'too-large'],
    ['compare', { a: 'x'.repeat(20), b: '' }, { maxText: 10 }, 400, 'invalid-request'],
    ['compare', { a: '', b: 'x'.repeat(20) }, { maxText: 10 }, 400, 'invalid-request'],
    ['compare', { a: 'a', b: 'b' }, { maxRequests: 0 }, 503, 'busy'],
    ['compare', { a: 'a', b: 'b' }, { maxHeld: 3 }, 503, 'busy'],
    ['compare', { a: 'a', b: 'b', shingle: { k: 1e7 } }, {}, 400, 'invalid-request'],
    ['compare', { ...LONG, shingle: { kind: 'chars', k: 20_000 } }, {}, 413, 'too-large'],
    ['compare', { ...LONG, shingle: { kind: 'words', k: 5000 } }, {}, 413, 'too-large'],
    ['compare', { ...LONG, shingle: { kind: 'stopwords', k: 5000 } }, {}, 413, 'too-large'],
    ['compare', { a: 'a', b: 'b', shingle: { ...IGNORING, k: 5000 } }, {}, 413, 'too-large'],
    ['tune', { threshold: 0 }, {}, 400, 'invalid-request'],
    ['tune', { threshold: 1.5 }, {}, 400, 'invalid-request'],
    ['tune', { bands: 10 }, {}, 400, 'invalid-option'],
    ['tune', { slots: 1e9 }, {}, 400, 'invalid-request'],
    ['tune', { recall: 0.9 }, { maxRequests: 0 }, 503, 'busy'],
    ['tune', { recall: 0.9 }, { maxBody: 5 }, 413, 'too-large'],
    ['explain', { inputs: [] }, {}, 400, 'invalid-request'],
    ['explain', { inputs: Array(1001).fill({ path: 'a' }) }, {}, 400, 'invalid-request'],
    ['explain', { inputs: [{ path: 'in.jsonl' }] }, { maxStreams: 0 }, 503, 'busy'],
    ['explain', { inputs: [{ path: 'in.jsonl' }] }, { maxBody: 10 }, 413, 'too-large'],
    ['explain', { inputs: [{ path: 'p'.repeat(5000) }] }, {}, 400, 'invalid-request'],
  ])('%s %o with %o', async (route, body, limits, status, code) => {
    const { post, context } = await openApi({ limits, allow: [join(corpus(FIVE).folder, 'corpus')] })
    expect(await errorOf(await post(`/v1/${route}`, body))).toMatchObject({ status, code })
    expect([context.requests.used, context.longRunning.used, context.held.used]).toEqual([0, 0, 0])
  })
})

describe('the time limit of a job', () => {
  it('ends a search, with a clear error, and the next job runs', async () => {
    const workspace = corpus(Array.from({ length: 20_000 }, (_, id) => ({ id, text: prose(id >> 1, 60) })))
    writeFileSync(join(workspace.folder, 'corpus', 'five.jsonl'), asLines(FIVE))
    const { client } = await serve(workspace, ['--allow', 'corpus', '--job-timeout', '1ms'])
    const [first, second] = [
      await client.jobs.start('find', [{ path: 'in.jsonl' }], { threshold: 0.5 }),
      await client.jobs.start('find', [{ path: 'five.jsonl' }]),
    ]
    for (const { job } of [first, second])
      await expect(client.jobs.wait(job)).rejects.toMatchObject({
        code: 'timeout',
        hint: expect.stringContaining('--job-timeout'),
      })
    await expect(client.jobs.result(first.job, 'pairs')).rejects.toMatchObject({ status: 404 })
  })

  it('counts from the start of the job, not from when it was requested', async () => {
    const folder = corpus([]).folder
    const { queue, tasks, request } = queueOf(folder, { jobTimeout: 50 })
    const [first, second] = [queue.start(request), queue.start(request)]
    const changed = (job: JobView, state: JobView['state']) =>
      new Promise<void>((resolve) => {
        const check = () => queue.view(job.job).state === state && resolve()
        queue.follow(job.job, check)
        check()
      })
    await changed(first, 'failed')
    expect(queue.view(first.job).error).toMatchObject({ code: 'timeout' })
    expect(tasks[0]!.wasStopped).toBe(true)
    await changed(second, 'running')
    tasks[1]!.done()
    await changed(second, 'done')
    expect(tasks[1]!.wasStopped).toBe(false)
  })
})

describe('a canceled job', () => {
  it('takes the place of another one until its thread has ended, also if it is removed', async () => {
    const { queue, tasks, request } = queueOf(corpus([]).folder, {}, false)
    const first = queue.start(request)
    queue.remove(first.job)
    queue.remove(first.job)
    const second = queue.start(request)
    expect([tasks[0]!.wasStopped, tasks.length, queue.view(second.job).state]).toEqual([true, 1, 'waiting'])
    tasks[0]!.done()
    await new Promise((resolve) => setImmediate(resolve))
    expect(queue.list().map(({ job, state }) => [job, state])).toEqual([[second.job, 'running']])
  })

  it('is waited for when the server ends', async () => {
    const { queue, tasks, request } = queueOf(corpus([]).folder, {}, false)
    queue.remove(queue.start(request).job)
    let isClosed = false
    const closed = queue.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    tasks[0]!.done()
    await closed
  })
})

/** A queue of tasks that end when a test says so, or if `endsOnStop`, when they are stopped. */
function queueOf(folder: string, limits: Partial<Limits>, endsOnStop = true) {
  const tasks: { done(): void; wasStopped: boolean }[] = []
  const queue = new JobQueue(
    folder,
    { ...DEFAULT_LIMITS, ...limits },
    makeLog(() => {}),
    (_, report) => {
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      const task = {
        wasStopped: false,
        done() {
          report({ done: {} })
          end()
        },
      }
      tasks.push(task)
      return {
        ended,
        stop() {
          task.wasStopped = true
          if (endsOnStop) end()
        },
      }
    },
  )
  const request = { command: 'find', inputs: [], options: {}, names: {}, allowed: [] } as const
  return { queue, tasks, request }
}

function corpus(documents: readonly object[]): Workspace {
  const workspace = new Workspace()
  mkdirSync(join(workspace.folder, 'corpus'))
  writeFileSync(join(workspace.folder, 'corpus', 'in.jsonl'), asLines(documents))
  return workspace
}

function json(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

function ndjson(body: string): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body }
}

function expectSafe({ headers }: Response): void {
  for (const [name, value] of Object.entries(HEADERS))
    expect([name, headers.get(name)]).toEqual([name, value])
  // The page allows its own scripts and styles; nothing else may be loaded, and nothing may frame it.
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}
