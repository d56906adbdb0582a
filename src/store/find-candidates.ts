import { overlapOfSorted } from '../distance/sorted-sets.js'
import type { RequiredHits } from './containment.js'
import type { Content } from './content-reader.js'
import { BANDS, contentRecord, SHINGLES, splitSampledMember } from './keys.js'
import { unpackSet } from './set-bytes.js'
import type { ByteString, ReadPostings, Reads } from './storage.js'

/** The stored contents that may match a content. */
export interface Candidates {
  /** Their content keys. */
  readonly keys: ReadonlySet<ByteString>
  /** Which of them share a band. */
  readonly banded: ReadonlySet<ByteString>
  /** The postings that were read completely. */
  readonly seen: readonly ReadPostings[]
}

/** A sampled shingle is common if more contents than this have it, such as one of a page footer. */
const COMMON = 256

/** The number of sets that are in memory at a time, because a text may have any number of candidates. */
const SETS = 1024

/**
 * Finds the candidates of contents, in one or two batches of reads.
 *
 * @param hits how many sampled shingles must be shared; undefined: only bands are used
 */
export async function findCandidates(
  reads: Reads,
  space: ByteString,
  contents: readonly Content[],
  hits: RequiredHits | undefined,
): Promise<Candidates[]> {
  const bands = await reads.postings(space, BANDS, concatenate(contents.map((content) => content.bands)))
  let band = 0
  const found = contents.map(({ bands: keys }) => {
    const end = band + keys.length / 2
    const members = contents.length === 1 ? bands : bands.slice(band, end)
    band = end
    return { banded: unionOf(members), seen: { table: BANDS, keys, members } }
  })
  // Most lookups end here, so this must not take longer than necessary.
  if (hits === undefined) return found.map(({ banded, seen }) => ({ keys: banded, banded, seen: [seen] }))
  const sampled = await readSampled(reads, space, contents, hits)
  return found.map(({ banded, seen }, i) => ({
    keys: chooseCandidates(contents[i]!, banded, sampled[i]!.lists, hits),
    banded,
    seen: [seen, sampled[i]!.seen],
  }))
}

/**
 * Reads the sets of candidates, and calls back for each content, by its index, with each of its candidates. Returns the candidates that have
 * no record: each was removed between the two reads, or is about to be added.
 */
export async function visitSets(
  reads: Reads,
  space: ByteString,
  candidates: readonly Pick<Candidates, 'keys'>[],
  visit: (index: number, key: ByteString, set: Uint32Array) => void,
): Promise<ByteString[]> {
  const missing: ByteString[] = []
  const isOne = candidates.length === 1
  const all = isOne ? candidates[0]!.keys : unionOf(candidates.map(({ keys }) => keys))
  for (const chunk of chunksOf(all, SETS)) {
    const records = await reads.records(space, chunk.map(contentRecord))
    const sets = new Map<ByteString, Uint32Array>()
    for (let i = 0; i < chunk.length; i++) {
      if (records[i] === undefined) {
        missing.push(chunk[i]!)
        continue
      }
      const set = unpackSet(records[i]!)
      if (isOne) visit(0, chunk[i]!, set)
      else sets.set(chunk[i]!, set)
    }
    candidates.forEach(({ keys }, index) => {
      if (keys.size <= sets.size) {
        for (const key of keys) if (sets.has(key)) visit(index, key, sets.get(key)!)
      } else for (const [key, set] of sets) if (keys.has(key)) visit(index, key, set)
    })
  }
  return missing
}

function unionOf(lists: readonly Iterable<ByteString>[]): Set<ByteString> {
  const all = new Set<ByteString>()
  for (const list of lists) for (const key of list) all.add(key)
  return all
}

export function* chunksOf<T>(values: Iterable<T>, size: number): Generator<T[], void> {
  let chunk: T[] = []
  for (const value of values) {
    chunk.push(value)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

type Lists = readonly (readonly ByteString[])[]

/** The contents that share a sampled shingle with a content. */
interface FoundSampled {
  /** By sampled shingle; undefined if it is common and not needed. */
  readonly lists: readonly (readonly ByteString[] | undefined)[]
  readonly seen: ReadPostings
}

async function readSampled(
  reads: Reads,
  space: ByteString,
  contents: readonly Content[],
  hits: RequiredHits,
): Promise<FoundSampled[]> {
  const samples = contents.map(({ sample }) => sample)
  const all =
    samples.length === 0 ? [] : await reads.postings(space, SHINGLES, concatenate(samples), COMMON + 1)
  let shingle = 0
  return Promise.all(
    samples.map(async (sample): Promise<FoundSampled> => {
      const own = all.slice(shingle, shingle + sample.length)
      shingle += own.length
      const lists = await readCommon(reads, space, sample, own, hits)
      const keys = sample.filter((_, i) => lists[i] !== undefined)
      const members = lists.filter((list) => list !== undefined)
      return { lists, seen: { table: SHINGLES, keys, members } }
    }),
  )
}

/** Reads the postings of common shingles completely if they are needed; the others are undefined. */
async function readCommon(
  reads: Reads,
  space: ByteString,
  sample: Uint32Array,
  lists: Lists,
  hits: RequiredHits,
): Promise<(readonly ByteString[] | undefined)[]> {
  const read: (readonly ByteString[] | undefined)[] = [...lists]
  const common = lists.flatMap((list, i) => (list.length > COMMON ? [i] : []))
  if (common.length === 0) return read
  for (const i of common) read[i] = undefined
  // A candidate has `of(n)` of n sampled shingles, so it has one of any n - of(n) + 1: this many must be read completely.
  const missing = lists.length - hits.of(lists.length) + 1 - (lists.length - common.length)
  const needed = common.slice(0, Math.max(0, missing))
  const whole = await reads.postings(
    space,
    SHINGLES,
    Uint32Array.from(needed, (i) => sample[i]!),
  )
  needed.forEach((i, n) => {
    read[i] = whole[n]!
  })
  return read
}

function concatenate(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0]!
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

/** The contents that share a band, and those that may share enough sampled shingles. */
function chooseCandidates(
  { sample }: Content,
  banded: ReadonlySet<ByteString>,
  lists: FoundSampled['lists'],
  hits: RequiredHits,
): Set<ByteString> {
  const keys = new Set(banded)
  const counts = new Map<ByteString, number>()
  let unread = 0
  for (const members of lists) {
    if (members === undefined) unread++
    else for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1)
  }
  const required = hits.of(sample.length)
  for (const [member, count] of counts) {
    const { content, sampled } = splitSampledMember(member)
    if (count + unread >= Math.min(required, hits.of(sampled))) keys.add(content)
  }
  return keys
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
