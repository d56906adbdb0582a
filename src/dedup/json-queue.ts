/// <reference types="node" />
import { formatByEnding } from '../read/format.js'
import { isBlank, JsonListSplitter } from '../read/json-list.js'
import { JsonObjectSplitter } from '../read/json-objects.js'
import { type Chunks, openBytes } from '../read/node-bytes.js'
import { readFault } from '../read/node-fault.js'
import { reportLongRecord } from '../read/record-limit.js'
import { changed } from './merged-records.js'
import type { RecordQueue } from './record-queue.js'

const OPEN_LIST = 0x5b

/** The records of a JSON array, or of JSON objects one after the other, as written. */
export class JsonQueue implements RecordQueue {
  readonly path: string
  readonly #chunks: Chunks
  readonly #splitter: JsonListSplitter | JsonObjectSplitter
  #records: Uint8Array[] = []
  #next = 0

  private constructor(path: string, chunks: Chunks, isList: boolean) {
    this.path = path
    this.#chunks = chunks
    const Splitter = isList ? JsonListSplitter : JsonObjectSplitter
    this.#splitter = new Splitter((_line, bytes) => this.#records.push(withoutBlanks(bytes).slice()))
  }

  static async open(path: string): Promise<JsonQueue> {
    const { compression } = formatByEnding(path)
    try {
      const { head, chunks } = await openBytes({ name: path, path, compression })
      return new JsonQueue(path, chunks, head.find((byte) => !isBlank(byte)) === OPEN_LIST)
    } catch (error) {
      throw readFault(path, error)
    }
  }

  take(): Uint8Array | undefined {
    return this.#records[this.#next++]
  }

  async more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done === true) return false
    this.#records = []
    this.#next = 0
    const problem = reportLongRecord(
      this.path,
      () => this.#splitter.line,
      () => this.#splitter.push(value),
    )
    if (problem !== undefined) throw changed(this.path, problem)
    return true
  }

  async close(): Promise<void> {
    await this.#chunks.return()
  }
}

function withoutBlanks(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && isBlank(bytes[end - 1]!)) end--
  return bytes.subarray(0, end)
}
