/// <reference types="node" />
import type { BucketRange, ByteString } from '../storage.js'
import { bucketKey } from './entry-order.js'
import type { LmdbTable } from './lmdb-types.js'
import { CheckedTable, checkPut } from './node-checked-table.js'

/** The first byte of the value under the name of a bucket: its only member follows, … */
const ONE = 0
/** … or each member is a key of its own: the name followed by the member. */
const MANY = 1

const APPEND = { append: true } as const
const NOTHING = new Uint8Array(0)
const IS_MANY = Uint8Array.of(MANY)

/**
 * The buckets of an index in a table of LMDB. Nearly all of them have one member, which is read and written like a record; reading a range
 * of keys takes several times as long.
 */
export class Buckets {
  readonly #table: LmdbTable
  /** The same table, for the values under the names of buckets. */
  readonly #heads: CheckedTable

  constructor(table: LmdbTable) {
    this.#table = table
    this.#heads = new CheckedTable(table)
  }

  /** The members in a range, ascending. */
  list(space: ByteString, { bucket, after, limit }: BucketRange): ByteString[] {
    const name = bucketKey(space, bucket)
    const head = this.#heads.getFast(name)
    if (head === undefined) return []
    if (head[0] === MANY) return this.#range(name, after, limit)
    const member = onlyMember(head)
    return (after !== undefined && member <= after) || limit === 0 ? [] : [member]
  }

  /** Adds members to a bucket; existing ones are not changed. */
  insert(space: ByteString, bucket: ByteString, members: readonly ByteString[]): void {
    const name = bucketKey(space, bucket)
    const head = this.#heads.getFast(name)
    const before = head === undefined || head[0] === MANY ? undefined : onlyMember(head)
    if (head?.[0] !== MANY) {
      const all = new Set(before === undefined ? members : [before, ...members])
      if (all.size === 1) {
        if (before === undefined) this.#heads.put(name, withMember(members[0]!))
        return
      }
      this.#heads.put(name, IS_MANY)
      if (before !== undefined) this.#table.putSync(name + before, NOTHING)
    }
    for (const member of members) this.#table.putSync(name + member, NOTHING)
  }

  /** Writes a new bucket at the end of the table. Its members are ascending. */
  append(space: ByteString, bucket: ByteString, members: readonly ByteString[]): void {
    const [first] = members
    if (members.length === 1) this.#heads.put(bucketKey(space, bucket), withMember(first!), APPEND)
    else {
      this.beginMany(space, bucket)
      for (const member of members) this.appendMember(space, bucket, member)
    }
  }

  /** Begins a new bucket of several members at the end of the table. */
  beginMany(space: ByteString, bucket: ByteString): void {
    this.#heads.put(bucketKey(space, bucket), IS_MANY, APPEND)
  }

  /** Adds the next member to the last bucket of the table. */
  appendMember(space: ByteString, bucket: ByteString, member: ByteString): void {
    checkPut(this.#table.putSync(bucketKey(space, bucket) + member, NOTHING, APPEND))
  }

  /** Removes a member from a bucket; a missing one is ignored. */
  erase(space: ByteString, bucket: ByteString, member: ByteString): void {
    const name = bucketKey(space, bucket)
    const head = this.#heads.getFast(name)
    if (head === undefined) return
    if (head[0] === MANY) {
      this.#table.removeSync(name + member)
      if (this.#range(name, undefined, 1).length === 0) this.#heads.remove(name)
    } else if (onlyMember(head) === member) this.#heads.remove(name)
  }

  #range(name: ByteString, after = '', limit?: number): ByteString[] {
    const range = { start: `${name}${after}\0`, end: next(name), ...(limit !== undefined && { limit }) }
    return Array.from(this.#table.getKeys(range), (key) => key.slice(name.length))
  }
}

function withMember(member: ByteString): Uint8Array {
  return Buffer.from(String.fromCharCode(ONE) + member, 'latin1')
}

function onlyMember(head: Uint8Array): ByteString {
  return (head as Buffer).toString('latin1', 1, head.length)
}

/** The first string after all those with this prefix. */
function next(prefix: ByteString): ByteString {
  let end = prefix.length
  while (prefix.charCodeAt(end - 1) === 255) end--
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1)
}
