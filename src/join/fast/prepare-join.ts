import { addUp } from '../../model/add-up.js'
import type { SetCollection } from '../../model/set-collection.js'
import { isSymmetric, type Similarity } from '../../model/similarity.js'
import { ALLOCATE, type Allocate, arrange, type JoinBlock } from './join-block.js'
import { classesOf, SizeBounds, type SizeClasses, sizeClasses } from './size-bounds.js'

/** For each rank, the indexed sets that have it in their prefix, by ascending position, and thus by ascending size. */
export interface PrefixLists {
  /** For each rank, where its list begins, counted in entries; one more than there are ranks. */
  readonly starts: Uint32Array
  /** Two words per entry: the position of the set, and the number of its elements from this one to its end. */
  readonly entries: Uint32Array
}

/** Two blocks, or one and itself, with the index for the probes. */
export interface PreparedJoin {
  readonly similarity: Similarity
  readonly threshold: number
  /** Whether a probe searches only the sets before it in its own block, so that each pair is found once. */
  readonly isSelf: boolean
  /** Whether the smaller position of a pair comes first: if both are from one collection and the similarity is not directed. */
  readonly smallerFirst: boolean
  readonly index: JoinBlock
  readonly probes: JoinBlock
  readonly classes: SizeClasses
  /** The class of each indexed set. */
  readonly classOf: Uint32Array
  readonly lists: PrefixLists
}

/**
 * Prepares a join. With one collection, it finds all its pairs; with two, the pairs of a set of `left` and one of `right`. For
 * containment, a set of `left` is contained in one of `right`; the index holds the sets to be contained, because they have to be indexed
 * only by their prefixes.
 */
export function prepareJoin(
  left: SetCollection,
  right: SetCollection | undefined,
  similarity: Similarity,
  threshold: number,
  allocate: Allocate = ALLOCATE,
): PreparedJoin {
  const { ranks, blocks } = arrange(right === undefined ? [left] : [left, right], allocate)
  const [index, probes = index] = blocks as [JoinBlock, JoinBlock?]
  const isSelf = probes === index && isSymmetric(similarity)
  const classes = sizeClasses(index.sizes)
  const classOf = classesOf(classes, allocate)
  const bounds = new SizeBounds(classes, { similarity, threshold, notLarger: isSelf })
  const probeSizes = probes === index ? classes.sizes : sizeClasses(probes.sizes).sizes
  const lists = indexPrefixes(index, classOf, minRequired(bounds, classes.count, probeSizes), ranks, allocate)
  return { similarity, threshold, isSelf, smallerFirst: isSelf, index, probes, classes, classOf, lists }
}

/** For each class of indexed sets, the minimum overlap that any probe needs. The sizes of the probes are in ascending order. */
export function minRequired(bounds: SizeBounds, classes: number, probeSizes: Uint32Array): Float64Array {
  const minOverlaps = new Float64Array(classes).fill(Number.POSITIVE_INFINITY)
  for (const size of probeSizes) {
    bounds.moveTo(size)
    for (let k = bounds.first; k < bounds.end; k++) {
      if (bounds.required[k]! < minOverlaps[k]!) minOverlaps[k] = bounds.required[k]!
    }
  }
  return minOverlaps
}

/**
 * How many leading elements of the kept ones belong to the prefix, including the one that every match must contain: any n - r + 1 of n
 * elements include one of any r.
 */
export function keptPrefix(kept: number, required: number): number {
  return Math.max(0, kept - required + 1)
}

/** The lists of an index in which each class of sets needs at least this overlap with any probe. */
export function indexPrefixes(
  { count, starts, elements }: JoinBlock,
  classOf: Uint32Array,
  required: Float64Array,
  ranks: number,
  allocate: Allocate,
): PrefixLists {
  const prefixEnd = (position: number) =>
    starts[position]! + keptPrefix(starts[position + 1]! - starts[position]!, required[classOf[position]!]!)
  const listStarts = allocate(ranks + 1)
  for (let position = 0; position < count; position++) {
    const end = prefixEnd(position)
    for (let at = starts[position]!; at < end; at++) listStarts[elements[at]! + 1]!++
  }
  addUp(listStarts)
  const next = listStarts.slice(0, ranks)
  const entries = allocate(2 * listStarts[ranks]!)
  for (let position = 0; position < count; position++) {
    const end = prefixEnd(position)
    for (let at = starts[position]!; at < end; at++) {
      const entry = 2 * next[elements[at]!]!++
      entries[entry] = position
      entries[entry + 1] = starts[position + 1]! - at
    }
  }
  return { starts: listStarts, entries }
}
