// A bucket of n members is n (n − 1) / 2 pairs: of 300,000 near-identical documents, 45 thousand million. So the members of a
// large bucket are compared with a few of them, its leaders, and, split by the key of the next band, with those few that
// agree in two bands. That ties them into clusters as all pairs would; which true pairs are thereby not listed is estimated
// from a sample of the pairs left out (docs/decisions/large-buckets.md).

import { Random } from '../../hash/random.js'
import type { Documents } from './documents.js'

/** Members that every other member of a large bucket is compared with. */
const LEADERS = 4
/** The largest part of a split bucket that becomes all its pairs. */
const SMALL_PART = 32
/** Pairs left out that are looked at, over all large buckets. */
const SAMPLE = 2000

/** What large buckets give. */
export interface LargeBucketPairs {
  readonly a: Uint32Array
  readonly b: Uint32Array
  /** A sample of the pairs left out, and how many they stand for. */
  readonly sampleA: Uint32Array
  readonly sampleB: Uint32Array
  readonly leftOut: number
}

/** The candidates of the large buckets of all bands, each once. `large[band]` lists the buckets of a band. */
export function splitLargeBuckets(
  large: readonly (readonly Uint32Array[])[],
  documents: Documents,
  seed: number,
): LargeBucketPairs {
  const bands = large.length
  const seen = new Set<number>()
  const add = (one: number, other: number) => {
    if (one !== other) seen.add(Math.min(one, other) * documents.count + Math.max(one, other))
  }
  let most = 0
  let biggest: Uint32Array[] = []
  large.forEach((buckets, band) => {
    for (const members of buckets) {
      for (const leader of members.subarray(0, LEADERS)) {
        for (const member of members) add(leader, member)
      }
      for (const part of splitByBand(members, (band + 1) % bands, documents)) {
        part.forEach((one, i) => {
          for (const other of part.slice(i + 1)) add(one, other)
        })
      }
    }
    // The same documents meet in the large buckets of every band: the band with the most pairs stands for all.
    const pairs = buckets.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0)
    if (pairs > most) [most, biggest] = [pairs, [...buckets]]
  })
  const sample = samplePairs(biggest, most, documents.count, seen, seed)
  const leftOut = sample.drawn === 0 ? 0 : (most * sample.pairs.length) / sample.drawn
  return {
    ...unpack(
      [...seen].sort((x, y) => x - y),
      documents.count,
    ),
    ...sampleArrays(sample.pairs, documents.count),
    leftOut,
  }
}

/** Parts of members that share the key of another band too, where they are two or more and not many. */
function splitByBand(members: Uint32Array, band: number, { keys, count }: Documents): number[][] {
  const parts = new Map<number, number[]>()
  for (const member of members) {
    const at = 2 * (band * count + member)
    const key = keys[at]! * 2 ** 21 + (keys[at + 1]! >>> 11)
    const part = parts.get(key)
    if (part === undefined) parts.set(key, [member])
    else part.push(member)
  }
  return [...parts.values()].filter(({ length }) => length > 1 && length <= SMALL_PART)
}

function samplePairs(
  buckets: readonly Uint32Array[],
  most: number,
  count: number,
  seen: ReadonlySet<number>,
  seed: number,
) {
  const random = new Random(seed)
  const pairs: number[] = []
  let drawn = 0
  if (most === 0) return { pairs, drawn }
  for (; drawn < SAMPLE; drawn++) {
    // A bucket by its share of the pairs, then two members of it.
    let left = random.unit() * most
    let members = buckets[0]!
    for (const bucket of buckets) {
      members = bucket
      left -= (bucket.length * (bucket.length - 1)) / 2
      if (left < 0) break
    }
    const i = random.below(members.length)
    const j = (i + 1 + random.below(members.length - 1)) % members.length
    const key = members[Math.min(i, j)]! * count + members[Math.max(i, j)]!
    if (!seen.has(key)) pairs.push(key)
  }
  return { pairs, drawn }
}

function unpack(keys: readonly number[], count: number): { a: Uint32Array; b: Uint32Array } {
  return {
    a: Uint32Array.from(keys, (key) => Math.floor(key / count)),
    b: Uint32Array.from(keys, (key) => key % count),
  }
}

function sampleArrays(keys: readonly number[], count: number) {
  const { a, b } = unpack(keys, count)
  return { sampleA: a, sampleB: b }
}
