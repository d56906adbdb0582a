import { firstOfEachSet } from '../join/identical.js'
import { checkWhole } from '../model/check.js'
import { InvalidOption, LengthMismatch } from '../model/errors.js'
import { type AllocateWords, type SetCollection, selectSets, sizeAt } from '../model/set-collection.js'
import { sumOf } from '../model/sum.js'
import { distinctWeights } from './distinct-weights.js'

/** The side of each record, if those of one side are compared with those of the other. */
export interface SampleSides {
  /** For each record, 0, or 1 if it is on the side that the others are compared with. */
  readonly of: Uint8Array
  /** Whether two records of side 0 are compared, too. */
  readonly alsoWithin: boolean
}

/** Whether a pair of two records is searched for. */
export function areCompared(sides: SampleSides | undefined, one: number, other: number): boolean {
  if (sides === undefined) return true
  const [left, right] = [sides.of[one]!, sides.of[other]!]
  return left !== right || (left === 0 && sides.alsoWithin)
}

/** Records sampled from a collection: all records of each sampled block; blocks are sampled uniformly, without replacement. */
export interface Sample {
  /** The sets of the records, including empty ones. */
  readonly sets: SetCollection
  /** The total number of bytes of their lines. */
  readonly bytes: number
  /** The block number of each record; by default, each record is a block. */
  readonly blockOf?: ArrayLike<number>
  /** The number of sampled blocks, including those without a record. Default: the number of records. */
  readonly blocks?: number
  /** The number of blocks in the whole collection: the number of documents, if each record is a block. */
  readonly totalBlocks: number
  /** Default: one side. */
  readonly sides?: SampleSides
  /** The hash of each set, as `hashSets` computes it. Default: it is computed. */
  readonly hashes?: Uint32Array
}

/** The distinct documents of a sample, and how many of the whole collection each represents. */
export interface DistinctSample {
  readonly sets: SetCollection
  readonly blockOf: Uint32Array
  /** The number of distinct documents of the whole collection that each represents. */
  readonly weights: Float64Array
  /** How much rarer pairs across blocks are in the sample than the weights of their documents imply; 1 for many blocks. */
  readonly across: number
  /** The number of pairs that a pair within a block represents. */
  readonly inside: number
  /** Default: one side. */
  readonly sides?: SampleSides
}

/** The number of distinct documents of the whole collection that the members from `from` to before `to` represent. */
export function weightOf(
  { weights }: Pick<DistinctSample, 'weights'>,
  members: Uint32Array,
  from = 0,
  to = members.length,
): number {
  // A plain loop, because this code runs once and is not compiled by then.
  let total = 0
  for (let i = from; i < to; i++) total += weights[members[i]!]!
  return total
}

/** What counting a sample shows about its collection. */
export interface SampleCounts {
  readonly sampled: number
  /** The number of documents of the whole collection; exact if every block was sampled. */
  readonly documents: number
  readonly empty: number
  readonly identical: number
  readonly distinct: DistinctSample
}

/**
 * Merges the identical documents of a sample and estimates how many distinct ones there are in total. Copies within a block count once, as
 * they do in every other block.
 *
 * @param allocate makes room for the sets. Default: an ordinary array
 */
export function countSample(sample: Sample, allocate?: AllocateWords): SampleCounts {
  const { sets, sides, hashes } = sample
  const { blocks, totalBlocks, blockOf } = checkSample(sample)
  const share = blocks === 0 ? 1 : blocks / totalBlocks
  const firsts = firstOfEachSet(sets, hashes)
  /** The first document of each group of identical ones, in order. */
  const groups: number[] = []
  /** By first document, the blocks of a group of several. */
  const blocksOf = new Map<number, Set<number>>()
  // Identical documents of different sides are a pair, so they are not merged.
  const firstOfOther = new Map<number, number>()
  let filled = 0
  for (let i = 0; i < sets.count; i++) {
    if (sizeAt(sets, i) === 0) continue
    filled++
    let first = firsts[i]!
    if (sides !== undefined && sides.of[i] !== sides.of[first]) {
      if (!firstOfOther.has(first)) firstOfOther.set(first, i)
      first = firstOfOther.get(first)!
    }
    if (first === i) {
      groups.push(i)
      continue
    }
    const blocksOfGroup = blocksOf.get(first)
    if (blocksOfGroup === undefined) blocksOf.set(first, new Set([blockOf(first), blockOf(i)]))
    else blocksOfGroup.add(blockOf(i))
  }
  const timesSeen = (first: number) => blocksOf.get(first)?.size ?? 1
  const seen: number[] = []
  for (const first of groups) {
    const times = timesSeen(first)
    while (seen.length <= times) seen.push(0)
    seen[times]!++
  }
  const weightOf = distinctWeights(seen, share)
  const weights = Float64Array.from(groups, (first) => weightOf[timesSeen(first)]!)
  const distinct = sumOf(weights)
  return {
    sampled: sets.count,
    documents: Math.round(sets.count / share),
    empty: Math.round((sets.count - filled) / share),
    identical: Math.max(0, Math.round(filled / share - distinct)),
    distinct: {
      sets: groups.length === sets.count ? sets : selectSets(sets, groups, allocate),
      blockOf: Uint32Array.from(groups, blockOf),
      weights,
      inside: 1 / share,
      across: blocks > 1 ? ((totalBlocks - 1) / totalBlocks) * (blocks / (blocks - 1)) : 1,
      ...(sides && {
        sides: { ...sides, of: Uint8Array.from(groups, (first) => sides.of[first]!) },
      }),
    },
  }
}

function checkSample({ sets, bytes, blockOf, blocks = sets.count, totalBlocks }: Sample) {
  checkWhole('totalBlocks', totalBlocks, 0, Number.MAX_SAFE_INTEGER)
  checkWhole('blocks', blocks, 0, totalBlocks)
  if (!(bytes >= 0)) throw new InvalidOption('bytes', bytes, 'the total size of the records in bytes')
  if (blockOf === undefined) {
    if (blocks !== sets.count) throw new LengthMismatch('blocks and sets', blocks, sets.count)
    return { blocks, totalBlocks, blockOf: (i: number) => i }
  }
  if (blockOf.length !== sets.count)
    throw new LengthMismatch('sets and blocks of sets', sets.count, blockOf.length)
  return { blocks, totalBlocks, blockOf: (i: number) => blockOf[i]! }
}
