import { areWithin, wordsOf } from '../byte-strings.js'
import type { Postings, PostingTable } from '../postings.js'
import type { BucketRange, ByteString, Change, Expectation, Storage } from '../storage.js'

/** One space: everything under its own key. */
interface Space {
  readonly records: Map<ByteString, Uint8Array>
  /** Ascending members; a bucket of one member, as most are, is stored as that member. */
  readonly buckets: Map<ByteString, ByteString | ByteString[]>
  readonly counters: Map<ByteString, number>
}

/** A storage in the memory of this process, lost when the process ends unless a snapshot is kept. */
export class MemoryStorage implements Storage {
  readonly location = 'memory'
  readonly isReadOnly = false
  readonly #spaces = new Map<ByteString, Space>()

  async records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]> {
    const { records } = this.#space(space)
    return keys.map((key) => records.get(key))
  }

  async members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]> {
    const { buckets } = this.#space(space)
    return ranges.map(({ bucket, after, limit = Number.POSITIVE_INFINITY }) => {
      const members = membersOf(buckets, bucket)
      const start = after === undefined ? 0 : positionAfter(members, after)
      return members.slice(start, start + limit)
    })
  }

  async postings(
    space: ByteString,
    table: PostingTable,
    keys: Uint32Array,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<(readonly ByteString[])[]> {
    const { buckets } = this.#space(space)
    // Copies, because results must not change when something is added.
    return Array.from(postingBuckets({ table, keys }), (bucket) => membersOf(buckets, bucket).slice(0, limit))
  }

  async counters(space: ByteString, names: readonly ByteString[]): Promise<number[]> {
    const { counters } = this.#space(space)
    return names.map((name) => counters.get(name) ?? 0)
  }

  async write(name: ByteString, change: Change): Promise<boolean> {
    const { expect, deleted = [], put = [], erased = [], inserted = [], counted = [] } = change
    const { withdrawn = [], introduced = [] } = change
    const space = this.#space(name)
    if (expect !== undefined && !isAsExpected(space, expect)) return false
    for (const key of deleted) space.records.delete(key)
    for (const [key, value] of put) space.records.set(key, value)
    for (const { record, postings } of withdrawn) {
      space.records.delete(record)
      for (const list of postings)
        for (const bucket of postingBuckets(list)) erase(space.buckets, bucket, list.member)
    }
    for (const { record, value, postings } of introduced) {
      if (space.records.has(record)) continue
      space.records.set(record, value())
      for (const list of postings)
        for (const bucket of postingBuckets(list)) insert(space.buckets, bucket, list.member)
    }
    for (const [bucket, member] of erased) erase(space.buckets, bucket, member)
    for (const [bucket, member] of inserted) insert(space.buckets, bucket, member)
    for (const [counter, by] of counted) space.counters.set(counter, (space.counters.get(counter) ?? 0) + by)
    return true
  }

  async compact(): Promise<void> {}

  async size(): Promise<undefined> {
    return undefined
  }

  async close(): Promise<void> {}

  #space(name: ByteString): Space {
    let space = this.#spaces.get(name)
    if (space === undefined) {
      space = { records: new Map(), buckets: new Map(), counters: new Map() }
      this.#spaces.set(name, space)
    }
    return space
  }
}

function isAsExpected({ records, buckets }: Space, expect: Expectation): boolean {
  const hasOnly = (bucket: ByteString, members: readonly ByteString[]) =>
    areWithin(membersOf(buckets, bucket), members)
  return (
    (expect.records ?? []).every(([key, value]) => isEqual(records.get(key), value)) &&
    (expect.buckets ?? []).every(([bucket, members]) => hasOnly(bucket, members)) &&
    (expect.postings ?? []).every(({ table, keys, members }) =>
      [...postingBuckets({ table, keys })].every((bucket, i) => hasOnly(bucket, members[i]!)),
    )
  )
}

/** Postings are stored as buckets here, one per key. */
function* postingBuckets({ table, keys }: Pick<Postings, 'table' | 'keys'>): Generator<ByteString> {
  for (let at = 0; at < keys.length; at += table.keyWords)
    yield `${table.name}${wordsOf(keys, at, at + table.keyWords)}`
}

function membersOf(buckets: Space['buckets'], bucket: ByteString): readonly ByteString[] {
  const members = buckets.get(bucket) ?? []
  return typeof members === 'string' ? [members] : members
}

function insert(buckets: Space['buckets'], bucket: ByteString, member: ByteString): void {
  const members = buckets.get(bucket)
  if (members === undefined) buckets.set(bucket, member)
  else if (typeof members === 'string') {
    if (members !== member) buckets.set(bucket, members < member ? [members, member] : [member, members])
  } else {
    const at = positionAfter(members, member)
    if (members[at - 1] !== member) members.splice(at, 0, member)
  }
}

function erase(buckets: Space['buckets'], bucket: ByteString, member: ByteString): void {
  const members = buckets.get(bucket)
  if (members === member) buckets.delete(bucket)
  if (!Array.isArray(members)) return
  const at = positionAfter(members, member) - 1
  if (members[at] === member) members.splice(at, 1)
  if (members.length === 0) buckets.delete(bucket)
}

/** The number of members up to and including this one. */
function positionAfter(members: readonly ByteString[], member: ByteString): number {
  let [low, high] = [0, members.length]
  // The latest addition is often the largest.
  if (high > 0 && members[high - 1]! <= member) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if (members[middle]! <= member) low = middle + 1
    else high = middle
  }
  return low
}

function isEqual(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.length === other.length && one.every((byte, i) => byte === other[i])
}
