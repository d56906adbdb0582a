import { BITMAP_WORDS, bySize, type JoinBlock, rankByFrequency } from '../join/fast/join-block.js'
import { isDense, numberElements } from '../join/fast/number-elements.js'
import { leastRequired, type PrefixLists, type PreparedJoin } from '../join/fast/prepare-join.js'
import { classesOf, SizeBounds, sizeClasses } from '../join/fast/size-bounds.js'
import type { SetCollection } from '../model/set-collection.js'
import { isSymmetric, type Similarity } from '../model/similarity.js'
import { joinKernel } from './join-kernel.js'
import type { JoinMemory } from './join-memory.js'

/** A call of the kernel that any thread can make: all its arrays lie in the memory. */
export interface PrepareStep {
  readonly name: 'countNumbers' | 'rankSets' | 'sortSets' | 'countPrefixes' | 'fillLists'
  readonly args: readonly number[]
}

/** Threads that share work. */
export interface Threads {
  readonly count: number
  /** Takes steps, which may run at the same time, and returns when all are done. */
  run(steps: readonly PrepareStep[]): Promise<void>
}

/** Ranges of sets for each thread: more than one, because others may be at work on the machine. */
const RANGES_A_THREAD = 4
/** Words of the counters by which a step sorts bytes. */
const BYTE_COUNTERS = 256
const INFINITE = 0xffffffff

export function runPrepareStep(memory: WebAssembly.Memory, { name, args }: PrepareStep): void {
  joinKernel(memory)[name](...args)
}

/**
 * Makes a join ready in the memory, as `prepareJoin` does, with the work shared out: what comes out is the same whatever the
 * number of threads. A collection may come in parts, one after the other.
 */
export async function prepareShared(
  left: readonly SetCollection[],
  right: readonly SetCollection[] | undefined,
  { similarity, threshold }: { readonly similarity: Similarity; readonly threshold: number },
  memory: JoinMemory,
  threads: Threads,
): Promise<PreparedJoin> {
  const { allocate } = memory
  const taken = (right === undefined ? [left] : [left, right]).map((parts) => takeOver(parts, memory))
  const counters = await countAll(taken, memory, threads)
  const { rankOf, ranks } = rankByFrequency(counters.map(([sum]) => sum!))
  const blocks: JoinBlock[] = []
  for (const sets of taken) blocks.push(await makeBlock(sets, rankOf, ranks, memory, threads))
  const [index, probes = index] = blocks as [JoinBlock, JoinBlock?]
  const isSelf = probes === index && isSymmetric(similarity)
  const classes = sizeClasses(index.sizes)
  const classOf = classesOf(classes, allocate)
  const bounds = new SizeBounds(classes, { similarity, threshold, notLarger: isSelf })
  const least = allocate(classes.count)
  leastRequired(bounds, classes.count, probes.sizes).forEach((overlap, k) => {
    least[k] = Math.min(overlap, INFINITE)
  })
  // The counters hold nothing that is still needed.
  const lists = await indexPrefixes(index, { classOf, least, ranks }, counters[0]!, memory, threads)
  return { similarity, threshold, isSelf, smallerFirst: isSelf, index, probes, classes, classOf, lists }
}

/** Sets in the memory: numbers in the place of elements. */
interface TakenSets {
  readonly count: number
  readonly offsets: Uint32Array
  readonly numbers: Uint32Array
}

function takeOver(parts: readonly SetCollection[], { allocate }: JoinMemory): TakenSets {
  let count = 0
  let total = 0
  for (const part of parts) {
    count += part.count
    total += part.offsets[part.count]! - part.offsets[0]!
  }
  const offsets = allocate(count + 1)
  const numbers = allocate(total)
  let set = 0
  let end = 0
  for (const part of parts) {
    const base = part.offsets[0]!
    numbers.set(part.elements.subarray(base, part.offsets[part.count]!), end)
    for (let k = 1; k <= part.count; k++) offsets[++set] = end + part.offsets[k]! - base
    end = offsets[set]!
  }
  return { count, offsets, numbers }
}

/**
 * Counts how often each number occurs in each collection: the sum stands in the first of its counters. Every thread counts
 * for itself, as long as all counters take no more memory than what they count.
 */
async function countAll(
  taken: readonly TakenSets[],
  memory: JoinMemory,
  threads: Threads,
): Promise<Uint32Array[][]> {
  const kernel = joinKernel(memory.memory)
  let total = 0
  let largest = 0
  for (const { numbers } of taken) {
    total += numbers.length
    largest = Math.max(largest, kernel.largestOf(numbers.byteOffset, numbers.length))
  }
  let kinds = total === 0 ? 0 : largest + 1
  if (!isDense(largest, total)) {
    const numbered = numberElements(taken.map(({ numbers }) => numbers))
    kinds = numbered.kinds
    taken.forEach(({ numbers }, i) => {
      numbers.set(numbered.lists[i]!)
    })
  }
  const shares = Math.max(1, Math.min(threads.count, Math.floor(total / taken.length / kinds)))
  const counters = taken.map(() => Array.from({ length: shares }, () => memory.allocate(kinds)))
  await threads.run(
    taken.flatMap(({ numbers }, i) =>
      counters[i]!.map((counts, share) => ({
        name: 'countNumbers',
        args: [
          numbers.byteOffset,
          Math.floor((share * numbers.length) / shares),
          Math.floor(((share + 1) * numbers.length) / shares),
          counts.byteOffset,
        ],
      })),
    ),
  )
  for (const [sum, ...others] of counters) {
    for (const counts of others) for (let n = 0; n < kinds; n++) sum![n]! += counts[n]!
  }
  return counters
}

/** The sets by size, each with its ranks rising. The numbers are lost. */
async function makeBlock(
  { count, offsets, numbers }: TakenSets,
  rankOf: Uint32Array,
  ranks: number,
  { allocate }: JoinMemory,
  threads: Threads,
): Promise<JoinBlock> {
  const kept = allocate(count)
  await threads.run(
    cut(offsets, RANGES_A_THREAD * threads.count).map(([from, to]) => ({
      name: 'rankSets',
      args: [offsets.byteOffset, numbers.byteOffset, rankOf.byteOffset, kept.byteOffset, from, to],
    })),
  )
  const ids = bySize(offsets, count, kept, allocate)
  const sizes = allocate(ids.length)
  const starts = allocate(ids.length + 1)
  for (let place = 0; place < ids.length; place++) {
    const set = ids[place]!
    sizes[place] = offsets[set + 1]! - offsets[set]!
    starts[place + 1] = starts[place]! + kept[set]!
  }
  const elements = allocate(starts[ids.length]!)
  const bitmaps = allocate(BITMAP_WORDS * ids.length)
  const bytes = Math.ceil((32 - Math.clz32(Math.max(0, ranks - 1))) / 8)
  await threads.run(
    cut(starts, RANGES_A_THREAD * threads.count).map(([from, to]) => ({
      name: 'sortSets',
      args: [
        ...[offsets, numbers, ids, starts, elements, bitmaps].map((array) => array.byteOffset),
        bytes,
        allocate(BYTE_COUNTERS).byteOffset,
        from,
        to,
      ],
    })),
  )
  return { count: ids.length, ids, sizes, starts, elements, bitmaps }
}

/** Each share of the sets is counted and entered by itself, behind those before it: so places rise in every list. */
async function indexPrefixes(
  { starts, elements }: JoinBlock,
  { classOf, least, ranks }: { classOf: Uint32Array; least: Uint32Array; ranks: number },
  counters: readonly Uint32Array[],
  { allocate }: JoinMemory,
  threads: Threads,
): Promise<PrefixLists> {
  const shares = cut(starts, counters.length)
  const arrays = [starts, elements, classOf, least].map((array) => array.byteOffset)
  await threads.run(
    shares.map(([from, to], share) => ({
      name: 'countPrefixes',
      args: [...arrays, from, to, counters[share]!.byteOffset, ranks],
    })),
  )
  const used = counters.slice(0, shares.length)
  const listStarts = allocate(ranks + 1)
  let end = 0
  for (let rank = 0; rank < ranks; rank++) {
    for (const next of used) {
      const sets = next[rank]!
      next[rank] = end
      end += sets
    }
    listStarts[rank + 1] = end
  }
  const entries = allocate(2 * end)
  await threads.run(
    shares.map(([from, to], share) => ({
      name: 'fillLists',
      args: [...arrays, from, to, used[share]!.byteOffset, entries.byteOffset],
    })),
  )
  return { starts: listStarts, entries }
}

/** Cuts sets into at most so many ranges of about as many elements each. */
function cut(starts: Uint32Array, most: number): [from: number, to: number][] {
  const sets = starts.length - 1
  const share = Math.ceil(starts[sets]! / most)
  const ranges: [number, number][] = []
  let from = 0
  for (let set = 1; set <= sets; set++) {
    if (set < sets && starts[set]! - starts[from]! < share) continue
    ranges.push([from, set])
    from = set
  }
  return ranges
}
