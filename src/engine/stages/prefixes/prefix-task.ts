import { RepeatFilter, spread } from '../../../hash/repeat-filter.js'
import { countBelow } from '../../../model/count-below.js'
import { isSymmetric, minOverlapFor, overlapFilter } from '../../../model/similarity.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import type { KeyList } from '../bands/band-keys.js'
import { sortByLow } from '../bands/buckets.js'
import type { Block } from '../blocks/block.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import { RecentPairs } from '../candidates/recent-pairs.js'
import type { PrefixTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { areLargeList, LargeListDocuments } from './large-lists.js'
import { listPrefixes } from './prefix-keys.js'

/** A bound counts as reached slightly below it, so that rounding cannot lose a pair. All candidates are compared anyway. */
const ROUNDING = 1 - 1e-9
/** Documents that share one element of their prefixes often share several, each of which finds the same pair. */
const REMEMBERED_PER_ELEMENT = 8

/**
 * Lists the pairs whose prefixes share an element and which may still reach the threshold: if this is their first common element, the
 * overlap is at most the number of elements from it to the end of either set. A pair that reaches the threshold has a first common element,
 * and passes the test there. Two long documents may have more shingles in common than their hashes show, so less is required of them. Pairs
 * of a large list are not listed: its documents are joined (large-lists.ts).
 */
export function runPrefixTask(task: PrefixTask, thread: Thread): Block[] {
  const { sizes, threshold, similarity, maxHeld, location, oversizedOf, boundary } = task
  const candidates = new CandidateBlocks(thread, location, maxHeld)
  const {
    positions,
    lows: elements,
    highs: indexes,
  } = sortByLow(repeatedPrefixes(task, thread), thread.arrays)
  const required = overlapFilter(similarity, threshold * ROUNDING)
  const recent = new RecentPairs(Math.min(maxHeld, REMEMBERED_PER_ELEMENT * positions.length), thread.arrays)
  const prefixes: Prefixes = { sizes, positions, indexes, required, recent, candidates }
  const leads = leadingElements(task)
  const inLargeLists = new LargeListDocuments(sizes.length)
  for (let start = 0; start < positions.length; ) {
    let end = start + 1
    while (end < positions.length && elements[end] === elements[start]) end++
    if (leads === undefined && areLargeList(positions.subarray(start, end), boundary, oversizedOf)) {
      inLargeLists.add(positions.subarray(start, end))
      start = end
      continue
    }
    if (boundary !== undefined) {
      const middle = start + countBelow(positions.subarray(start, end), boundary)
      if (middle > start && middle < end) addPairsAcross(prefixes, [start, middle, end], leads, oversizedOf)
      start = end
      continue
    }
    if (leads !== undefined) {
      addLeadingPairs(prefixes, start, end, leads)
      start = end
      continue
    }
    const ordinary = oversizedOf.length === 0 ? undefined : ordinaryOf(positions, start, end, oversizedOf)
    if (ordinary === undefined || ordinary.length === end - start) {
      for (let i = start; i < end; i++) for (let j = i + 1; j < end; j++) meet(prefixes, i, j)
    } else {
      for (const [k, i] of ordinary.entries()) {
        for (let l = k + 1; l < ordinary.length; l++) meet(prefixes, i, ordinary[l]!)
        for (let j = start; j < end; j++) if (oversizedOf[positions[j]!] !== 0) meet(prefixes, i, j)
      }
    }
    start = end
  }
  return candidates.end(...inLargeLists.segments())
}

/** The elements in prefixes, as columns. */
interface Prefixes {
  readonly sizes: Uint32Array
  readonly positions: Uint32Array
  readonly indexes: Uint32Array
  /** The overlap that sets of two sizes need. */
  readonly required: (size: number, other: number) => number
  readonly recent: RecentPairs
  readonly candidates: CandidateBlocks
}

/** Not a closure created by each task, because its compiled code would be discarded with it. */
function meet(
  { sizes, positions, indexes, required, recent, candidates }: Prefixes,
  i: number,
  j: number,
): void {
  const [one, other] = [positions[i]!, positions[j]!]
  const [size, otherSize] = [sizes[one]!, sizes[other]!]
  const minOverlap = required(size, otherSize) - hiddenOverlap(Math.min(size, otherSize))
  if (size - indexes[i]! < minOverlap || otherSize - indexes[j]! < minOverlap) return
  if (!recent.hasOrAdd(one, other)) candidates.add(one, other)
}

/** Whether an element at an index is early enough in a document of this size for the document to be contained in another. */
type Leads = (size: number, index: number) => boolean

/**
 * If the similarity has a direction, a document is listed under all its elements, because another may be contained in it. The contained
 * document has its first common element among its own leading ones. Undefined for a symmetric similarity, for which all listed elements are
 * leading ones.
 */
function leadingElements({ similarity, threshold }: PrefixTask): Leads | undefined {
  if (isSymmetric(similarity)) return undefined
  return (size, index) =>
    size - index >= minOverlapFor(similarity, size, size, threshold) - hiddenOverlap(size)
}

/** The pairs of a list in which at least one document has the element among its leading ones. */
function addLeadingPairs(prefixes: Prefixes, start: number, end: number, leads: Leads): void {
  const { sizes, positions, indexes } = prefixes
  const isLeading = new Uint8Array(end - start)
  for (let i = start; i < end; i++) isLeading[i - start] = leads(sizes[positions[i]!]!, indexes[i]!) ? 1 : 0
  for (let i = start; i < end; i++) {
    if (isLeading[i - start] === 0) continue
    for (let j = start; j < i; j++) if (isLeading[j - start] === 0) meet(prefixes, i, j)
    for (let j = i + 1; j < end; j++) meet(prefixes, i, j)
  }
}

/**
 * The pairs of a list across two sides. If the similarity has a direction, documents of the first side are contained in those of the
 * second.
 */
function addPairsAcross(
  prefixes: Prefixes,
  [start, middle, end]: readonly [number, number, number],
  leads: Leads | undefined,
  oversizedOf: Uint32Array,
): void {
  const { sizes, positions, indexes } = prefixes
  const isOversized = (i: number) => oversizedOf.length > 0 && oversizedOf[positions[i]!] !== 0
  for (let i = start; i < middle; i++) {
    if (leads !== undefined && !leads(sizes[positions[i]!]!, indexes[i]!)) continue
    const skipsOversized = isOversized(i)
    for (let j = middle; j < end; j++) if (!skipsOversized || !isOversized(j)) meet(prefixes, i, j)
  }
}

/** The indexes in a list of documents that are not oversized. */
function ordinaryOf(positions: Uint32Array, start: number, end: number, oversizedOf: Uint32Array): number[] {
  const indexes: number[] = []
  for (let i = start; i < end; i++) if (oversizedOf[positions[i]!] === 0) indexes.push(i)
  return indexes
}

/**
 * The elements of the share that may occur in two prefixes and, if that matters, among the leading ones of a document: the low half is the
 * element, the high half its index.
 */
function repeatedPrefixes(task: PrefixTask, { store, arrays }: Thread): KeyList {
  const all = listPrefixes(store, task, task.expected, arrays)
  const filter = new RepeatFilter(task.expected, arrays.words)
  for (let i = 0; i < all.lows.length; i++) filter.add(spread(all.lows[i]!))
  const leads = leadingElements(task)
  return onlyRepeated(all, filter, leads && leadingFilter(all, task, leads))
}

/** Keeps only the elements that may be repeated and, if that matters, leading, moved to the front of their arrays. */
function onlyRepeated(
  { lows, highs, positions }: KeyList,
  filter: RepeatFilter,
  isLeading: RepeatFilter | undefined,
): KeyList {
  let end = 0
  for (let i = 0; i < lows.length; i++) {
    const bits = spread(lows[i]!)
    if (!filter.mayRepeat(bits) || isLeading?.mayRepeat(bits) === false) continue
    lows[end] = lows[i]!
    highs[end] = highs[i]!
    positions[end++] = positions[i]!
  }
  return { lows: lows.subarray(0, end), highs: highs.subarray(0, end), positions: positions.subarray(0, end) }
}

/**
 * Detects elements that are leading in some document: each is added twice. The others cannot produce a pair, and may occur in very many
 * documents.
 */
function leadingFilter(
  { lows: elements, highs: indexes, positions }: KeyList,
  { expected, sizes }: PrefixTask,
  leads: Leads,
): RepeatFilter {
  const filter = new RepeatFilter(expected)
  for (let i = 0; i < elements.length; i++) {
    if (!leads(sizes[positions[i]!]!, indexes[i]!)) continue
    filter.add(spread(elements[i]!))
    filter.add(spread(elements[i]!))
  }
  return filter
}
