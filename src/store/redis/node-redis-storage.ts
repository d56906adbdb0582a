/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { BANDS, SHINGLES } from '../keys.js'
import { byPage, entryBytes, type PostingTable, pageName, restBytes } from '../postings.js'
import type {
  BucketRange,
  ByteString,
  Change,
  Load,
  LoadOptions,
  Reads,
  Storage,
  StoredContent,
} from '../storage.js'
import { IndexIdentity } from './node-index-identity.js'
import { PackedList, unpackLists } from './node-message-pack.js'
import { RedisConnection } from './node-redis-connection.js'
import { beginLoad } from './node-redis-load.js'
import { addKeys, findPostings, postAhead, readAhead } from './node-redis-postings.js'
import type { RedisClient } from './redis-types.js'
import { MEMBERS_SCRIPT, WRITE_SCRIPT } from './script.js'

const bytesOf = (text: ByteString) => Buffer.from(text, 'latin1')

/** The number of keys per request, because the server does nothing else in the meantime. */
const MAX_KEYS = 1000
/** Means no limit. */
const ALL = 2 ** 31 - 1

/**
 * A storage in Redis or Valkey. The keys of a namespace share a hash tag, so that a cluster keeps them on one node, where a change can be
 * one atomic script; namespaces are distributed over the nodes.
 */
export class RedisStorage implements Storage {
  readonly location: string
  readonly isReadOnly = false
  /** A script blocks the server while it runs: a few milliseconds for this many documents. */
  readonly batchDocuments = 500
  /** With this many documents, there are many postings per page, so that each costs less. */
  readonly ahead = {
    documents: 2 ** 17,
    post: (space: ByteString, contents: readonly StoredContent[]) =>
      postAhead(this.identity, space, contents),
  }
  readonly identity: IndexIdentity
  readonly #connection: RedisConnection

  /** @param prefix the prefix of every key; several indexes in one database need different ones */
  constructor(client: RedisClient, prefix: string, location: string) {
    this.#connection = new RedisConnection(client, prefix, location)
    this.identity = new IndexIdentity(this.#connection, this)
    this.location = location
  }

  async records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]> {
    const start = `${this.#connection.tag(space)}r`
    const found: (Uint8Array | undefined)[] = []
    for (let from = 0; from < keys.length; from += MAX_KEYS) {
      const some = keys.slice(from, from + MAX_KEYS).map((key) => bytesOf(start + key))
      const values = await this.#connection.request(() => this.#connection.client.mgetBuffer(some))
      for (const value of values) found.push(value ?? undefined)
    }
    return found
  }

  async members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]> {
    const found: ByteString[][] = []
    for (let from = 0; from < ranges.length; from += MAX_KEYS) {
      const list = new PackedList()
      const some = ranges.slice(from, from + MAX_KEYS)
      for (const { bucket, after, limit = ALL } of some) {
        list.add(bucket)
        list.add(after === undefined || after === '' ? '-' : `(${after}`)
        list.add(limit)
      }
      const answer = await this.#connection.run(MEMBERS_SCRIPT, space, list)
      unpackLists(answer as Uint8Array).forEach((members, i) => {
        const { after = '', limit } = some[i]!
        found.push(limit === 0 || (members.length === 1 && members[0]! <= after) ? [] : members)
      })
    }
    return found
  }

  postings(
    space: ByteString,
    table: PostingTable,
    keys: Uint32Array,
    limit?: number,
  ): Promise<(readonly ByteString[])[]> {
    return findPostings(this.identity, space, table, keys, limit)
  }

  readAhead(space: ByteString, keys: Uint32Array, documents: number, withRecords: boolean): Promise<Reads> {
    return readAhead(this.identity, this, space, keys, documents, withRecords)
  }

  async counters(space: ByteString, names: readonly ByteString[]): Promise<number[]> {
    const start = `${this.#connection.tag(space)}n`
    const { client } = this.#connection
    return this.#connection.request(async () => {
      const values = await Promise.all(names.map((name) => client.get(bytesOf(start + name))))
      return values.map(Number)
    })
  }

  async write(space: ByteString, change: Change): Promise<boolean> {
    // A change without expectations can be made twice.
    const receipt = change.expect === undefined ? '' : randomUUID()
    const result = await this.identity.write(WRITE_SCRIPT, space, packChange(change, receipt, false))
    if (result !== 2) return result === 1
    return (await this.identity.write(WRITE_SCRIPT, space, packChange(change, receipt, true))) === 1
  }

  load(space: ByteString, options: LoadOptions): Promise<Load> {
    return beginLoad(this.identity, space, options)
  }

  async compact(): Promise<void> {}

  async size(): Promise<undefined> {
    return undefined
  }

  async close(): Promise<void> {
    await this.#connection.client.quit()
  }
}

/**
 * A change in the form that the script accepts.
 *
 * @param receipt identifies a change that must not be made again; otherwise empty
 * @param isStale whether postings that were written ahead may have been removed since
 */
function packChange(change: Change, receipt: ByteString, isStale: boolean): PackedList {
  const { ahead = '', expect, deleted = [], put = [], erased = [], inserted = [], counted = [] } = change
  const { withdrawn = [], introduced = [] } = change
  const args = new PackedList()
  const list = <Item>(items: readonly Item[], add: (item: Item) => void) => {
    args.add(items.length)
    items.forEach(add)
  }
  const pair = ([one, other]: readonly [ByteString, ByteString | Uint8Array | number]) => {
    args.add(one)
    args.add(other)
  }
  const records = expect?.records ?? []
  args.add(isStale ? '?' : ahead)
  args.add(receipt)
  list(
    records.filter(([, value]) => value === undefined),
    ([key]) => args.add(key),
  )
  list(
    records.filter(([, value]) => value !== undefined),
    ([key, value]) => pair([key, value!]),
  )
  list(expect?.buckets ?? [], ([bucket, members]) => {
    args.add(bucket)
    list(members, (member) => args.add(member))
  })
  const read = (expect?.postings ?? []).flatMap(({ table, keys, members }) =>
    members.map((allowed, i) => ({
      table,
      key: keys.subarray(table.keyWords * i, table.keyWords * (i + 1)),
      allowed,
    })),
  )
  list(read, ({ table, key, allowed }) => {
    addKeys(args, table, key)
    args.add(entryBytes(table))
    list(allowed, (member) => args.add(member))
  })
  list(deleted, (key) => args.add(key))
  list(put, pair)
  list(withdrawn, (content) => {
    args.add(content.record)
    list(entriesOf(content), pair)
  })
  list(introduced, (content) => {
    args.add(content.record)
    args.add(content.value())
    list(ahead === '' || isStale ? entriesOf(content) : [], pair)
  })
  list(erased, pair)
  list([...byBucket(inserted)], ([bucket, members]) => {
    args.add(bucket)
    list(members, (member) => args.add(member))
  })
  list(counted, pair)
  return args
}

/** The postings of a content, each with its page. */
function entriesOf({ postings }: StoredContent): (readonly [page: ByteString, entry: Uint8Array])[] {
  return [BANDS, SHINGLES].flatMap((table) => {
    const width = restBytes(table) + table.memberBytes
    return byPage(table, postings).flatMap(({ page, entries }) =>
      Array.from(
        { length: entries.length / width },
        (_, i) => [table.name + pageName(page), entries.subarray(width * i, width * (i + 1))] as const,
      ),
    )
  })
}

function byBucket(entries: NonNullable<Change['inserted']>): Map<ByteString, ByteString[]> {
  const members = new Map<ByteString, ByteString[]>()
  for (const [bucket, member] of entries) {
    const list = members.get(bucket)
    if (list === undefined) members.set(bucket, [member])
    else list.push(member)
  }
  return members
}
