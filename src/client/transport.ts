import { ApiError } from './api-error.js'

/** How a client connects. */
export interface ClientOptions {
  /** The token, if the server requires one. */
  readonly token?: string
  /** How often a request is repeated if the server is busy, or a lookup if its store is not available. Default: 3. */
  readonly retries?: number
  /** The timeout of a request in milliseconds. Long requests, such as streams of results, have none. Default: 30,000. */
  readonly timeout?: number
  /** Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch
}

/** One request. */
interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: BodyInit
  readonly type?: string
  /** Whether it may last longer than the timeout. */
  readonly isLongRunning?: boolean
}

const DEFAULT_RETRIES = 3
const DEFAULT_TIMEOUT = 30_000
const MAX_PAUSE = 60
const WRITES = /^\/v1\/(?:bulk\/)?(?:add|add-if-new|remove|restore)$/

/** Sends requests, and throws an `ApiError` if a response is not successful. */
export class Transport {
  readonly #address: string
  readonly #options: ClientOptions

  constructor(address: string, options: ClientOptions) {
    this.#address = address.replace(/\/+$/, '')
    this.#options = options
  }

  async post<Answer>(path: string, body: object): Promise<Answer> {
    const response = await this.send({
      method: 'POST',
      path,
      body: JSON.stringify(body),
      type: 'application/json',
    })
    return (await response.json()) as Answer
  }

  async get<Answer>(path: string, query?: Call['query']): Promise<Answer> {
    return (await (await this.send({ method: 'GET', path, ...(query && { query }) })).json()) as Answer
  }

  async send(call: Call): Promise<Response> {
    const { retries = DEFAULT_RETRIES } = this.#options
    for (let attempt = 0; ; attempt++) {
      const response = await this.#fetch(call)
      if (response.ok) return response
      const pause = Number(response.headers.get('retry-after'))
      const error = await errorOf(response)
      const isRetried = response.status === 503 && pause > 0 && canRepeat(call, error)
      if (!isRetried || attempt >= retries) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(MAX_PAUSE, pause)))
    }
  }

  #fetch({ method, path, query = {}, body, type, isLongRunning = false }: Call): Promise<Response> {
    const { token, timeout = DEFAULT_TIMEOUT, fetch: send = fetch } = this.#options
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`
    return send(`${this.#address}${path}${search}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
      // Required for bodies that are streams.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
      ...(!isLongRunning && { signal: AbortSignal.timeout(timeout) }),
    } as RequestInit)
  }
}

/**
 * A busy server has not started to process the request, so it can be repeated. A write that the store of the server did not confirm may have
 * been made. A body that is a stream cannot be sent again.
 */
function canRepeat({ path, body }: Call, { code }: ApiError): boolean {
  if (body instanceof ReadableStream) return false
  return code !== 'store-unavailable' || !WRITES.test(path)
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string; hint: string } }
    return new ApiError(status, error.code, error.message, error.hint)
  } catch {
    return new ApiError(
      status,
      'unexpected',
      `the server responded with status ${status}`,
      'check its address',
    )
  }
}
