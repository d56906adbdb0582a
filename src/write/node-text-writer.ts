/// <reference types="node" />
import type { Pack } from './node-pack.js'
import type { Sink } from './node-sink.js'

const BUFFER_BYTES = 1 << 20
/** The number of characters that are encoded at a time, because each call costs more than a short row. */
const GATHERED = 1 << 13

/** Collects text and bytes into pieces of a megabyte, compresses them if requested, and passes them to a sink. */
export class TextWriter {
  readonly #sink: Sink
  readonly #pack: Pack | undefined
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #used = 0
  #text = ''
  #isEmpty = true

  constructor(sink: Sink, pack: Pack | undefined) {
    this.#sink = sink
    this.#pack = pack
  }

  /** Adds a text. If it returns a promise, await it before the next call. */
  writeText(text: string): void | Promise<void> {
    this.#text += text
    if (this.#text.length >= GATHERED) return this.#writeGathered()
  }

  write(bytes: Uint8Array): void | Promise<void> {
    return both(this.#writeGathered(), this.#append(bytes))
  }

  writeAll(parts: readonly Uint8Array[]): void | Promise<void> {
    return parts.reduce<void | Promise<void>>((written, part) => both(written, this.write(part)), undefined)
  }

  #writeGathered(): void | Promise<void> {
    const text = this.#text
    this.#text = ''
    // A code unit takes at most three bytes.
    if (text.length * 3 > BUFFER_BYTES - this.#used) return this.#append(Buffer.from(text))
    this.#used += this.#buffer.write(text, this.#used)
  }

  #append(bytes: Uint8Array): void | Promise<void> {
    if (bytes.length <= BUFFER_BYTES - this.#used) {
      this.#buffer.set(bytes, this.#used)
      this.#used += bytes.length
      return
    }
    const flushed = this.#flush()
    if (bytes.length > BUFFER_BYTES) return both(flushed, this.#give(bytes))
    this.#buffer.set(bytes)
    this.#used = bytes.length
    return flushed
  }

  async close(): Promise<void> {
    await this.#writeGathered()
    // An empty file is compressed as well, because a file of no bytes is not a gzip file.
    if (this.#used > 0 || (this.#isEmpty && this.#pack !== undefined)) await this.#flush()
    await this.#sink.close()
  }

  abort(): Promise<void> {
    return this.#sink.abort()
  }

  #flush(): void | Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#used)
    this.#used = 0
    return this.#give(bytes)
  }

  #give(bytes: Uint8Array): void | Promise<void> {
    this.#isEmpty = false
    if (this.#pack === undefined) return this.#sink.write(bytes)
    let given = this.#sink.write(this.#pack(bytes.subarray(0, BUFFER_BYTES)))
    for (let at = BUFFER_BYTES; at < bytes.length; at += BUFFER_BYTES) {
      given = both(given, this.#sink.write(this.#pack(bytes.subarray(at, at + BUFFER_BYTES))))
    }
    return given
  }
}

function both(first: void | Promise<void>, second: void | Promise<void>): void | Promise<void> {
  if (first === undefined || second === undefined) return first ?? second
  return Promise.all([first, second]).then(() => {})
}
