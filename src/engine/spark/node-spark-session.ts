import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { SparkFailed } from '../../model/errors.js'
import type { Progress, StopSignal } from '../engine.js'
import type { RowsMessage, SentColumns, SparkMessage, SparkRequest } from './messages.js'
import { columnLines } from './node-packed-numbers.js'
import { sparkCommand } from './node-spark-command.js'
import { applicationEnded, connectionLost, errorOf } from './spark-errors.js'
import type { SparkOptions } from './spark-options.js'

/** What is sent before a request, and callbacks for what is sent before its answer. */
interface RequestHooks {
  readonly columns?: SentColumns
  readonly onRows?: (rows: RowsMessage) => void
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

interface Pending extends RequestHooks {
  readonly id: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** A folder that all executors share. */
interface CheckpointFolder {
  /** Its URI. */
  readonly checkpoints: string
  /** Whether the user named it. */
  readonly isFolderRequested: boolean
}

/**
 * How long an application may take to end before it is killed, in milliseconds. Whether it ends by itself or was stopped, it removes its
 * files, which takes time on a remote file system.
 */
const MAX_END = { idle: 300_000, stopped: 60_000 }

/** How long it may be unknown why a connection was lost, in milliseconds. */
const MAX_UNKNOWN = 2000

/** The number of lines of Spark's output that are kept for an error message. */
const KEPT_LINES = 40

/** What happens to the connection of an application: it is ready for requests, it has failed, or the connection was lost. */
interface ConnectionEvents {
  readonly ready: () => void
  readonly failed: (error: unknown) => void
  readonly lost: (error: Error) => void
}

/**
 * A Spark application that answers one request after the other. It is started by the first request. Submitting takes seconds, so several
 * searches share it.
 */
export class SparkSession {
  readonly #options: SparkOptions
  readonly #checkpoints: CheckpointFolder
  readonly #maxEnd: typeof MAX_END
  #process: ChildProcess | undefined
  #server: Server | undefined
  #socket: Socket | undefined
  #log: WriteStream | undefined
  #started: Promise<void> | undefined
  #isChecked = false
  #pending: Pending | undefined
  #failed: unknown
  #last: Promise<unknown> = Promise.resolve()
  #next = 1
  readonly #printed: string[] = []
  /** The version of Spark; undefined before the first request. */
  version: string | undefined

  constructor(options: SparkOptions, checkpoints: CheckpointFolder, maxEnd = MAX_END) {
    this.#options = options
    this.#checkpoints = checkpoints
    this.#maxEnd = maxEnd
  }

  /** Starts Spark if it has not been started or the application has ended, and checks that the executors have what they need. */
  open(signal?: StopSignal): Promise<void> {
    return this.#inTurn(() => this.#unlessStopped(() => this.#ready(signal), signal))
  }

  /** Sends a request after all earlier ones have been answered. */
  async request<Result>(
    request: SparkRequest,
    hooks: RequestHooks = {},
    signal?: StopSignal,
  ): Promise<Result> {
    const send = async () => {
      // Files are checked before a cluster has executors for this application, which can take long.
      await (request.do === 'files' ? this.#begin(signal) : this.#ready(signal))
      return this.#exchange(request, hooks)
    }
    return (await this.#inTurn(() => this.#unlessStopped(send, signal))) as Result
  }

  /** Releases what the application holds for a search, unless the application has ended and everything with it. */
  async release(search: number): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#socket === undefined || this.#failed !== undefined) return
      await this.#exchange({ do: 'release', search }, {})
    })
  }

  /** Ends the application, and waits for it. */
  async close(): Promise<void> {
    this.#socket?.end()
    this.#server?.close()
    const isConnected = this.#socket !== undefined && this.#failed === undefined
    await this.#end({ isIdle: isConnected && this.#pending === undefined })
    this.#log?.end()
  }

  /**
   * Waits until the application has ended.
   *
   * @param isIdle whether it ends by itself: an idle one does when its connection is closed
   */
  async #end({ isIdle }: { readonly isIdle: boolean }): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#maxEnd[isIdle ? 'idle' : 'stopped'])
    // Spark removes its folders after this signal, but not after SIGKILL.
    if (!isIdle) child.kill('SIGTERM')
    await ended
    clearTimeout(timer)
  }

  /** Does something after all earlier requests have been answered. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** Starts Spark, unless it runs. */
  async #begin(signal: StopSignal | undefined): Promise<void> {
    if (this.#failed !== undefined) {
      // How the old application ends is not reported as an error of the new one.
      await this.#end({ isIdle: false })
      signal?.throwIfAborted()
      this.#socket
        ?.removeAllListeners('error')
        .on('error', () => {})
        .destroy()
      this.#failed = this.#started = this.#socket = undefined
      this.#isChecked = false
    }
    this.#started ??= this.#start()
    await this.#started
  }

  async #ready(signal: StopSignal | undefined): Promise<void> {
    await this.#begin(signal)
    if (this.#isChecked) return
    await this.#exchange({ do: 'check', ...this.#checkpoints }, {})
    this.#isChecked = true
  }

  async #unlessStopped<Result>(work: () => Promise<Result>, signal: StopSignal | undefined): Promise<Result> {
    signal?.throwIfAborted()
    const stop = () => {
      // A running job cannot be canceled, so the application is ended; the next request starts another one.
      this.#fail(signal!.reason)
      this.#process?.kill('SIGTERM')
    }
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await work()
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  async #exchange(request: SparkRequest, hooks: RequestHooks): Promise<unknown> {
    if (this.#failed !== undefined) throw this.#failed
    for (const line of columnLines(hooks.columns ?? {})) await this.#write(line)
    const id = this.#next++
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#pending = { id, resolve, reject, ...hooks }
        this.#socket!.write(`${JSON.stringify({ id, ...request })}\n`)
      })
    } finally {
      this.#pending = undefined
    }
  }

  /** Waits until a line is sent, so that a long request is never in memory as a whole. */
  async #write(line: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket!.write(line, (error) => (error ? reject(this.#failed ?? error) : resolve()))
    })
  }

  async #start(): Promise<void> {
    const { command, args, env } = sparkCommand(this.#options)
    const token = randomBytes(16).toString('hex')
    const server = createServer()
    this.#server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...env,
        LIKEWISE_SPARK_ADDRESS: `127.0.0.1:${port}`,
        LIKEWISE_SPARK_TOKEN: token,
      },
    })
    this.#process = child
    if (this.#options.log !== undefined) this.#log = createWriteStream(this.#options.log)
    for (const stream of [child.stdout, child.stderr]) this.#keep(stream)
    await new Promise<void>((resolve, reject) => {
      const failed = (error: unknown) => {
        this.#fail(error)
        // If the application was stopped, the reason is known already.
        reject(this.#failed)
      }
      child.once('error', (error) =>
        failed(new SparkFailed('no-spark', `${command} cannot run: ${error.message}`, 'check SPARK_HOME')),
      )
      child.once('exit', (code, signalName) => failed(applicationEnded(code ?? signalName, this.#printed)))
      const lost = (error: Error) => {
        // Usually because the application has ended, which says more.
        const timer = setTimeout(() => failed(connectionLost(error)), MAX_UNKNOWN)
        child.once('exit', () => clearTimeout(timer))
      }
      server.on('connection', (socket) => this.#accept(socket, token, { ready: resolve, failed, lost }))
    })
    server.close()
  }

  #accept(socket: Socket, token: string, { ready, failed, lost }: ConnectionEvents): void {
    let isKnown = false
    // Any program on this machine can connect; what it does is no failure of Spark.
    socket.on('error', (error) => isKnown && lost(error))
    const lines = createInterface({ input: socket })
    // It emits the errors of the socket again.
    lines.on('error', () => {})
    lines.on('line', (line) => {
      if (!isKnown) {
        isKnown = hasToken(line, token)
        if (isKnown) this.#socket = socket
        else socket.destroy()
        return
      }
      const message = JSON.parse(line) as SparkMessage
      if ('ready' in message) {
        this.version = message.ready.version
        ready()
      } else if ('error' in message && message.id === undefined) failed(errorOf(message.error))
      else this.#receive(message)
    })
  }

  #receive(message: SparkMessage): void {
    const pending = this.#pending
    if (pending === undefined) return
    if ('progress' in message) pending.onProgress?.(message.progress)
    else if ('rows' in message) pending.onRows?.(message)
    else if ('result' in message) pending.resolve(message.result)
    else if ('error' in message) pending.reject(errorOf(message.error))
  }

  #fail(error: unknown): void {
    this.#failed ??= error
    this.#pending?.reject(error)
  }

  #keep(stream: NodeJS.ReadableStream): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.#log?.write(`${line}\n`)
      this.#printed.push(line)
      if (this.#printed.length > KEPT_LINES) this.#printed.shift()
    })
  }
}

function hasToken(line: string, token: string): boolean {
  try {
    return (JSON.parse(line) as { readonly token?: unknown } | null)?.token === token
  } catch {
    return false
  }
}
