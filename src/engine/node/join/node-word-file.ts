import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { spoolFault } from '../../../read/node-fault.js'

/** Words of a buffer. */
const BUFFER_WORDS = 16_384

/** A temporary file of words that grows at its end. */
export class WordFile {
  readonly path: string
  readonly #file: number
  readonly #buffer = new Uint32Array(BUFFER_WORDS)
  #used = 0

  constructor(path: string) {
    this.path = path
    this.#file = attempt(path, () => openSync(path, 'wx', 0o600))
  }

  write(words: Uint32Array): void {
    if (words.length > BUFFER_WORDS - this.#used) this.#flush()
    if (words.length > BUFFER_WORDS) {
      this.#writeAll(words)
      return
    }
    this.#buffer.set(words, this.#used)
    this.#used += words.length
  }

  close(): void {
    try {
      this.#flush()
    } finally {
      closeSync(this.#file)
    }
  }

  #flush(): void {
    this.#writeAll(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }

  #writeAll(words: Uint32Array): void {
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
    for (let done = 0; done < bytes.length; ) {
      done += attempt(this.path, () => writeSync(this.#file, bytes, done))
    }
  }
}

/** Reads a file of words from its beginning on. */
export class WordReader {
  readonly #path: string
  readonly #file: number
  #buffer = new Uint32Array(BUFFER_WORDS)
  #start = 0
  #end = 0

  constructor(path: string) {
    this.#path = path
    this.#file = attempt(path, () => openSync(path, 'r'))
  }

  /** The next words: a view that holds until the next are asked for; fewer at the end of the file. */
  read(count: number): Uint32Array {
    if (this.#end - this.#start < count) this.#fill(count)
    const words = this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + count))
    this.#start += words.length
    return words
  }

  close(): void {
    closeSync(this.#file)
  }

  #fill(count: number): void {
    const left = this.#buffer.subarray(this.#start, this.#end)
    const next = count > this.#buffer.length ? new Uint32Array(2 * count) : this.#buffer
    next.set(left)
    this.#buffer = next
    this.#start = 0
    let bytes = 4 * left.length
    const room = new Uint8Array(next.buffer)
    while (bytes < 4 * count || bytes % 4 !== 0) {
      const got = attempt(this.#path, () => readSync(this.#file, room, bytes, room.length - bytes, null))
      if (got === 0) break
      bytes += got
    }
    this.#end = bytes >> 2
  }
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw spoolFault(path, error)
  }
}
