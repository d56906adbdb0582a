import { overlapOfSorted } from '../distance/sorted-sets.js'
import type { RequiredHits } from './containment.js'
import type { Content } from './content-reader.js'
import { contentRecord, shingleBucket, splitSampledMember } from './keys.js'
import { unpackSet } from './set-bytes.js'
import type { BucketRange, ByteString, Storage } from './storage.js'

/** What the store may have that matches a content. */
export interface Candidates {
  /** The sets of the candidates by their content keys. */
  readonly sets: ReadonlyMap<ByteString, Uint32Array>
  /** Which of them share a band. */
  readonly banded: ReadonlySet<ByteString>
  /** The buckets that were read as a whole, with their members. */
  readonly seen: readonly (readonly [bucket: ByteString, members: readonly ByteString[]])[]
}

/** A sampled shingle that more contents have is common, such as one of a page footer. */
const COMMON = 256

/**
 * The candidates of contents, in two or three batches of reads.
 *
 * @param hits how many sampled shingles must be shared; undefined: only bands are asked
 */
export async function findCandidates(
  storage: Storage,
  space: ByteString,
  contents: readonly Content[],
  hits: RequiredHits | undefined,
): Promise<Candidates[]> {
  const buckets = await readBuckets(storage, space, contents, hits)
  const found = contents.map((content, i) => chooseCandidates(content, buckets[i]!, hits))
  const keys = [...new Set(found.flatMap(({ keys }) => [...keys]))]
  const records = await storage.records(space, keys.map(contentRecord))
  const sets = new Map<ByteString, Uint32Array>()
  keys.forEach((key, i) => {
    // A content without a record was removed between the two reads.
    if (records[i] !== undefined) sets.set(key, unpackSet(records[i]))
  })
  return found.map(({ keys, banded }, i) => ({
    sets: new Map([...keys].flatMap((key) => (sets.has(key) ? [[key, sets.get(key)!] as const] : []))),
    banded,
    seen: buckets[i]!.seen,
  }))
}

interface Buckets {
  readonly bands: readonly (readonly ByteString[])[]
  /** By sampled shingle; undefined: common, and not needed. */
  readonly sampled: readonly (readonly ByteString[] | undefined)[]
  readonly seen: Candidates['seen']
}

async function readBuckets(
  storage: Storage,
  space: ByteString,
  contents: readonly Content[],
  hits: RequiredHits | undefined,
): Promise<Buckets[]> {
  const ranges: BucketRange[] = []
  for (const { bands, sample } of contents) {
    for (const bucket of bands) ranges.push({ bucket })
    if (hits === undefined) continue
    for (let i = 0; i < sample.length; i++) {
      ranges.push({ bucket: shingleBucket(sample, i), limit: COMMON + 1 })
    }
  }
  const lists = await storage.members(space, ranges)
  let at = 0
  return Promise.all(
    contents.map(async ({ bands, sample }): Promise<Buckets> => {
      const sampledCount = hits === undefined ? 0 : sample.length
      const own = ranges.slice(at, at + bands.length + sampledCount)
      const read: (readonly ByteString[] | undefined)[] = lists.slice(at, at + own.length)
      at += own.length
      const cut = own.flatMap(({ limit }, i) => (limit !== undefined && read[i]!.length === limit ? [i] : []))
      for (const i of cut) read[i] = undefined
      if (hits !== undefined && cut.length > 0) {
        // A candidate has `of(n)` of n sampled shingles, hence one of any n - of(n) + 1: so many must be read as a whole.
        const missing = sampledCount - hits.of(sampledCount) + 1 - (sampledCount - cut.length)
        const needed = cut.slice(0, Math.max(0, missing))
        const whole = await storage.members(
          space,
          needed.map((i) => ({ bucket: own[i]!.bucket })),
        )
        needed.forEach((i, n) => {
          read[i] = whole[n]!
        })
      }
      return {
        bands: read.slice(0, bands.length) as (readonly ByteString[])[],
        sampled: read.slice(bands.length),
        seen: own.flatMap(({ bucket }, i) => (read[i] === undefined ? [] : [[bucket, read[i]] as const])),
      }
    }),
  )
}

/** The contents that share a band, and those that may share enough sampled shingles. */
function chooseCandidates(
  { sample }: Content,
  { bands, sampled }: Buckets,
  hits: RequiredHits | undefined,
): { keys: Set<ByteString>; banded: Set<ByteString> } {
  const banded = new Set(bands.flat())
  const keys = new Set(banded)
  if (hits === undefined) return { keys, banded }
  const counts = new Map<ByteString, number>()
  let unread = 0
  for (const members of sampled) {
    if (members === undefined) unread++
    else for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1)
  }
  const required = hits.of(sample.length)
  for (const [member, count] of counts) {
    const { content, sampled } = splitSampledMember(member)
    if (count + unread >= Math.min(required, hits.of(sampled))) keys.add(content)
  }
  return { keys, banded }
}

/** Whether two contents that share no band share enough of their sampled shingles. */
export function sharesSample(
  { sample }: Content,
  set: Uint32Array,
  sampled: number,
  hits: RequiredHits,
): boolean {
  const shared = overlapOfSorted(sample, set)
  return shared >= Math.min(hits.of(sample.length), hits.of(sampled))
}
