import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import { packSet, withChecksum } from '../../src/store/set-bytes.js'
import { errorOf, jsonLines, openApi, textOf } from './server-in-memory.js'

describe('the live index over HTTP', () => {
  it('gives the answers of the library', async () => {
    const { ask, send, store } = await openApi()
    const documents = [1, 2, 3].map((id) => ({ id, text: textOf(id) }))
    expect(await ask('/v1/add', { documents })).toEqual({ added: 3, replaced: 0, empty: 0 })
    const near = `${textOf(2)} and a few more words`
    expect(await ask('/v1/check', { text: near })).toEqual(await store.check(near))
    expect(await ask('/v1/query', { text: near, threshold: 0.9 })).toEqual({
      matches: await store.query(near, { threshold: 0.9 }),
    })
    expect(await ask('/v1/add-if-new', { id: 'x', text: near })).toMatchObject({
      status: 'similar',
      added: false,
    })
    expect(await ask('/v1/add-if-new', { id: '4', text: textOf(4) })).toMatchObject({
      status: 'new',
      added: true,
    })
    expect(await ask('/v1/get', { id: 1 })).toMatchObject({ document: { id: 1, shingles: 56 } })
    expect(await ask('/v1/get', { id: '1' })).toEqual({ document: null })
    expect(await ask('/v1/remove', { ids: [1, '4', 'none'] })).toEqual({ removed: 2 })
    expect(await (await send('/v1/stats')).json()).toMatchObject({
      documents: 2,
      parameters: { threshold: 0.8 },
    })
    expect(await ask('/v1/compact', {})).toBeTypeOf('object')
    const empty = await send('/v1/compact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    expect(empty.status).toBe(200)
  })

  it('keeps namespaces apart', async () => {
    const { ask, send } = await openApi()
    await ask('/v1/add', { documents: [{ id: 1, text: textOf(1) }], namespace: 'mail' })
    expect(await ask('/v1/check', { text: textOf(1) })).toMatchObject({ status: 'new' })
    expect(await ask('/v1/check', { text: textOf(1), namespace: 'mail' })).toMatchObject({
      status: 'identical',
    })
    expect(await (await send('/v1/namespaces')).json()).toEqual({ namespaces: ['mail'] })
    expect(await (await send('/v1/stats?namespace=mail')).json()).toMatchObject({ documents: 1 })
  })

  it('a snapshot can be sent back, and one that is damaged or of another index is refused', async () => {
    const { ask, send } = await openApi()
    await ask('/v1/add', { documents: [{ id: 1, text: textOf(1) }], namespace: 'mail' })
    const snapshot = new Uint8Array(await (await send('/v1/snapshot')).arrayBuffer())
    const other = await openApi()
    const restore = async (body: Uint8Array<ArrayBuffer> | string, api = other) => {
      const headers = { 'content-type': 'application/octet-stream' }
      const response = await api.send('/v1/restore', { method: 'POST', headers, body })
      return [response.status, await response.json()]
    }
    expect(await restore(snapshot)).toEqual([200, { restored: 1 }])
    expect(await other.ask('/v1/check', { text: textOf(1), namespace: 'mail' })).toMatchObject({
      status: 'identical',
    })
    const code = { error: { code: 'invalid-artifact' } }
    expect(await restore(snapshot.subarray(0, snapshot.length - 3))).toMatchObject([400, code])
    expect(await restore('')).toMatchObject([400, code])
    expect(await restore('{"format":"x"}\n')).toMatchObject([400, code])
    expect(await restore(' '.repeat(2 ** 24 + 1))).toMatchObject([400, code])
    const strange = await openApi({ store: await openMemoryStore({ threshold: 0.5 }) })
    expect((await restore(snapshot, strange))[0]).toBe(409)
    const reader = await openApi({ isReadOnly: true })
    expect((await restore(snapshot, reader))[0]).toBe(403)
  })

  it('says which objects a list of inputs accepts', async () => {
    const { post } = await openApi()
    const refused = await errorOf(await post('/v1/jobs', { command: 'find', inputs: ['in.jsonl'] }))
    expect(refused).toMatchObject({ hint: 'expected an object with path or an object with upload' })
  })

  it('frames that no snapshot has are refused, whatever their checksum', async () => {
    const { send, ask } = await openApi()
    const snapshot = Buffer.from(await (await send('/v1/snapshot')).arrayBuffer())
    const header = snapshot.subarray(0, snapshot.indexOf(10) + 1)
    const set = packSet(Uint32Array.of(1, 2, 3))
    const frames: [json: unknown, sets: Uint8Array][] = [
      [null, set],
      [{ namespace: '', documents: 5, contents: [] }, set],
      [{ namespace: '', documents: [[1, 1, 1, 0]], contents: [['short', set.length]] }, set],
      [
        { namespace: '', documents: [[1, 1, 1, 0]], contents: [['twelve bytes', set.length]] },
        packSet(Uint32Array.of(3, 3)),
      ],
      [{ namespace: '', documents: [[1, 1, 1, 7]], contents: [['twelve bytes', set.length]] }, set],
      [
        { namespace: '', documents: [[1, 1, 1, 0]], contents: [['twelve bytes', 8]] },
        withChecksum(Uint8Array.of(255, 255, 255, 255)),
      ],
      [{ namespace: '', documents: [[1, 1, 1, 0]], contents: [[['twelve bytes'], set.length]] }, set],
      [{ namespace: '', documents: [[1, 1, 2 ** 60, 0]], contents: [['twelve bytes', set.length]] }, set],
      [{ namespace: '', documents: [[1, 1, 1, -2]], contents: [['twelve bytes', set.length]] }, set],
      [{ namespace: '', documents: [[1, 1, 1, 0]], contents: [['twelve bytes', set.length - 1]] }, set],
      [
        {
          namespace: '',
          documents: [
            [1, 1, 1, 0],
            [1, 2, 2, 0],
          ],
          contents: [['twelve bytes', set.length]],
        },
        set,
      ],
      [
        { namespace: 'n'.repeat(1000), documents: [[{}, 1, 1, 0]], contents: [['twelve bytes', set.length]] },
        set,
      ],
    ]
    for (const [json, sets] of frames) {
      const text = Buffer.from(JSON.stringify(json))
      const frame = Buffer.alloc(8 + text.length + sets.length)
      frame.writeUInt32LE(text.length, 0)
      frame.writeUInt32LE(sets.length, 4)
      text.copy(frame, 8)
      frame.set(sets, 8 + text.length)
      const response = await send('/v1/restore', {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.concat([header, withChecksum(frame)]),
      })
      expect([response.status, JSON.stringify(json)]).toEqual([400, JSON.stringify(json)])
    }
    expect(await ask('/v1/check', { text: textOf(1) })).toMatchObject({ status: 'new' })
  })

  it.each([
    [new TypeError('inner secret'), 400, 'invalid-artifact'],
    [new RangeError('inner secret'), 400, 'invalid-artifact'],
    [new Error('inner secret'), 500, 'unexpected'],
  ])('restore that fails with %o has status %i, and it is logged', async (error, status, code) => {
    const store = { ...(await openMemoryStore()), restore: () => Promise.reject(error) }
    const { send, log } = await openApi({ store: store as never })
    const headers = { 'content-type': 'application/octet-stream' }
    const response = await send('/v1/restore', { method: 'POST', headers, body: 'x' })
    expect(await errorOf(response)).toMatchObject({ status, code })
    expect(JSON.stringify(log)).toContain('inner secret')
  })

  it('a snapshot can be restored', async () => {
    const { ask, send } = await openApi()
    await ask('/v1/add', { documents: [{ id: 1, text: textOf(1) }] })
    const snapshot = await send('/v1/snapshot')
    const other = await openMemoryStore()
    expect(await other.restore(snapshot.body as unknown as AsyncIterable<Uint8Array>)).toBe(1)
  })

  it('read-only: queries are answered, and changes are rejected', async () => {
    const { post } = await openApi({ isReadOnly: true })
    expect((await post('/v1/check', { text: 'a' })).status).toBe(200)
    const refused = await errorOf(await post('/v1/add', { documents: [{ id: 1, text: 'a' }] }))
    expect(refused).toMatchObject({ status: 403, code: 'read-only' })
  })
})

describe('streams', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      JSON.stringify({ id: from + i, text: textOf(from + i) }),
    ).join('\n')

  it('acknowledge what is stored, batch by batch', async () => {
    const { stream, send } = await openApi()
    const answers = jsonLines(await (await stream('/v1/bulk/add', `${lines(0, 600)}\n\n`)).text())
    expect(answers.length).toBeGreaterThan(1)
    expect(answers.at(-1)).toEqual({ line: 600, added: 600, replaced: 0, empty: 0 })
    expect(await (await send('/v1/stats')).json()).toMatchObject({ documents: 600 })
  })

  it('answer every line in order', async () => {
    const { stream } = await openApi()
    await (await stream('/v1/bulk/add', lines(0, 300))).text()
    const questions = [5, 299, 1000].map((n) => JSON.stringify({ text: textOf(n) })).join('\n')
    const checks = jsonLines(await (await stream('/v1/bulk/check', questions)).text())
    expect(checks.map(({ line, status }) => [line, status])).toEqual([
      [1, 'identical'],
      [2, 'identical'],
      [3, 'new'],
    ])
    const found = jsonLines(await (await stream('/v1/bulk/query?limit=1&threshold=0.9', questions)).text())
    expect(found.map(({ matches }) => (matches as unknown[]).length)).toEqual([1, 1, 0])
    const claims = jsonLines(
      await (await stream('/v1/bulk/add-if-new', `${lines(299, 301)}\n${lines(300, 301)}`)).text(),
    )
    expect(claims.map(({ added, status }) => [added, status])).toEqual([
      [false, 'identical'],
      [true, 'new'],
      [false, 'identical'],
    ])
  })

  it('a bad line ends the stream after the lines before it have been processed, and is named', async () => {
    const { stream, send } = await openApi()
    const answers = jsonLines(
      await (await stream('/v1/bulk/add', `${lines(0, 3)}\n{"id":1}\n${lines(4, 6)}`)).text(),
    )
    expect(answers).toEqual([
      { line: 3, added: 3, replaced: 0, empty: 0 },
      { error: { code: 'invalid-request', message: 'text is missing', hint: 'add text' }, line: 4 },
    ])
    expect(await (await send('/v1/stats')).json()).toMatchObject({ documents: 3 })
    const first = await stream('/v1/bulk/add', 'nonsense\n')
    expect(await errorOf(first)).toMatchObject({ status: 400, code: 'invalid-json' })
  })

  it('a line beyond the limit is rejected without reading more', async () => {
    const { stream } = await openApi({ limits: { maxBody: 1000 } })
    const response = await stream('/v1/bulk/check', 'x'.repeat(2000))
    expect(await errorOf(response)).toMatchObject({ status: 413, code: 'too-large' })
  })
})

describe('texts', () => {
  it('are compared', async () => {
    const { ask } = await openApi()
    const shingle = { kind: 'chars', k: 2 }
    expect(await ask('/v1/compare', { a: 'abcdabd', b: 'bcdabcd', shingle })).toMatchObject({
      shared: ['ab', 'bc', 'cd', 'da'],
    })
  })

  it('a curve is chosen', async () => {
    const { ask, post } = await openApi()
    expect(await ask('/v1/tune', { threshold: 0.7, recall: 0.9 })).toMatchObject({
      method: 'bands',
      threshold: 0.7,
      recall: { requested: 0.9 },
    })
    expect(await ask('/v1/tune', { bands: 20, rows: 5 })).toMatchObject({
      bands: 20,
      rows: 5,
      slots: 100,
      midpoint: expect.closeTo(0.509, 2),
    })
    for (const wrong of [
      { treshold: 0.7 },
      { bands: 20 },
      { rows: 5 },
      { bands: 20, rows: 5, recall: 0.9 },
    ]) {
      expect((await post('/v1/tune', wrong)).status).toBe(400)
    }
  })
})

describe('access', () => {
  it('with a token, only clients that have it; the health check is open to anyone', async () => {
    const { send } = await openApi({ token: 'correct-horse-battery', isLoopback: false })
    const ask = async (authorization?: string) =>
      (await send('/v1/stats', authorization === undefined ? {} : { headers: { authorization } })).status
    expect(await ask()).toBe(401)
    expect(await ask('Bearer wrong-horse-battery')).toBe(401)
    expect(await ask('Basic correct-horse-battery')).toBe(401)
    expect(await ask('Bearer correct-horse-battery')).toBe(200)
    expect((await send('/healthz')).status).toBe(200)
    expect((await send('/metrics')).status).toBe(401)
    expect((await send('/nothing')).status).toBe(401)
  })

  it('a page whose host name resolves to this machine is rejected', async () => {
    const { app } = await openApi()
    const ask = async (host: string) => (await app.request(`http://${host}/v1/stats`)).status
    expect([await ask('localhost:8080'), await ask('127.0.0.1'), await ask('[::1]:80')]).toEqual([
      200, 200, 200,
    ])
    expect([await ask('evil.example'), await ask('localhost.evil.example')]).toEqual([403, 403])
  })

  it('content types that a form can send are rejected, and other origins have no access', async () => {
    const { send, post } = await openApi()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await send('/v1/check', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"text":"a"}',
      })
      expect(response.status).toBe(415)
    }
    const response = await post('/v1/check', { text: 'a' }, { origin: 'https://evil.example' })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const preflight = await send('/v1/check', { method: 'OPTIONS' })
    expect(preflight.status).toBe(405)
  })
})

describe('limits', () => {
  it.each([
    ['a body', { maxBody: 100 }, { text: 'x'.repeat(200) }, 413, 'too-large'],
    ['a text', { maxText: 10 }, { text: 'x'.repeat(11) }, 400, 'invalid-request'],
    ['requests at a time', { maxRequests: 0 }, { text: 'x' }, 503, 'busy'],
    ['bytes at a time', { maxHeld: 3 }, { text: 'x' }, 503, 'busy'],
  ])('%s', async (_, limits, body, status, code) => {
    const { post } = await openApi({ limits })
    const response = await post('/v1/check', body)
    if (status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await errorOf(response)).toMatchObject({ status, code, hint: expect.stringMatching(/\w/) })
  })

  it('nesting, before anything is parsed', async () => {
    const { post } = await openApi()
    for (const body of ['['.repeat(1_000_000), `{"text":${'[['.repeat(50)}${']]'.repeat(50)}}`])
      expect(await errorOf(await post('/v1/check', body))).toMatchObject({ status: 400 })
    // Brackets in a text are no nesting.
    expect((await post('/v1/check', { text: '[{"'.repeat(1000) })).status).toBe(200)
  })

  it('a body that does not arrive', async () => {
    const { send } = await openApi({ limits: { timeout: 50 } })
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
    expect(await errorOf(await send('/v1/check', init as RequestInit))).toMatchObject({
      status: 408,
      code: 'timeout',
    })
  })

  it('release everything when a request is over, however it ends', async () => {
    const { post, send, stream, context } = await openApi({ limits: { maxBody: 500 } })
    await post('/v1/check', { text: 'a' })
    await post('/v1/check', '{')
    await post('/v1/check', 'x'.repeat(600))
    await (await stream('/v1/bulk/check', '{"text":"a"}\n{"text":"b"}\n')).text()
    await (await stream('/v1/bulk/check', '{"text":"a"}\n{"text":')).text()
    const abandoned = await stream('/v1/bulk/check', '{"text":"a"}\n{"text":"b"}\n')
    await abandoned.body!.cancel()
    await send('/v1/snapshot', { method: 'HEAD' })
    expect([context.requests.used, context.longRunning.used, context.held.used]).toEqual([0, 0, 0])
  })
})

describe('for operators', () => {
  it('metrics and logs name operations, never what clients sent', async () => {
    const { ask, send, log } = await openApi()
    await ask('/v1/add', { documents: [{ id: 'secret-id', text: 'secret text' }], namespace: 'secret-space' })
    await send('/secret-path?secret=1')
    const metrics = await (await send('/metrics')).text()
    expect(metrics).toContain('likewise_requests_total{operation="add",status="200"} 1')
    expect(metrics).toContain('likewise_requests_total{operation="unknown",status="404"} 1')
    expect(metrics).toContain('likewise_documents_added_total 1')
    expect(metrics).toMatch(/likewise_request_seconds_bucket\{operation="add",le="\+Inf"\} 1/)
    for (const line of metrics.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? [\d.e+-]+)$/)
    expect(log.filter(({ event }) => event === 'request')).toHaveLength(3)
    expect(metrics + JSON.stringify(log)).not.toContain('secret')
  })

  it('while the server shuts down, new requests are rejected', async () => {
    const { post, send, ending } = await openApi()
    ending.abort()
    const response = await post('/v1/check', { text: 'a' })
    expect(response.headers.get('connection')).toBe('close')
    expect(await errorOf(response)).toMatchObject({ status: 503, code: 'shutting-down' })
    expect((await send('/healthz')).status).toBe(503)
  })

  it('an unexpected error reveals nothing to the client, and is logged', async () => {
    const store = await openMemoryStore()
    const broken = { ...store, namespace: () => ({ check: () => Promise.reject(new Error('inner secret')) }) }
    const { post, log } = await openApi({ store: broken as never })
    const response = await post('/v1/check', { text: 'a' })
    const body = await response.text()
    expect([response.status, body.includes('secret')]).toEqual([500, false])
    expect(JSON.stringify(log)).toContain('inner secret')
  })
})
