/// <reference types="node" />
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { InvalidOption } from '../model/errors.js'
import type { Store } from '../store/store.js'
import { AllowedFolders } from './allowed-folders.js'
import { makeApp } from './app.js'
import { byteCapacity, requestCapacity } from './capacity.js'
import type { Context } from './context.js'
import { JobQueue } from './jobs/job-queue.js'
import { runInThread } from './jobs/run-in-thread.js'
import { Uploads } from './jobs/uploads.js'
import type { Log } from './log.js'
import { MemoryBudget } from './memory-budget.js'
import { Metrics } from './metrics.js'
import { Namespaces } from './namespaces.js'
import { makeRoutes } from './routes/table.js'
import { DEFAULT_LIMITS, JOB_DISK_RATIO, type Limits } from './settings.js'
import { isLoopback } from './token.js'

export interface ServerOptions {
  readonly store: Store
  readonly isReadOnly: boolean
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly token: string | undefined
  /** Folders whose files jobs can read. */
  readonly allow: readonly string[]
  /** The folder for uploads and job results; the caller removes it. */
  readonly temporary: string
  readonly limits: Partial<Limits>
  /** Worker threads per job. Default: at most the number of cores. */
  readonly workers?: number | undefined
  /** Bytes that the server may use. Default: no limit. */
  readonly memory?: number | undefined
  readonly version: string
  readonly log: Log
}

export interface RunningServer {
  readonly address: string
  /**
   * Refuses new requests, lets requests in progress finish, and closes the store. Everything acknowledged is stored.
   *
   * @param grace milliseconds after which connections are closed by force
   */
  close(grace?: number): Promise<void>
}

/** The number of milliseconds within which the headers of a request must arrive. */
const HEADERS_TIMEOUT = 10_000
const CHECK_INTERVAL = 1000
const MAX_CONNECTIONS = 1024
const GRACE = 10_000
/** The number of milliseconds of inactivity after which a client that does not read its response is dropped. */
const IDLE_TIMEOUT = 600_000

/** Creates the context for a server or a test. */
export function makeContext(
  options: Omit<ServerOptions, 'host' | 'port' | 'token'>,
  ending: AbortSignal,
): Context {
  const { store, isReadOnly, temporary, version, log, workers } = options
  const memory = options.memory === undefined ? undefined : new MemoryBudget(options.memory)
  const { maxUpload = DEFAULT_LIMITS.maxUpload } = options.limits
  const maxJobDisk = JOB_DISK_RATIO * maxUpload
  const limits = { ...DEFAULT_LIMITS, maxJobDisk, ...memory?.limits, ...options.limits }
  const metrics = new Metrics()
  return {
    store,
    namespaces: new Namespaces(store),
    isReadOnly,
    version,
    limits,
    routes: makeRoutes(limits),
    folders: new AllowedFolders(options.allow),
    uploads: new Uploads(join(temporary, 'uploads'), limits),
    jobs: new JobQueue(join(temporary, 'jobs'), limits, log, runInThread({ store, memory, metrics })),
    metrics,
    log,
    requests: requestCapacity(limits.maxRequests),
    longRunning: requestCapacity(limits.maxStreams),
    held: byteCapacity(limits.maxHeld),
    memory,
    running: {
      ...(workers !== undefined && { workers }),
      ...(memory !== undefined && { memory: memory.jobMemory(limits.maxRunning) }),
    },
    ending,
  }
}

/** Starts a server. A token is required unless it listens on a loopback address. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, token, store, log } = options
  if (!isLoopback(host) && token === undefined)
    throw new InvalidOption('host', host, 'a token as well, or 127.0.0.1')
  const ending = new AbortController()
  const context = makeContext(options, ending.signal)
  const app = makeApp(context, { token, isLoopback: isLoopback(host) })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: Math.min(HEADERS_TIMEOUT, context.limits.timeout),
      // Bodies have their own timeouts, because a stream can be long-lived.
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_INTERVAL,
      maxHeaderSize: 16_384,
    },
  }) as Server
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = IDLE_TIMEOUT
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${actual}`
  log.info({ event: 'listening', address })
  return {
    address,
    async close(grace = GRACE) {
      log.info({ event: 'shutting-down' })
      ending.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), grace)
      await context.jobs.close()
      await closed
      clearTimeout(timer)
      await store.close()
      log.info({ event: 'ended' })
    },
  }
}
