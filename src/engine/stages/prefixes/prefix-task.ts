import { RepeatFilter, spread } from '../../../hash/repeat-filter.js'
import { countBelow } from '../../../model/count-below.js'
import { isSymmetric, minOverlapFor } from '../../../model/similarity.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import { sortByLow } from '../bands/buckets.js'
import type { Block } from '../blocks/block.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import { RecentPairs } from '../candidates/recent-pairs.js'
import type { PrefixTask } from '../tasks.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import type { Thread } from '../threads/thread.js'
import { areLargeList, LargeListDocuments } from './large-lists.js'
import { ListMembers } from './list-members.js'
import { listPrefixes, mapColumns, type PrefixElements } from './prefix-keys.js'

/** Documents that share one element of their prefixes often share several, each of which finds the same pair. */
const REMEMBERED_PER_ELEMENT = 8

/**
 * Lists the pairs whose prefixes share an element and which may still reach the threshold: if this is their first common element, the
 * overlap is at most the number of elements from it to the end of either set. A pair that reaches the threshold has a first common element,
 * and passes the test there. Two long documents may have more shingles in common than their hashes show, so less is required of them. Pairs
 * of a large list are not listed: its documents are joined (large-lists.ts).
 */
export function runPrefixTask(task: PrefixTask, thread: Thread): Block[] {
  const { maxHeld, location, oversizedOf, boundary } = task
  const candidates = new CandidateBlocks(thread, location, maxHeld)
  const sorted = sortByElement(repeatedPrefixes(task, thread), thread.arrays)
  const { positions, elements } = sorted
  const recent = new RecentPairs(Math.min(maxHeld, REMEMBERED_PER_ELEMENT * positions.length), thread.arrays)
  const members = new ListMembers(task, sorted, { candidates, recent }, thread)
  const leads = leadingElements(task)
  const inLargeLists = new LargeListDocuments(task.sizes.length)
  for (let start = 0, end = 0; start < positions.length; start = end) {
    end = start + 1
    while (end < positions.length && elements[end] === elements[start]) end++
    const list = positions.subarray(start, end)
    if (leads === undefined && areLargeList(list, boundary, oversizedOf)) {
      inLargeLists.add(list)
      continue
    }
    members.load(start, end)
    if (boundary !== undefined)
      addPairsAcross(members, countBelow(list, boundary), leads, oversizedIn(list, oversizedOf))
    else if (leads !== undefined) addPairsOf(members, leadingIn(members, leads))
    else if (oversizedOf.length > 0) addPairsOf(members, ordinaryIn(list, oversizedOf))
    else for (let i = 0; i < list.length; i++) members.meet(i, i + 1, list.length)
  }
  return candidates.end({ segments: inLargeLists.segments() })
}

/** The pairs of a list in which at least one document is marked. */
function addPairsOf(members: ListMembers, isMarked: Uint8Array): void {
  members.mark(isMarked)
  for (let i = 0; i < members.count; i++) {
    if (isMarked[i] === 0) continue
    members.meet(i, 0, i, true)
    members.meet(i, i + 1, members.count)
  }
}

/**
 * The pairs of a list across two sides, except those of two oversized documents. If the similarity has a direction, documents of the first
 * side are contained in those of the second.
 *
 * @param own the number of documents of the first side
 */
function addPairsAcross(
  members: ListMembers,
  own: number,
  leads: Leads | undefined,
  isOversized: Uint8Array | undefined,
): void {
  if (isOversized !== undefined) members.mark(isOversized)
  for (let i = 0; i < own; i++) {
    if (leads !== undefined && !leads(members.size(i), members.index(i))) continue
    members.meet(i, own, members.count, isOversized !== undefined && isOversized[i] !== 0)
  }
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

/** The documents of a list that have the element among their leading ones. */
function leadingIn(members: ListMembers, leads: Leads): Uint8Array {
  const isLeading = new Uint8Array(members.count)
  for (let i = 0; i < members.count; i++) if (leads(members.size(i), members.index(i))) isLeading[i] = 1
  return isLeading
}

/** The oversized documents of a list; undefined if there are none anywhere. */
function oversizedIn(list: Uint32Array, oversizedOf: Uint32Array): Uint8Array | undefined {
  if (oversizedOf.length === 0) return undefined
  return Uint8Array.from(list, (position) => (oversizedOf[position] === 0 ? 0 : 1))
}

/** The other documents of a list. */
function ordinaryIn(list: Uint32Array, oversizedOf: Uint32Array): Uint8Array {
  return Uint8Array.from(list, (position) => (oversizedOf[position] === 0 ? 1 : 0))
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
  all: PrefixElements,
  filter: RepeatFilter,
  isLeading: RepeatFilter | undefined,
): PrefixElements {
  const { positions, elements, indexes, previous } = all
  let end = 0
  for (let i = 0; i < elements.length; i++) {
    const bits = spread(elements[i]!)
    if (!filter.mayRepeat(bits) || isLeading?.mayRepeat(bits) === false) continue
    positions[end] = positions[i]!
    elements[end] = elements[i]!
    indexes[end] = indexes[i]!
    previous[end++] = previous[i]!
  }
  return mapColumns(all, (column) => column.subarray(0, end))
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
