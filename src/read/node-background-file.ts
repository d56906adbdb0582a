/// <reference types="node" />
import { close, createReadStream, openSync, renameSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { spoolFault } from './node-fault.js'

const writeTo = promisify(write)
const closeFile = promisify(close)

/** A temporary file that is written in the background, while the next bytes are prepared. */
export class BackgroundFile {
  readonly path: string
  readonly #file: number
  #pending: Promise<void> = Promise.resolve()
  #bytes = 0
  #isClosed = false

  constructor(path: string) {
    this.path = path
    try {
      this.#file = openSync(path, 'wx', 0o600)
    } catch (error) {
      throw spoolFault(path, error)
    }
  }

  /** The number of bytes written so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Starts to write bytes, which must not change until the next call, or `finish`, has returned. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#pending
    const offset = this.#bytes
    this.#bytes += bytes.length
    this.#pending = this.#writeAll(bytes, offset)
    // A failure is reported by the next call.
    this.#pending.catch(() => {})
  }

  /** Waits until everything is written, and closes the file. */
  async finish(): Promise<void> {
    try {
      await this.#pending
    } finally {
      if (!this.#isClosed) {
        this.#isClosed = true
        await closeFile(this.#file)
      }
    }
  }

  /** Changes the content of the finished file. */
  async rewrite(change: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Promise<void> {
    const changed = new BackgroundFile(`${this.path}.new`)
    try {
      for await (const chunk of change(createReadStream(this.path))) await changed.write(chunk)
      await changed.finish()
      renameSync(changed.path, this.path)
    } catch (error) {
      await changed.abandon()
      throw spoolFault(this.path, error)
    }
    this.#bytes = changed.bytes
  }

  /** Closes it after an error. */
  async abandon(): Promise<void> {
    await this.finish().catch(() => {})
  }

  async #writeAll(bytes: Uint8Array, offset: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await writeTo(this.#file, bytes, done, bytes.length - done, offset + done)
        done += bytesWritten
      }
    } catch (error) {
      throw spoolFault(this.path, error)
    }
  }
}
