// A bucket of n members is n (n − 1) / 2 pairs: of 300,000 near-identical documents, 45 thousand million. The members of such a
// bucket are a crowd. They are not compared with each other but with the crowd's leader in up to three bands, and with the one next to them when
// the crowd is ordered by its keys in the next band; in the smaller buckets of other bands, with the next member only.
// That ties them into clusters as all pairs would. How many true pairs are thereby not listed is estimated from a sample
// (docs/decisions/crowds.md).

import { Random } from '../../hash/random.js'
import { visitKeys } from './band-keys.js'
import type { Block } from './blocks/block.js'
import { storeBlock, withBlock } from './blocks/node-block-file.js'
import { wordsOf } from './blocks/segments.js'
import { sharedWords } from './shared.js'
import type { Crowds, CrowdTask } from './tasks.js'

/** A bucket of more members is a crowd. */
export const LARGEST_BUCKET = 512
/** Cells in which members are counted first: so many that an average one is far from a crowd. */
const LEAST_CELL_BITS = 16
const MEMBERS_A_CELL = 32
/** Pairs of crowds that are looked at. */
const SAMPLE = 2000

/** The crowds of a band, or of its share: a segment for the members of each, rising. */
export function runCrowdTask(task: CrowdTask): Block {
  return storeBlock(
    task.place,
    findCrowds(task).map((bytes) => ({ tag: 1, bytes })),
  )
}

function findCrowds(task: CrowdTask): Uint32Array[] {
  if (task.distinctCount <= LARGEST_BUCKET) return []
  const bits = Math.max(LEAST_CELL_BITS, Math.ceil(Math.log2(task.distinctCount / MEMBERS_A_CELL)))
  const cells = new Uint32Array(2 ** bits)
  const shift = 32 - bits
  visitKeys(task, (keys, records, count) => {
    for (let i = 0; i < count; i++) cells[keys[2 * records[i]! + 1]! >>> shift]!++
  })
  if (cells.every((members) => members <= LARGEST_BUCKET)) return []
  const buckets = new Map<number, number[]>()
  visitKeys(task, (keys, records, count, first) => {
    for (let i = 0; i < count; i++) {
      const high = keys[2 * records[i]! + 1]!
      if (cells[high >>> shift]! <= LARGEST_BUCKET) continue
      // 53 of the 64 bits: what a number holds. Two crowds that agree in them would be treated as one, no more.
      const key = keys[2 * records[i]!]! * 2 ** 21 + (high >>> 11)
      const bucket = buckets.get(key)
      if (bucket === undefined) buckets.set(key, [first + records[i]!])
      else bucket.push(first + records[i]!)
    }
  })
  return [...buckets.values()]
    .filter(({ length }) => length > LARGEST_BUCKET)
    .map((bucket) => Uint32Array.from(bucket))
}

export function readCrowds(block: Block): Uint32Array[] {
  return withBlock(block, (reader) => reader.places.map((place) => wordsOf(reader.read(place))))
}

/** Crowds of two bands are one if they share this part of the smaller. */
const SAME_CROWD = 0.25

/** Leaders with which a member is compared at most, each in another band; more tie nothing that these do not. */
const MOST_LEADERS = 3

/**
 * Puts the crowds of all bands together.
 *
 * @param blocks the crowds of the bands, in the order of these: so many shares of each
 */
export function joinCrowds(blocks: readonly Block[], shares: number, count: number): Crowds {
  const sizes = blocks.flatMap((block) => readCrowds(block).map(({ length }) => length))
  const crowdOf = sharedWords(sizes.length === 0 ? 0 : count)
  const ledUntil = new Uint16Array(new SharedArrayBuffer(2 * crowdOf.length))
  const leaders = new Uint8Array(crowdOf.length)
  const overlaps = new Map<number, number>()
  let number = 0
  for (const [place, block] of blocks.entries()) {
    const band = Math.floor(place / shares)
    for (const members of readCrowds(block)) {
      for (const member of members) {
        if (leaders[member]! < MOST_LEADERS) {
          leaders[member]!++
          ledUntil[member] = band
        }
        const before = crowdOf[member]!
        if (before !== 0) {
          const pair = (before - 1) * sizes.length + number
          overlaps.set(pair, (overlaps.get(pair) ?? 0) + 1)
        }
        crowdOf[member] = number + 1
      }
      number++
    }
  }
  const parents = Uint32Array.from(sizes, (_, crowd) => crowd)
  const rootOf = (crowd: number): number => {
    while (parents[crowd] !== crowd) crowd = parents[crowd]!
    return crowd
  }
  for (const [pair, shared] of overlaps) {
    const [one, other] = [Math.floor(pair / sizes.length), pair % sizes.length]
    const smaller = Math.min(sizes[one]!, sizes[other]!)
    if (shared < SAME_CROWD * smaller) continue
    const [x, y] = [rootOf(one), rootOf(other)]
    parents[Math.max(x, y)] = Math.min(x, y)
  }
  for (let document = 0; document < crowdOf.length; document++) {
    if (crowdOf[document] !== 0) crowdOf[document] = rootOf(crowdOf[document]! - 1) + 1
  }
  return { crowdOf, ledUntil }
}

/** Pairs drawn from the crowds of the band that has most, and how many pairs these have in all. */
export interface CrowdSample {
  /** The crowds of that band. */
  readonly crowds: readonly Uint32Array[]
  readonly pairs: readonly (readonly [number, number])[]
  readonly outOf: number
}

/**
 * The same documents meet in the crowds of many bands: the band with the most pairs stands for all.
 *
 * @param blocks for each band those of its shares
 */
export function sampleCrowds(blocks: readonly (readonly Block[])[], seed: number): CrowdSample {
  let best: { crowds: readonly Uint32Array[]; outOf: number } = { crowds: [], outOf: 0 }
  for (const ofBand of blocks) {
    // By their first members: the order must not depend on the number of shares.
    const crowds = ofBand.flatMap(readCrowds).sort((x, y) => x[0]! - y[0]!)
    const outOf = crowds.reduce((sum, { length }) => sum + pairsOf(length), 0)
    if (outOf > best.outOf) best = { crowds, outOf }
  }
  const random = new Random(seed)
  const pairs = Array.from({ length: best.outOf === 0 ? 0 : SAMPLE }, () => {
    const members = crowdAt(best.crowds, random.unit() * best.outOf)
    const i = random.below(members.length)
    const j = (i + 1 + random.below(members.length - 1)) % members.length
    return [members[Math.min(i, j)]!, members[Math.max(i, j)]!] as const
  })
  return { ...best, pairs }
}

/** The crowd in which pair number `place` lies, when the pairs of all crowds are counted through. */
function crowdAt(crowds: readonly Uint32Array[], place: number): Uint32Array {
  let end = 0
  for (const members of crowds) {
    end += pairsOf(members.length)
    if (place < end) return members
  }
  return crowds.at(-1)!
}

/** Tells whether two documents are in one crowd of the sample's band. */
export function togetherIn({ crowds }: CrowdSample, count: number): (a: number, b: number) => boolean {
  if (crowds.length === 0) return () => false
  const crowdOf = new Uint32Array(count)
  crowds.forEach((members, number) => {
    for (const member of members) crowdOf[member] = number + 1
  })
  return (a, b) => crowdOf[a] !== 0 && crowdOf[a] === crowdOf[b]
}

function pairsOf(members: number): number {
  return (members * (members - 1)) / 2
}
