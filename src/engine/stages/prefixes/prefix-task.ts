import { RepeatFilter, spread } from '../../../hash/repeat-filter.js'
import { countBelow } from '../../../model/count-below.js'
import { isSymmetric, minOverlapFor, overlapFilter } from '../../../model/similarity.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import { sortByLow } from '../bands/buckets.js'
import type { Block } from '../blocks/block.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import { RecentPairs } from '../candidates/recent-pairs.js'
import type { PrefixTask } from '../tasks.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import type { Thread } from '../threads/thread.js'
import { differInMore } from './difference-bits.js'
import { areLargeList, LargeListDocuments } from './large-lists.js'
import { listPrefixes, type PrefixElements } from './prefix-keys.js'

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
  const { sizes, bits, threshold, similarity, maxHeld, location, oversizedOf, boundary } = task
  const candidates = new CandidateBlocks(thread, location, maxHeld)
  const sorted = sortByElement(repeatedPrefixes(task, thread), thread.arrays)
  const { positions, elements } = sorted
  const required = overlapFilter(similarity, threshold * ROUNDING)
  const recent = new RecentPairs(Math.min(maxHeld, REMEMBERED_PER_ELEMENT * positions.length), thread.arrays)
  const prefixes: Prefixes = { ...sorted, sizes, bits, required, recent, candidates }
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

/** The elements of a task, and what meets in them. */
interface Prefixes extends PrefixElements {
  readonly sizes: Uint32Array
  /** Empty if there are none. */
  readonly bits: Uint32Array
  /** The overlap that sets of two sizes need. */
  readonly required: (size: number, other: number) => number
  readonly recent: RecentPairs
  readonly candidates: CandidateBlocks
}

/**
 * Two documents that share the element before this one, too, meet there or earlier, where they pass every test that they pass here.
 *
 * Not a closure created by each task, because its compiled code would be discarded with it.
 */
function meet(
  { sizes, bits, positions, elements, indexes, previous, required, recent, candidates }: Prefixes,
  i: number,
  j: number,
): void {
  if (previous[i] === previous[j] && previous[i] !== elements[i]) return
  const [one, other] = [positions[i]!, positions[j]!]
  const [size, otherSize] = [sizes[one]!, sizes[other]!]
  const minOverlap = required(size, otherSize) - hiddenOverlap(Math.min(size, otherSize))
  if (size - indexes[i]! < minOverlap || otherSize - indexes[j]! < minOverlap) return
  if (recent.hasOrAdd(one, other)) return
  if (bits.length > 0 && differInMore(bits, one, other, size + otherSize - 2 * minOverlap)) return
  candidates.add(one, other)
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

/** The same elements in ascending order, in arrays that the next call reuses. Equal ones keep their order. */
function sortByElement(
  { positions, elements, indexes, previous }: PrefixElements,
  arrays: ReusedArrays,
): PrefixElements {
  const order = arrays.words('prefix-order', positions.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  const sorted = sortByLow({ lows: elements, highs: previous, positions: order }, arrays)
  return {
    elements: sorted.lows,
    previous: sorted.highs,
    positions: inOrder(positions, sorted.positions, arrays.words('ordered-positions', positions.length)),
    indexes: inOrder(indexes, sorted.positions, arrays.words('ordered-indexes', positions.length)),
  }
}

function inOrder(column: Uint32Array, order: Uint32Array, out: Uint32Array): Uint32Array {
  for (let i = 0; i < order.length; i++) out[i] = column[order[i]!]!
  return out
}

/** The elements of the share that may occur in two prefixes and, if that matters, among the leading ones of a document. */
function repeatedPrefixes(task: PrefixTask, { store, arrays }: Thread): PrefixElements {
  const all = listPrefixes(store, task, task.expected, arrays)
  const filter = new RepeatFilter(task.expected, arrays.words)
  for (let i = 0; i < all.elements.length; i++) filter.add(spread(all.elements[i]!))
  const leads = leadingElements(task)
  return onlyRepeated(all, filter, leads && leadingFilter(all, task, leads))
}

/** Keeps only the elements that may be repeated and, if that matters, leading, moved to the front of their arrays. */
function onlyRepeated(
  { positions, elements, indexes, previous }: PrefixElements,
  filter: RepeatFilter,
  isLeading: RepeatFilter | undefined,
): PrefixElements {
  let end = 0
  for (let i = 0; i < elements.length; i++) {
    const bits = spread(elements[i]!)
    if (!filter.mayRepeat(bits) || isLeading?.mayRepeat(bits) === false) continue
    positions[end] = positions[i]!
    elements[end] = elements[i]!
    indexes[end] = indexes[i]!
    previous[end++] = previous[i]!
  }
  return {
    positions: positions.subarray(0, end),
    elements: elements.subarray(0, end),
    indexes: indexes.subarray(0, end),
    previous: previous.subarray(0, end),
  }
}

/**
 * Detects elements that are leading in some document: each is added twice. The others cannot produce a pair, and may occur in very many
 * documents.
 */
function leadingFilter(
  { elements, indexes, positions }: PrefixElements,
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
