import { checkChoice, checkNames } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import { checkRising, type SetCollection } from '../../model/set-collection.js'
import {
  checkSimilarity,
  isSymmetric,
  reportedSimilarity,
  similarityReaches,
} from '../../model/similarity.js'
import type { Direction } from '../join-options.js'
import { applyOrder, type ElementOrder, orderByFrequency, rankOf } from '../order.js'
import type { Matches } from '../similarity-index.js'
import { ALLOCATE, BITMAP_WORDS, type JoinBlock, makeBlock } from './join-block.js'
import type { JoinSetsOptions } from './join-sets.js'
import { OverlapFinder, type Query } from './overlap-finder.js'
import { indexPrefixes, keptPrefix } from './prepare-join.js'
import { type Comparison, classesOf, SizeBounds, type SizeClasses, sizeClasses } from './size-bounds.js'

/** What an index of sets is built to find. */
export interface SetIndexOptions extends JoinSetsOptions {
  /** For containment only. Default: `probe-in-indexed`, the indexed sets that contain the query. */
  readonly direction?: Direction
}

/**
 * An index of a collection, built once and queried many times, with sets of any elements. It finds all sets
 * that reach the threshold, exactly; an empty probe finds nothing.
 *
 * @example
 * const index = new SetIndex(makeSetCollection([[1, 2, 3], [7, 8]]), { threshold: 0.5 })
 * index.probe(sortedSet([2, 3])) // ids 0, similarity 2/3
 */
export class SetIndex {
  /** The number of sets in the index. */
  readonly size: number
  readonly #comparison: Comparison & { readonly probeIsA: boolean }
  readonly #order: ElementOrder
  readonly #index: JoinBlock
  readonly #classes: SizeClasses
  readonly #required: Uint32Array
  readonly #finder: OverlapFinder

  /** Throws `InvalidOption` for conflicting options. */
  constructor(collection: SetCollection, options: SetIndexOptions) {
    this.size = collection.count
    this.#comparison = checkSetIndex(options)
    this.#order = orderByFrequency(collection)
    this.#index = blockInOrder(collection, this.#order)
    this.#classes = sizeClasses(this.#index.sizes)
    this.#required = new Uint32Array(this.#classes.count)
    const classOf = classesOf(this.#classes, ALLOCATE)
    const minOverlaps = Float64Array.from(this.#classes.sizes, (size) => minRequired(size, this.#comparison))
    const lists = indexPrefixes(this.#index, classOf, minOverlaps, this.#order.elements.length, ALLOCATE)
    this.#finder = new OverlapFinder(this.#index, classOf, lists, this.#required)
  }

  /** All sets that reach the threshold, by ascending position. Throws `InvalidValue` unless the probe is in ascending order. */
  probe(set: Uint32Array): Matches {
    checkRising(set)
    const bounds = new SizeBounds(this.#classes, this.#comparison, this.#required)
    if (set.length > 0) bounds.moveTo(set.length)
    if (bounds.first === bounds.end) return this.#matches(0, 0)
    const { starts } = this.#classes
    const query = this.#query(set)
    const prefix = keptPrefix(query.end, bounds.minOverlap)
    return this.#matches(
      set.length,
      this.#finder.find(query, prefix, starts[bounds.first]!, starts[bounds.end]!),
    )
  }

  #matches(size: number, count: number): Matches {
    const { found, overlaps } = this.#finder
    const { ids, sizes } = this.#index
    const { similarity, threshold, probeIsA } = this.#comparison
    const order = Array.from({ length: count }, (_, k) => k).sort((x, y) => ids[found[x]!]! - ids[found[y]!]!)
    return {
      count,
      ids: Uint32Array.from(order, (k) => ids[found[k]!]!),
      similarity: Float64Array.from(order, (k) => {
        const other = sizes[found[k]!]!
        return probeIsA
          ? reportedSimilarity(similarity, overlaps[k]!, size, other, threshold)
          : reportedSimilarity(similarity, overlaps[k]!, other, size, threshold)
      }),
    }
  }

  /** Elements that are in no indexed set are the rarest of all: they come first and are left out. */
  #query(set: Uint32Array): Query {
    const { firstKnownRank } = this.#order
    const known = set
      .map((element) => rankOf(this.#order, element))
      .filter((rank) => rank >= firstKnownRank)
      .map((rank) => rank - firstKnownRank)
      .sort()
    const bitmaps = new Uint32Array(BITMAP_WORDS)
    for (const rank of known) bitmaps[(rank & 127) >>> 5]! |= 1 << (rank & 31)
    return { elements: known, start: 0, end: known.length, bitmaps, bitmapAt: 0 }
  }
}

function checkSetIndex(options: SetIndexOptions): Comparison & { readonly probeIsA: boolean } {
  checkNames(options, ['threshold', 'similarity', 'direction'])
  const { threshold, similarity = 'jaccard', direction } = options
  checkSimilarity(similarity, threshold)
  if (direction !== undefined) {
    checkChoice('direction', direction, ['probe-in-indexed', 'indexed-in-probe'])
    if (isSymmetric(similarity)) {
      throw new InvalidOption(
        'direction',
        direction,
        `no value for ${similarity}; only containment has a direction`,
      )
    }
  }
  return { threshold, similarity, probeIsA: direction !== 'indexed-in-probe' }
}

function blockInOrder(collection: SetCollection, order: ElementOrder): JoinBlock {
  const { elements, offsets } = applyOrder(collection, order)
  const kinds = order.elements.length
  const numbers = elements.map((rank) => rank - order.firstKnownRank)
  const rankOfNumber = Uint32Array.from({ length: kinds }, (_, rank) => rank)
  return makeBlock({ count: collection.count, offsets, elements }, numbers, rankOfNumber, kinds, ALLOCATE)
}

/** The minimum overlap of an indexed set of this size with any match; the best match has no other elements. */
function minRequired(size: number, { similarity, threshold, probeIsA }: Comparison): number {
  let low = 1
  let high = size + 1
  while (low < high) {
    const overlap = (low + high) >>> 1
    const matches = probeIsA
      ? similarityReaches(similarity, overlap, overlap, size, threshold)
      : similarityReaches(similarity, overlap, size, overlap, threshold)
    if (matches) high = overlap
    else low = overlap + 1
  }
  return low
}
