// Buckets with too many pairs to list. For a band, a bucket holds the documents that share a key; for an exact search, those that share an
// element of their prefixes. Most pairs of such a bucket may be dissimilar, so its size alone says little. Which documents have very many
// similar ones is measured later (oversized-stage.ts).

import { MAX_BUCKET_PAIRS } from '../../../band/bucket-limit.js'
import { spread } from '../../../hash/repeat-filter.js'
import { pairsOf } from '../../oversized/large-buckets.js'
import type { Blocks } from '../../ports.js'
import { visitKeys } from '../bands/band-keys.js'
import type { Block } from '../blocks/block.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import { visitPrefixShare } from '../prefixes/prefix-keys.js'
import { type Sketched, splitSketched } from '../read/sketched.js'
import type { LargeBucketsTask, LargeListsTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'

/**
 * Bits of the number of cells in which members are counted first: enough that an average cell has far fewer members than a large bucket.
 * Every band scans all cells, so a small collection has few.
 */
const MIN_CELL_BITS = 6
const MEMBERS_PER_CELL = 32

/** A source of members: each has a key of up to 53 bits, and 32 bits of it that are evenly distributed. */
interface Members {
  /** Their approximate number. */
  readonly expected: number
  /** Counts them by their leading bits. */
  count(cells: Uint32Array, shift: number): void
  /** Calls back with each member, in ascending order. */
  visit(take: (key: number, bits: number, member: number) => void): void
}

/** The large buckets of a band, or of its share: one segment with the members of each, ascending. */
export function runLargeBucketsTask(task: LargeBucketsTask, { store }: Thread): Block {
  return storeLarge(store, task, (sketched) => keyMembers(store, { ...task, sketched }))
}

function keyMembers(store: Blocks, task: LargeBucketsTask): Members {
  return {
    expected: task.distinctCount / task.shares,
    // No call per key: see visitKeys.
    count: (cells, shift) =>
      visitKeys(store, task, (keys, records, count) => {
        for (let i = 0; i < count; i++) cells[keys[2 * records[i]! + 1]! >>> shift]!++
      }),
    visit: (take) =>
      visitKeys(store, task, (keys, records, count, first) => {
        for (let i = 0; i < count; i++) {
          const record = records[i]!
          const high = keys[2 * record + 1]!
          // 53 of the 64 bits, as many as fit into a number. If two buckets agree in these, they only count as one.
          take(keys[2 * record]! * 2 ** 21 + (high >>> 11), high, first + record)
        }
      }),
  }
}

/** The long lists of a portion of the prefixes, in the same form. */
export function runLargeListsTask(task: LargeListsTask, { store }: Thread): Block {
  return storeLarge(store, task, (sketched) => listMembers(store, { ...task, sketched }))
}

function listMembers(store: Blocks, task: LargeListsTask): Members {
  return {
    expected: task.expected,
    count: (cells, shift) =>
      visitPrefixShare(store, task, (_, element) => {
        cells[spread(element) >>> shift]!++
      }),
    visit: (take) =>
      visitPrefixShare(store, task, (position, element) => take(element, spread(element), position)),
  }
}

/** The members of each large bucket of some blocks, in the order of the blocks. */
export function* readLargeBuckets(store: Blocks, blocks: readonly Block[]): Generator<Uint32Array, void> {
  for (const block of blocks) {
    yield* withBlock(store, block, (reader) =>
      reader.locations.map((location) => wordsOf(reader.read(location))),
    )
  }
}

/** @param membersOf returns the members from some units */
function storeLarge(
  store: Blocks,
  { location, sketched, boundary }: LargeBucketsTask | LargeListsTask,
  membersOf: (sketched: Sketched) => Members,
): Block {
  const sides = boundary === undefined ? [sketched] : splitSketched(sketched, boundary)
  return store.put(
    location,
    findLarge(sides.map(membersOf)).map((bytes) => ({ tag: 1, bytes })),
  )
}

/** @param sides one, of which all pairs count, or two, of which only pairs across them count */
function findLarge(sides: readonly Members[]): Uint32Array[] {
  const bits = Math.min(
    28,
    Math.max(MIN_CELL_BITS, Math.ceil(Math.log2(sides[0]!.expected / MEMBERS_PER_CELL))),
  )
  const shift = 32 - bits
  const cells = sides.map(({ count }) => {
    const counted = new Uint32Array(2 ** bits)
    count(counted, shift)
    return counted
  })
  const [own, others] = cells as [Uint32Array, Uint32Array | undefined]
  const isLargeCell = (cell: number) => pairsOf(own[cell]!, others?.[cell]) > MAX_BUCKET_PAIRS
  if (!own.some((_, cell) => isLargeCell(cell))) return []
  const buckets = new Map<number, number[][]>()
  sides.forEach(({ visit }, side) => {
    visit((key, bits, member) => {
      if (!isLargeCell(bits >>> shift)) return
      const bucket = buckets.get(key) ?? sides.map(() => [])
      buckets.set(key, bucket)
      bucket[side]!.push(member)
    })
  })
  return [...buckets.values()]
    .filter(([own, others]) => pairsOf(own!.length, others?.length) > MAX_BUCKET_PAIRS)
    .map((bucket) => Uint32Array.from(bucket.flat()))
}
