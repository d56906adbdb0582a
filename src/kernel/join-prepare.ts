import { BITMAP_WORDS, type JoinBlock } from '../join/fast/join-block.js'
import { isDense, numberElements } from '../join/fast/number-elements.js'
import { minRequired, type PrefixLists, type PreparedJoin } from '../join/fast/prepare-join.js'
import { classesOf, SizeBounds, sizeClasses } from '../join/fast/size-bounds.js'
import type { SetCollection } from '../model/set-collection.js'
import { isSymmetric, type Similarity } from '../model/similarity.js'
import { joinKernel } from './join-kernel.js'
import type { JoinMemory } from './join-memory.js'
import type { Threads } from './join-threads.js'

/** The number of counters that a step needs to sort by bytes, in words. */
const BYTE_COUNTERS = 256
const INFINITE = 0xffffffff

/** Sets to join, one part after another. */
export interface SetParts {
  readonly parts: readonly SetCollection[]
  /** Whether the elements are already in the memory of the join and can be overwritten. */
  readonly areInMemory: boolean
}

/**
 * Prepares a join in the memory, like `prepareJoin`, with the work shared among threads. The result is the same whatever their number.
 * The elements of a set can be in any order.
 */
export async function prepareShared(
  left: SetParts,
  right: SetParts | undefined,
  { similarity, threshold }: { readonly similarity: Similarity; readonly threshold: number },
  memory: JoinMemory,
  threads: Threads,
): Promise<PreparedJoin> {
  const { allocate } = memory
  const loaded = (right === undefined ? [left] : [left, right]).map((sets) => loadSets(sets, memory))
  const counters = await countAll(loaded, memory, threads)
  const { rankOf, ranks } = rankByFrequency(counters, memory)
  const blocks: JoinBlock[] = []
  for (const sets of loaded) blocks.push(await makeBlock(sets, rankOf, ranks, memory, threads))
  const [index, probes = index] = blocks as [JoinBlock, JoinBlock?]
  const isSelf = probes === index && isSymmetric(similarity)
  const classes = sizeClasses(index.sizes)
  const classOf = classesOf(classes, allocate)
  const bounds = new SizeBounds(classes, { similarity, threshold, notLarger: isSelf })
  const probeSizes = probes === index ? classes.sizes : sizeClasses(probes.sizes).sizes
  const minOverlaps = allocate(classes.count)
  minRequired(bounds, classes.count, probeSizes).forEach((overlap, k) => {
    minOverlaps[k] = Math.min(overlap, INFINITE)
  })
  // The contents of the counters are no longer needed.
  const lists = await indexPrefixes(index, { classOf, minOverlaps, ranks }, counters[0]!, memory, threads)
  return { similarity, threshold, isSelf, smallerFirst: isSelf, index, probes, classes, classOf, lists }
}

/** Sets in the memory. */
interface LoadedSets {
  readonly count: number
  /** For each set, the word of the memory at which it begins, and its size. */
  readonly begins: Uint32Array
  readonly sizes: Uint32Array
  /** The contents of all sets together: first elements, then their numbers, then their ranks. */
  readonly pieces: readonly Uint32Array[]
  readonly total: number
}

function loadSets({ parts, areInMemory }: SetParts, { memory, allocate }: JoinMemory): LoadedSets {
  const { spreadOffsets } = joinKernel(memory)
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const begins = allocate(count)
  const sizes = allocate(count)
  let set = 0
  let total = 0
  const pieces = parts.map(({ count: sets, offsets, elements }) => {
    const base = offsets[0]!
    const own = elements.subarray(base, offsets[sets]!)
    const piece = areInMemory ? own : allocate(own.length)
    if (!areInMemory) piece.set(own)
    const ownOffsets = allocate(sets + 1)
    ownOffsets.set(offsets.subarray(0, sets + 1))
    const begin = locationOf(piece) / 4 - base
    spreadOffsets(
      locationOf(ownOffsets),
      sets,
      begin,
      locationOf(begins) + 4 * set,
      locationOf(sizes) + 4 * set,
    )
    set += sets
    total += piece.length
    return piece
  })
  return { count, begins, sizes, pieces, total }
}

/** One counter per number for each share of the sets, one after another. */
interface Counters {
  readonly all: Uint32Array
  readonly kinds: number
  readonly shares: number
}

function counterOf({ all, kinds }: Counters, share: number): number {
  return all.byteOffset + 4 * kinds * share
}

/**
 * Counts how often each number occurs in each collection; the sum ends up in the first of its counters. Each thread has its own counters,
 * as long as all counters together take no more memory than what they count.
 */
async function countAll(
  loaded: readonly LoadedSets[],
  memory: JoinMemory,
  threads: Threads,
): Promise<Counters[]> {
  const { kinds, total } = await number(loaded, memory, threads)
  const shares = Math.max(1, Math.min(threads.count, Math.floor(total / loaded.length / kinds)))
  const counters = loaded.map(() => ({ all: memory.allocate(shares * kinds), kinds, shares }))
  await threads.run(
    loaded.flatMap(({ begins, sizes }, i) =>
      cut(sizes, shares, memory).map(([from, to], share) => ({
        name: 'countNumbers',
        args: [locationOf(begins), locationOf(sizes), counterOf(counters[i]!, share), from, to],
      })),
    ),
  )
  const { addCounts } = joinKernel(memory.memory)
  for (const each of counters) {
    for (let share = 1; share < shares; share++) addCounts(counterOf(each, 0), counterOf(each, share), kinds)
  }
  return counters
}

/** Like the function in join/fast/join-block.ts: the ranks overwrite the first counts. */
function rankByFrequency(
  [one, other]: readonly Counters[],
  { memory, allocate }: JoinMemory,
): { readonly rankOf: Uint32Array; readonly ranks: number } {
  const kernel = joinKernel(memory)
  const { all, kinds } = one!
  if (other !== undefined) kernel.addSharedCounts(locationOf(all), locationOf(other.all), kinds)
  const highest = kernel.largestOf(locationOf(all), kinds) >>> 0
  const ranks = kernel.rankNumbers(locationOf(all), kinds, locationOf(allocate(highest + 2)), highest) >>> 0
  return { rankOf: all.subarray(0, kinds), ranks }
}

/** Replaces elements with numbers below `kinds`, unless they are such numbers already. */
async function number(
  loaded: readonly LoadedSets[],
  memory: JoinMemory,
  threads: Threads,
): Promise<{ kinds: number; total: number }> {
  const pieces = loaded.flatMap((sets) => sets.pieces)
  const total = loaded.reduce((sum, sets) => sum + sets.total, 0)
  const largest = await largestIn(pieces, total, memory, threads)
  if (isDense(largest, total)) return { kinds: largest + 1, total }
  const elements = new Uint32Array(total)
  let end = 0
  for (const piece of pieces) {
    elements.set(piece, end)
    end += piece.length
  }
  const { kinds, lists } = numberElements([elements])
  end = 0
  for (const piece of pieces) {
    piece.set(lists[0]!.subarray(end, end + piece.length))
    end += piece.length
  }
  return { kinds, total }
}

async function largestIn(
  pieces: readonly Uint32Array[],
  total: number,
  { allocate }: JoinMemory,
  threads: Threads,
): Promise<number> {
  const share = Math.max(1, Math.ceil(total / threads.count))
  const shares = pieces.flatMap((piece) =>
    Array.from({ length: Math.ceil(piece.length / share) }, (_, i) =>
      piece.subarray(i * share, (i + 1) * share),
    ),
  )
  const largest = allocate(shares.length)
  await threads.run(
    shares.map((numbers, i) => ({
      name: 'findLargest',
      args: [locationOf(numbers), numbers.length, locationOf(largest) + 4 * i],
    })),
  )
  return largest.reduce((max, each) => Math.max(max, each), 0)
}

/** Builds the sets by size, each with its ranks in ascending order. Overwrites the numbers. */
async function makeBlock(
  { count, begins, sizes }: LoadedSets,
  rankOf: Uint32Array,
  ranks: number,
  memory: JoinMemory,
  threads: Threads,
): Promise<JoinBlock> {
  const { allocate } = memory
  const kernel = joinKernel(memory.memory)
  const kept = allocate(count)
  await threads.run(
    cut(sizes, threads.ranges * threads.count, memory).map(([from, to]) => ({
      name: 'rankSets',
      args: [...[begins, sizes, rankOf, kept].map(locationOf), from, to],
    })),
  )
  const largest = kernel.largestOf(locationOf(sizes), count) >>> 0
  const next = allocate(largest + 2)
  const [ids, ordered, starts] = [allocate(count), allocate(count), allocate(count + 1)]
  const used = kernel.placeSets(
    locationOf(sizes),
    locationOf(kept),
    count,
    locationOf(next),
    largest,
    ...[ids, ordered, starts].map(locationOf),
  )
  const elements = allocate(starts[used]!)
  const bitmaps = allocate(BITMAP_WORDS * used)
  const block: JoinBlock = {
    count: used,
    ids: ids.subarray(0, used),
    sizes: ordered.subarray(0, used),
    starts: starts.subarray(0, used + 1),
    elements,
    bitmaps,
  }
  const bytes = Math.ceil((32 - Math.clz32(Math.max(0, ranks - 1))) / 8)
  await threads.run(
    cut(block.sizes, threads.ranges * threads.count, memory).map(([from, to]) => ({
      name: 'sortSets',
      args: [
        ...[begins, ids, starts, elements, bitmaps].map(locationOf),
        bytes,
        locationOf(allocate(BYTE_COUNTERS)),
        from,
        to,
      ],
    })),
  )
  return block
}

function locationOf({ byteOffset }: Uint32Array): number {
  return byteOffset
}

/** Counts each range of sets and adds it to the lists separately, after the ranges before it, so that positions ascend in every list. */
async function indexPrefixes(
  { sizes, starts, elements }: JoinBlock,
  { classOf, minOverlaps, ranks }: { classOf: Uint32Array; minOverlaps: Uint32Array; ranks: number },
  counters: Counters,
  memory: JoinMemory,
  threads: Threads,
): Promise<PrefixLists> {
  const { allocate } = memory
  const shares = cut(sizes, counters.shares, memory)
  const arrays = [starts, elements, classOf, minOverlaps].map(locationOf)
  await threads.run(
    shares.map(([from, to], share) => ({
      name: 'countPrefixes',
      args: [...arrays, from, to, counterOf(counters, share), ranks],
    })),
  )
  const listStarts = allocate(ranks + 1)
  const stride = 4 * counters.kinds
  const { startLists } = joinKernel(memory.memory)
  const end = startLists(locationOf(counters.all), stride, shares.length, ranks, locationOf(listStarts)) >>> 0
  const entries = allocate(2 * end)
  await threads.run(
    shares.map(([from, to], share) => ({
      name: 'fillLists',
      args: [...arrays, from, to, counterOf(counters, share), locationOf(entries)],
    })),
  )
  return { starts: listStarts, entries }
}

/** Splits sets of these sizes into at most this many ranges, with about the same number of elements each. */
function cut(
  sizes: Uint32Array,
  max: number,
  { memory, allocate }: JoinMemory,
): [from: number, to: number][] {
  const ends = allocate(max)
  const count = joinKernel(memory).cutSets(locationOf(sizes), sizes.length, max, locationOf(ends))
  return Array.from(ends.subarray(0, count), (end, i) => [i === 0 ? 0 : ends[i - 1]!, end])
}
