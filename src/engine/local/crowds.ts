// A bucket of n members is n (n − 1) / 2 pairs: of 300,000 near-identical documents, 45 thousand million. The members of such a
// bucket are a crowd. They are not compared with each other but with the crowd's leaders, and with those next to them when
// the crowd is ordered by its keys in the following bands; in the smaller buckets of other bands, with the next member only.
// That ties them into clusters as all pairs would. How many true pairs are thereby not listed is estimated from a sample
// (docs/decisions/crowds.md).

import { Random } from '../../hash/random.js'
import type { PairBatch } from '../../model/pair.js'
import type { Documents } from './documents.js'
import { sharedWords } from './documents.js'
import type { CrowdTask } from './tasks.js'

/** A bucket of more members is a crowd. */
const LARGEST_BUCKET = 512
const CELL_BITS = 16
/** Pairs of crowds that are looked at. */
const SAMPLE = 2000

/** The crowds of a band: the members of each, rising. */
export function runCrowdTask({ band, keys, count, distinct }: CrowdTask): Uint32Array[] {
  if (distinct.length <= LARGEST_BUCKET) return []
  const keysOfBand = keys.subarray(2 * band * count, 2 * (band + 1) * count)
  const cells = new Uint32Array(2 ** CELL_BITS)
  const cellOf = (member: number) => keysOfBand[2 * member]! >>> (32 - CELL_BITS)
  for (let i = 0; i < distinct.length; i++) cells[cellOf(distinct[i]!)]!++
  if (cells.every((members) => members <= LARGEST_BUCKET)) return []
  const buckets = new Map<number, number[]>()
  for (let i = 0; i < distinct.length; i++) {
    const member = distinct[i]!
    if (cells[cellOf(member)]! <= LARGEST_BUCKET) continue
    // 53 of the 64 bits: what a number holds. Two crowds that agree in them would be treated as one, no more.
    const key = keysOfBand[2 * member]! * 2 ** 21 + (keysOfBand[2 * member + 1]! >>> 11)
    const bucket = buckets.get(key)
    if (bucket === undefined) buckets.set(key, [member])
    else bucket.push(member)
  }
  return [...buckets.values()]
    .filter(({ length }) => length > LARGEST_BUCKET)
    .map((bucket) => Uint32Array.from(bucket))
}

/** Crowds of two bands are one if they share this part of the smaller. */
const SAME_CROWD = 0.25

/**
 * For each document the number of its crowd, from 1 on, or 0: the crowds of different bands that have much in common are one.
 * In shared memory; of length 0 where there is no crowd.
 */
export function joinCrowds(crowds: readonly (readonly Uint32Array[])[], count: number): Uint32Array {
  const all = crowds.flat()
  const crowdOf = sharedWords(all.length === 0 ? 0 : count)
  const overlaps = new Map<number, number>()
  all.forEach((members, number) => {
    for (const member of members) {
      const before = crowdOf[member]!
      if (before !== 0) {
        const pair = (before - 1) * all.length + number
        overlaps.set(pair, (overlaps.get(pair) ?? 0) + 1)
      }
      crowdOf[member] = number + 1
    }
  })
  const parents = Uint32Array.from(all, (_, number) => number)
  const rootOf = (number: number): number => {
    while (parents[number] !== number) number = parents[number]!
    return number
  }
  for (const [pair, shared] of overlaps) {
    const [one, other] = [Math.floor(pair / all.length), pair % all.length]
    const smaller = Math.min(all[one]!.length, all[other]!.length)
    if (shared < SAME_CROWD * smaller) continue
    const [x, y] = [rootOf(one), rootOf(other)]
    parents[Math.max(x, y)] = Math.min(x, y)
  }
  for (let document = 0; document < crowdOf.length; document++) {
    if (crowdOf[document] !== 0) crowdOf[document] = rootOf(crowdOf[document]! - 1) + 1
  }
  return crowdOf
}

/** Pairs drawn from the crowds of the band that has most, and how many pairs these have in all. */
export interface CrowdSample {
  readonly band: number
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly pairs: number
}

/** The same documents meet in the crowds of many bands: the band with the most pairs stands for all. */
export function sampleCrowds(crowds: readonly (readonly Uint32Array[])[], seed: number): CrowdSample {
  const pairsOf = (ofBand: readonly Uint32Array[]) =>
    ofBand.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0)
  const band = crowds.reduce((best, ofBand, i) => (pairsOf(ofBand) > pairsOf(crowds[best]!) ? i : best), 0)
  const pairs = pairsOf(crowds[band] ?? [])
  const size = pairs === 0 ? 0 : SAMPLE
  const [a, b] = [new Uint32Array(size), new Uint32Array(size)]
  const random = new Random(seed)
  for (let drawn = 0; drawn < size; drawn++) {
    const members = crowdAt(crowds[band]!, random.unit() * pairs)
    const i = random.below(members.length)
    const j = (i + 1 + random.below(members.length - 1)) % members.length
    a[drawn] = members[Math.min(i, j)]!
    b[drawn] = members[Math.max(i, j)]!
  }
  return { band, a, b, pairs }
}

/** The crowd in which pair number `place` lies, when the pairs of all crowds are counted through. */
function crowdAt(crowds: readonly Uint32Array[], place: number): Uint32Array {
  let end = 0
  for (const members of crowds) {
    end += (members.length * (members.length - 1)) / 2
    if (place < end) return members
  }
  return crowds.at(-1)!
}

/** How many true pairs of crowds are not listed, by the sample: `trueInSample` of its pairs reach the threshold. */
export function estimateUnlisted(
  { band, a, pairs }: CrowdSample,
  trueInSample: number,
  listed: PairBatch,
  { keys, count }: Documents,
  crowdOf: Uint32Array,
): number {
  if (a.length === 0) return 0
  let inside = 0
  for (let i = 0; i < listed.count; i++) {
    const [left, right] = [2 * (band * count + listed.a[i]!), 2 * (band * count + listed.b[i]!)]
    const together = keys[left] === keys[right] && keys[left + 1] === keys[right + 1]
    if (together && crowdOf[listed.a[i]!] !== 0) inside++
  }
  return Math.max(0, Math.round((pairs * trueInSample) / a.length) - inside)
}
