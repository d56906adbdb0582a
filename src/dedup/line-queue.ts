/// <reference types="node" />
import { statSync } from 'node:fs'
import { formatByEnding } from '../read/format.js'
import { type Chunks, openBytes } from '../read/node-bytes.js'
import { readFault } from '../read/node-fault.js'
import { reportLongRecord } from '../read/record-limit.js'
import { Window } from '../read/window.js'
import type { RecordQueue } from './record-queue.js'

const NEWLINE = 0x0a

/** The lines of a file, compressed or not. */
export class LineQueue implements RecordQueue {
  readonly path: string
  readonly #chunks: Chunks
  readonly #window = new Window()
  #searched = 0
  #line = 1
  #ended = false

  private constructor(path: string, chunks: Chunks) {
    this.path = path
    this.#chunks = chunks
  }

  static async open(path: string): Promise<LineQueue> {
    let bytes: number
    try {
      bytes = statSync(path).size
    } catch (error) {
      throw readFault(path, error)
    }
    const { compression } = formatByEnding(path)
    const input = { name: path, path, format: 'jsonl', compression, isRegular: true, bytes } as const
    return new LineQueue(path, (await openBytes(input)).chunks)
  }

  take(): Uint8Array | undefined {
    const { bytes, start, end } = this.#window
    const newline = bytes.indexOf(NEWLINE, Math.max(start, this.#searched))
    if (newline >= 0 && newline < end) {
      this.#window.start = newline + 1
      this.#searched = newline + 1
      this.#line++
      return bytes.subarray(start, newline)
    }
    this.#searched = end
    if (!this.#ended || start === end) return undefined
    this.#window.start = end
    return bytes.subarray(start, end)
  }

  async more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done === true) {
      const wasEnded = this.#ended
      this.#ended = true
      return !wasEnded
    }
    this.#searched -= reportLongRecord(
      this.path,
      () => this.#line,
      () => this.#window.append(value),
    )
    return true
  }

  async close(): Promise<void> {
    await this.#chunks.return()
  }
}
