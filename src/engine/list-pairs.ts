// Which pairs are listed. The group of a document is the document with all documents similar to it, including copies. A pair
// is omitted only if the groups of both its documents are larger than the limit and the two are connected through listed
// pairs anyway, so the clusters of the listed pairs are those of all pairs. See docs/decisions/oversized-groups.md.

import { findRoot, makeForest, unite } from '../cluster/union-find.js'
import type { PairBatch } from '../model/pair.js'
import type { MaxGroup } from '../model/plan.js'
import { sumOf } from '../model/sum.js'

/** The limit as a number. */
export function groupLimit(maxGroup: MaxGroup): number {
  return maxGroup === 'all' ? Number.POSITIVE_INFINITY : maxGroup
}

/** Distinct documents, by their numbers 0, 1, 2, …, and the documents that each represents. */
export interface CopiesByNumber {
  /** The number of identical documents that each represents: 1 if it has no copy. */
  readonly counts: ArrayLike<number>
  /** Their positions, in ascending order; or only the first ones, if the pairs of the others are not needed. */
  of(number: number): ArrayLike<number>
  /** The first of these positions, where it can be found without a list. */
  first?(number: number): number
}

export interface ListOptions {
  readonly maxGroup: MaxGroup
  /** Whether a pair has a direction: two documents may be in two pairs, and copies are. Default: false. */
  readonly isDirected?: boolean
  /** Whether copies of a document form pairs with each other; false for pairs across two sides. Default: true. */
  readonly hasCopyPairs?: boolean
  /** Whether a document is known to have an oversized group of which not all pairs were compared. Default: none is. */
  readonly isOversized?: (number: number) => boolean
  /** No group has more documents than this, including copies. Default: the number of all documents. */
  readonly largestGroup?: number
}

/** The numbers of listed and omitted pairs. */
export interface ListedPairs {
  /** Omitted pairs, except those of two documents that were known to be oversized, which are not counted. */
  readonly omitted: number
  /** Pairs listed between two distinct documents that were known to be oversized. */
  readonly betweenOversized: number
}

/**
 * Lists the pairs of distinct documents for each of their copies, and those between copies.
 *
 * @param pairs between distinct documents, by their numbers; iterated up to three times
 * @param addPair called for each pair that is listed, by positions, in no particular order; a before b, unless pairs are directed
 */
export function listPairsWithin(
  copies: CopiesByNumber,
  pairs: () => Iterable<PairBatch>,
  options: ListOptions,
  addPair: (a: number, b: number, similarity: number) => void,
): ListedPairs {
  return listPairsExcept(findOversized(copies, pairs, options), copies, pairs, options, addPair)
}

/**
 * The same, if it is known which documents have oversized groups.
 *
 * @param oversized the result of `findOversized`
 */
export function listPairsExcept(
  oversized: Uint8Array | undefined,
  copies: CopiesByNumber,
  pairs: () => Iterable<PairBatch>,
  { isDirected = false, hasCopyPairs = true }: ListOptions,
  addPair: (a: number, b: number, similarity: number) => void,
): ListedPairs {
  const add: AddPair = isDirected
    ? addPair
    : (one, other, similarity) =>
        one < other ? addPair(one, other, similarity) : addPair(other, one, similarity)
  const listing = { copies, pairs, isDirected, hasCopyPairs, add }
  if (oversized === undefined) {
    listEvery(listing)
    return { omitted: 0, betweenOversized: 0 }
  }
  return listConnecting(listing, oversized)
}

/** What is listed, and how. */
interface Listing extends Required<Pick<ListOptions, 'isDirected' | 'hasCopyPairs'>> {
  readonly copies: CopiesByNumber
  readonly pairs: () => Iterable<PairBatch>
  readonly add: AddPair
}

function listEvery({ copies, pairs, isDirected, hasCopyPairs, add }: Listing): void {
  const copied = hasCopyPairs ? copies.counts.length : 0
  for (let number = 0; number < copied; number++) {
    if (copies.counts[number]! > 1) addCopies(copies.of(number), isDirected, add)
  }
  for (const { count, a, b, similarity } of pairs()) {
    for (let i = 0; i < count; i++) addCross(copies, a[i]!, b[i]!, similarity[i]!, add)
  }
}

/** Lists the pairs that have a document that is not oversized, and of the others those that connect documents. */
function listConnecting(
  { copies, pairs, isDirected, hasCopyPairs, add }: Listing,
  oversized: Uint8Array,
): ListedPairs {
  const { counts } = copies
  const forest = makeForest(counts.length)
  let omitted = 0
  let betweenOversized = 0
  for (let number = 0; number < (hasCopyPairs ? counts.length : 0); number++) {
    if (counts[number] === 1) continue
    if (oversized[number] === 0) addCopies(copies.of(number), isDirected, add)
    else omitted += connectCopies(copies.of(number), counts[number]!, isDirected, add)
  }
  // Copies that form no pairs with each other are connected by the first pair of their document.
  const areConnected = new Uint8Array(hasCopyPairs ? 0 : counts.length)
  let areBothOversized = false
  for (const { count, a, b, similarity } of pairs()) {
    for (let i = 0; i < count; i++) {
      const one = a[i]!
      const other = b[i]!
      if (oversized[one] !== 0 && oversized[other] !== 0) {
        areBothOversized = true
        continue
      }
      unite(forest, one, other)
      addCross(copies, one, other, similarity[i]!, add)
      areConnected[one] = areConnected[other] = 1
    }
  }
  if (!areBothOversized) return { omitted, betweenOversized }
  for (const { count, a, b, similarity } of pairs()) {
    for (let i = 0; i < count; i++) {
      const one = a[i]!
      const other = b[i]!
      if (oversized[one] === 0 || oversized[other] === 0) continue
      let listed = 0
      if (findRoot(forest, one) !== findRoot(forest, other)) {
        unite(forest, one, other)
        listed = addConnecting(copies, areConnected, one, other, similarity[i]!, add)
      }
      if (oversized[one] === KNOWN && oversized[other] === KNOWN) betweenOversized += listed
      else omitted += counts[one]! * counts[other]! - listed
    }
  }
  return { omitted, betweenOversized }
}

/** Adds the pairs that connect two documents and those of their copies that are not connected yet. Returns how many there are. */
function addConnecting(
  copies: CopiesByNumber,
  areConnected: Uint8Array,
  one: number,
  other: number,
  similarity: number,
  add: AddPair,
): number {
  const ownEnd = areConnected[one] === 0 ? copies.counts[one]! : 1
  const otherEnd = areConnected[other] === 0 ? copies.counts[other]! : 1
  areConnected[one] = areConnected[other] = 1
  if (copies.first !== undefined && ownEnd === 1 && otherEnd === 1) {
    add(copies.first(one), copies.first(other), similarity)
    return 1
  }
  const [ones, others] = [copies.of(one), copies.of(other)]
  for (let i = 0; i < Math.min(ownEnd, ones.length); i++) add(ones[i]!, others[0]!, similarity)
  for (let j = 1; j < Math.min(otherEnd, others.length); j++) add(ones[0]!, others[j]!, similarity)
  return ownEnd + otherEnd - 1
}

/** A document is oversized according to its counted pairs, or was known to be before. */
const COUNTED = 1
const KNOWN = 2

/** For each document, whether its group is larger than the limit; undefined if no group is. */
export function findOversized(
  copies: CopiesByNumber,
  pairs: () => Iterable<PairBatch>,
  options: ListOptions,
): Uint8Array | undefined {
  const { counts } = copies
  const { maxGroup, isOversized: isKnown, largestGroup } = options
  const limit = groupLimit(maxGroup)
  const mayExceed = (largestGroup ?? sumOf(counts)) > limit
  if (isKnown === undefined && !mayExceed) return undefined
  const sizes = mayExceed ? groupSizes(counts, pairs, options) : []
  const oversized = new Uint8Array(counts.length)
  let found = 0
  for (let number = 0; number < oversized.length; number++) {
    if (isKnown?.(number)) oversized[number] = KNOWN
    else if (sizes[number]! > limit) oversized[number] = COUNTED
    else continue
    found++
  }
  return found === 0 ? undefined : oversized
}

/** The number of documents in the group of each document, including copies. */
function groupSizes(
  counts: ArrayLike<number>,
  pairs: () => Iterable<PairBatch>,
  { isDirected = false, hasCopyPairs = true }: ListOptions,
): Float64Array {
  // Not `Float64Array.from`, which iterates and takes about ten times as long.
  const sizes = new Float64Array(counts)
  if (!hasCopyPairs) sizes.fill(1)
  // If the similarity has a direction, the documents that contain a document are one group, and those that it contains are another.
  const others = isDirected ? sizes.slice() : sizes
  for (const { count, a, b } of pairs()) {
    for (let i = 0; i < count; i++) {
      const one = a[i]!
      const other = b[i]!
      sizes[one]! += counts[other]!
      others[other]! += counts[one]!
    }
  }
  if (isDirected) for (let i = 0; i < sizes.length; i++) sizes[i] = Math.max(sizes[i]!, others[i]!)
  return sizes
}

type AddPair = (one: number, other: number, similarity: number) => void

function addCopies(group: ArrayLike<number>, isDirected: boolean, add: AddPair): void {
  for (let i = 0; i < group.length; i++) {
    for (let j = isDirected ? 0 : i + 1; j < group.length; j++) if (i !== j) add(group[i]!, group[j]!, 1)
  }
}

/** Pairs each copy with the first one, and returns the number of pairs left out. */
function connectCopies(group: ArrayLike<number>, count: number, isDirected: boolean, add: AddPair): number {
  // If the direction matters, the later copy comes first, because it is the one to be removed.
  for (let i = 1; i < group.length; i++) add(group[i]!, group[0]!, 1)
  const pairs = ((isDirected ? 2 : 1) * count * (count - 1)) / 2
  return pairs - (count - 1)
}

function addCross(
  copies: CopiesByNumber,
  one: number,
  other: number,
  similarity: number,
  add: AddPair,
): void {
  // Most documents have no copies, and a list of one would be garbage at once.
  if (copies.first !== undefined && copies.counts[one] === 1 && copies.counts[other] === 1) {
    add(copies.first(one), copies.first(other), similarity)
    return
  }
  const [ones, others] = [copies.of(one), copies.of(other)]
  for (let i = 0; i < ones.length; i++) {
    for (let j = 0; j < others.length; j++) add(ones[i]!, others[j]!, similarity)
  }
}
