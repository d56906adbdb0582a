/// <reference types="node" />
import { UnreadableInput } from '../../model/errors.js'
import { byteStringOf, utf8Of } from '../byte-strings.js'
import type { BucketRange, ByteString, Change, Storage } from '../storage.js'
import type { RedisClient } from './redis-types.js'
import { WRITE_SCRIPT } from './script.js'

const bytesOf = (text: ByteString) => Buffer.from(text, 'latin1')

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
  readonly batchDocuments = 100
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
    return this.#ask(async () => {
      const values = await Promise.all(keys.map((key) => this.#client.getBuffer(bytesOf(start + key))))
      return values.map((value) => value ?? undefined)
    })
  }

  async members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]> {
    const start = `${this.#tag(space)}b`
    return this.#ask(() =>
      Promise.all(
        ranges.map(async ({ bucket, after, limit = ALL }) => {
          const from = after === undefined || after === '' ? '-' : bytesOf(`(${after}`)
          const key = bytesOf(start + bucket)
          const members = await this.#client.zrangeBuffer(key, from, '+', 'BYLEX', 'LIMIT', 0, limit)
          return members.map(byteStringOf)
        }),
      ),
    )
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
    const args: (Uint8Array | number)[] = []
    const list = <Item>(items: readonly Item[], add: (item: Item) => void) => {
      args.push(items.length)
      items.forEach(add)
    }
    list(expect?.records ?? [], ([key, value]) =>
      args.push(
        bytesOf(key),
        value === undefined ? 0 : 1,
        value === undefined ? Buffer.alloc(0) : Buffer.from(value),
      ),
    )
    list(expect?.buckets ?? [], ([bucket, members]) => {
      args.push(bytesOf(bucket))
      list(members, (member) => args.push(bytesOf(member)))
    })
    list(deleted, (key) => args.push(bytesOf(key)))
    list(put, ([key, value]) => args.push(bytesOf(key), Buffer.from(value)))
    for (const changes of [erased, inserted]) {
      list(changes, ([bucket, member]) => args.push(bytesOf(bucket), bytesOf(member)))
    }
    list(counted, ([name, by]) => args.push(bytesOf(name), by))
    const tag = bytesOf(this.#tag(space))
    const result = await this.#ask(() => this.#client.eval(WRITE_SCRIPT, 1, tag, args))
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
