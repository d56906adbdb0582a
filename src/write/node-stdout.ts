/// <reference types="node" />
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { writeFault } from './node-fault.js'
import type { Sink } from './node-sink.js'
import { TerminalText } from './node-terminal-text.js'

/**
 * Standard output. It is not an error if the reader goes away (`| head`): what follows is dropped. On a terminal, control characters in the
 * data are escaped; a file or a pipe receives the bytes as they are.
 */
export class StdoutSink implements Sink {
  readonly #stream: Writable
  readonly #onError: (error: NodeJS.ErrnoException) => void
  readonly #shown: TerminalText | undefined
  #isGone = false
  #fault: unknown

  constructor(stream: Writable = process.stdout) {
    this.#stream = stream
    if ((stream as Partial<NodeJS.WriteStream>).isTTY === true) this.#shown = new TerminalText()
    this.#onError = (error) => {
      if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') this.#isGone = true
      else this.#fault ??= writeFault('stdout', error)
    }
    stream.on('error', this.#onError)
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (this.#fault !== undefined) throw this.#fault
    if (this.#isGone) return
    // A copy, because the stream may keep it, and the caller reuses its buffer.
    if (this.#stream.write(this.#shown?.push(bytes) ?? Uint8Array.from(bytes))) return
    return this.#drained()
  }

  /** Waits until everything has been passed to the system. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#isGone || this.#stream.destroyed) resolve()
      else this.#stream.write(this.#shown?.end() ?? '', () => resolve())
    })
    // The listener stays for late errors; there is at most one per output.
    if (this.#fault !== undefined) throw this.#fault
  }

  async abort(): Promise<void> {}

  async #drained(): Promise<void> {
    if (this.#stream.destroyed) return
    const controller = new AbortController()
    const { signal } = controller
    await Promise.race([
      once(this.#stream, 'drain', { signal }),
      once(this.#stream, 'close', { signal }),
    ]).catch(() => {})
    controller.abort()
    if (this.#fault !== undefined) throw this.#fault
  }
}
