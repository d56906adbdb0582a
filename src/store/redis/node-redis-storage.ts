/// <reference types="node" />
import { UnreadableInput } from '../../model/errors.js'
import { utf8Of } from '../byte-strings.js'
import type { BucketRange, ByteString, Change, Storage } from '../storage.js'
import { PackedList, unpackLists } from './node-message-pack.js'
import type { RedisClient } from './redis-types.js'
import { MEMBERS_SCRIPT, WRITE_SCRIPT } from './script.js'

const bytesOf = (text: ByteString) => Buffer.from(text, 'latin1')

/** Keys that are asked for at once: the server does nothing else in the meantime. */
const MAX_KEYS = 1000
/** What stands for no limit. */
const ALL = 2 ** 31 - 1

/**
 * A storage in Redis or Valkey. The keys of a namespace share a hash tag, so that a cluster keeps them on one node, where a change
 * can be one atomic script; namespaces are spread over the nodes.
 */
export class RedisStorage implements Storage {
  readonly location: string
  readonly isReadOnly = false
  /** A script stops the server for others while it runs: a few milliseconds for so many documents. */
  readonly batchDocuments = 200
  readonly #client: RedisClient
  readonly #prefix: ByteString

  /** @param prefix the beginning of every key; several indexes in one database have different ones */
  constructor(client: RedisClient, prefix: string, location: string) {
    this.#client = client
    this.#prefix = utf8Of(prefix)
    this.location = location
  }

  async records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]> {
    const start = `${this.#tag(space)}r`
    const found: (Uint8Array | undefined)[] = []
    for (let from = 0; from < keys.length; from += MAX_KEYS) {
      const some = keys.slice(from, from + MAX_KEYS).map((key) => bytesOf(start + key))
      const values = await this.#ask(() => this.#client.mgetBuffer(some))
      for (const value of values) found.push(value ?? undefined)
    }
    return found
  }

  async members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]> {
    const tag = bytesOf(this.#tag(space))
    const found: ByteString[][] = []
    for (let from = 0; from < ranges.length; from += MAX_KEYS) {
      const list = new PackedList()
      for (const { bucket, after, limit = ALL } of ranges.slice(from, from + MAX_KEYS)) {
        list.add(bucket)
        list.add(after === undefined || after === '' ? '-' : `(${after}`)
        list.add(limit)
      }
      const answer = await this.#ask(() => this.#client.evalBuffer(MEMBERS_SCRIPT, 1, tag, list.finish()))
      for (const members of unpackLists(answer)) found.push(members)
    }
    return found
  }

  async counters(space: ByteString, names: readonly ByteString[]): Promise<number[]> {
    const start = `${this.#tag(space)}n`
    return this.#ask(async () => {
      const values = await Promise.all(names.map((name) => this.#client.get(bytesOf(start + name))))
      return values.map(Number)
    })
  }

  async write(space: ByteString, change: Change): Promise<boolean> {
    const { expect, deleted = [], put = [], erased = [], inserted = [], counted = [] } = change
    const args = new PackedList()
    const list = <Item>(items: readonly Item[], add: (item: Item) => void) => {
      args.add(items.length)
      items.forEach(add)
    }
    const pair = ([one, other]: readonly [ByteString, ByteString | Uint8Array | number]) => {
      args.add(one)
      args.add(other)
    }
    list(expect?.records ?? [], ([key, value]) => {
      args.add(key)
      args.add(value === undefined ? 0 : 1)
      args.add(value ?? '')
    })
    list(expect?.buckets ?? [], ([bucket, members]) => {
      args.add(bucket)
      list(members, (member) => args.add(member))
    })
    list(deleted, (key) => args.add(key))
    list(put, pair)
    list(erased, pair)
    list(inserted, pair)
    list(counted, pair)
    const tag = bytesOf(this.#tag(space))
    const result = await this.#ask(() => this.#client.eval(WRITE_SCRIPT, 1, tag, args.finish()))
    return result === 1
  }

  async compact(): Promise<void> {}

  async size(): Promise<undefined> {
    return undefined
  }

  async close(): Promise<void> {
    await this.#client.quit()
  }

  /** What stands in braces decides the hash slot: it must not be empty, and no brace in a name may end it early. */
  #tag(space: ByteString): ByteString {
    return `{${this.#prefix}:${encodeURIComponent(space)}}:`
  }

  async #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask()
    } catch (error) {
      throw new UnreadableInput(this.location, (error as Error).message, 'check that the server is running')
    }
  }
}
