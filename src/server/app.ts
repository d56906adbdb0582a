/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { Holding } from './capacity.js'
import type { Context, Handler } from './context.js'
import { Fault, faultOf, traceOf, UNEXPECTED } from './fault.js'
import { HANDLERS } from './handlers/table.js'
import { readInput } from './read-input.js'
import type { AnyRoute, Operation } from './routes/table.js'
import { isForLoopback, tokenTest } from './token.js'

/** Who can use the API. */
export interface Access {
  /** The token that grants access to everything. Undefined: no token is required. */
  readonly token: string | undefined
  /** Whether the server listens on a loopback address only. */
  readonly isLoopback: boolean
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const

/**
 * After how many timeouts a client is disconnected that reads nothing of its response. A slow reader may seem to read nothing for a while,
 * because connections have large buffers.
 */
const UNREAD_TIMEOUTS = 4

/** Operations whose errors are about the files that the client has named, not about the index. */
const OF_FILES: ReadonlySet<string> = new Set<Operation>(['explain', 'startJob', 'startDecontamination'])

/** The API as a function from requests to responses; tests can use it without a port. */
export function makeApp(context: Context, { token, isLoopback }: Access): Hono {
  const app = new Hono()
  const isAllowed = token === undefined ? () => true : tokenTest(token)
  const { routes } = context
  const admit = (route: AnyRoute | undefined, request: Request) => {
    const { headers } = request
    if (isLoopback && token === undefined && !isForLoopback(headers.get('host') ?? hostOf(request)))
      throw new Fault(403, 'wrong-host', 'the request is for another host', 'send it to localhost')
    if (route?.isOpen !== true && !isAllowed(headers.get('authorization')))
      throw new Fault(
        401,
        'unauthorized',
        'the token is missing or wrong',
        'send authorization: Bearer TOKEN',
      )
    if (context.ending.aborted)
      throw new Fault(503, 'shutting-down', 'the server is shutting down', 'try again later', {
        closes: true,
        retryAfter: 5,
      })
  }
  for (const [operation, route] of Object.entries(routes) as [Operation, AnyRoute][]) {
    app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      observed(context, operation, c.req.raw, async () => {
        admit(route, c.req.raw)
        const { outgoing } = { ...(c.env as Partial<HttpBindings> | undefined) }
        const path = c.req.param() as Record<string, string>
        return answer(context, operation, route, c.req.raw, path, () => outgoing?.destroy())
      }),
    )
  }
  app.all('*', (c) =>
    observed(context, 'unknown', c.req.raw, async () => {
      admit(undefined, c.req.raw)
      throw noSuchRoute(Object.values(routes) as AnyRoute[], c.req.path, c.req.method)
    }),
  )
  // Everything is caught above, but errors thrown by Hono itself must not reach the client either.
  app.onError((error) => {
    context.log.error({ event: 'unexpected', error: String(error.stack) })
    return faultResponse(UNEXPECTED, undefined)
  })
  return app
}

async function answer(
  shared: Context,
  operation: Operation,
  route: AnyRoute,
  request: Request,
  path: Readonly<Record<string, string>>,
  disconnect: () => void,
): Promise<Response> {
  if (route.writes && shared.isReadOnly) {
    throw new Fault(
      403,
      'read-only',
      'the index is open read-only',
      'use a server that was started without --read-only',
      {
        closes: true,
      },
    )
  }
  const capacity = route.isLongRunning ? shared.longRunning : shared.requests
  if (!route.isOpen) capacity.take(1)
  const held = new Holding(shared.held)
  const context: Context = { ...shared, held }
  const release = () => {
    held.close()
    if (!route.isOpen) capacity.give(1)
  }
  let isLasting = false
  try {
    const input = await readInput(route, request, path, context)
    const handler = HANDLERS[operation] as Handler<Operation>
    const result = await handler(input as never, context, request)
    if (!(result instanceof Response)) return Response.json(result, { status: route.status })
    if (result.body === null || !route.isLongRunning) return result
    if (request.method === 'HEAD') {
      await result.body.cancel()
      return new Response(null, result)
    }
    isLasting = true
    return new Response(
      timed(result.body, release, UNREAD_TIMEOUTS * context.limits.timeout, disconnect),
      result,
    )
  } finally {
    if (!isLasting) release()
  }
}

/**
 * The same stream, with a callback that runs once when it ends for any reason. If the client does not read a part in time, it ends, and the
 * client is disconnected: one that never reads would hold a place for good.
 */
function timed(
  body: ReadableStream<Uint8Array>,
  done: () => void,
  timeout: number,
  disconnect: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let isDone = false
  let timer: NodeJS.Timeout | undefined
  let last: NodeJS.Immediate | undefined
  const stopTimer = () => {
    clearTimeout(timer)
    clearImmediate(last)
  }
  const finish = () => {
    stopTimer()
    if (!isDone) done()
    isDone = true
  }
  const drop = () => {
    finish()
    reader.cancel().catch(() => {})
    disconnect()
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      stopTimer()
      try {
        const part = await reader.read()
        if (!part.done) {
          controller.enqueue(part.value)
          // If this thread was busy, the client may have read the part in time: that is noticed before `setImmediate` calls back.
          timer = setTimeout(() => {
            last = setImmediate(drop)
          }, timeout).unref()
          return
        }
        finish()
        controller.close()
      } catch (error) {
        finish()
        controller.error(error)
      }
    },
    cancel(reason) {
      finish()
      return reader.cancel(reason)
    },
  })
}

/** Adds a request id and security headers, turns errors into responses, and updates metrics and the log. */
async function observed(
  { metrics, log, ending }: Context,
  operation: Operation | 'unknown',
  request: Request,
  make: () => Promise<Response>,
): Promise<Response> {
  const id = randomUUID()
  const began = performance.now()
  let response: Response
  let code: string | undefined
  try {
    response = await make()
  } catch (error) {
    const fault = faultOf(error, !OF_FILES.has(operation))
    code = fault.code
    if (fault === UNEXPECTED || fault.status === 500)
      log.error({ event: 'failure', request: id, operation, error: traceOf(error) })
    response = faultResponse(fault, request)
  }
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  response.headers.set('x-request-id', id)
  if (ending.aborted) response.headers.set('connection', 'close')
  const milliseconds = performance.now() - began
  metrics.record(operation, response.status, milliseconds / 1000)
  log.info({
    event: 'request',
    request: id,
    method: request.method,
    operation,
    status: response.status,
    ...(code !== undefined && { code }),
    milliseconds: Math.round(milliseconds * 1000) / 1000,
  })
  return response
}

function faultResponse({ status, body, closes, retryAfter }: Fault, request: Request | undefined): Response {
  const headers = new Headers()
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  if (closes) headers.set('connection', 'close')
  const response = Response.json(body, { status, headers })
  return request?.method === 'HEAD' ? new Response(null, response) : response
}

function noSuchRoute(routes: readonly AnyRoute[], path: string, method: string): Fault {
  const others = routes.filter((route) =>
    new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  if (others.length === 0)
    return new Fault(404, 'not-found', 'there is no such path', 'see /openapi.json for the available paths')
  const methods = others.map((route) => route.method.toUpperCase()).join(', ')
  return new Fault(
    405,
    'method-not-allowed',
    `the path does not support ${method.slice(0, 20)}`,
    `use ${methods}`,
  )
}

/** Requests made without a port name the host in their URL. */
function hostOf(request: Request): string {
  return new URL(request.url).host
}
