import { minOverlapFor, type Similarity } from '../../model/similarity.js'
import type { Allocate } from './join-block.js'

/** The distinct sizes of the sets in a block, ascending. */
export interface SizeClasses {
  readonly count: number
  readonly sizes: Uint32Array
  /** Where the sets of each class begin; one more than there are classes. */
  readonly starts: Uint32Array
}

/** The classes of ascending sizes. */
export function sizeClasses(sizes: Uint32Array): SizeClasses {
  const distinct: number[] = []
  const starts: number[] = []
  for (let position = 0; position < sizes.length; position = firstLarger(sizes, position)) {
    distinct.push(sizes[position]!)
    starts.push(position)
  }
  starts.push(sizes.length)
  return { count: distinct.length, sizes: Uint32Array.from(distinct), starts: Uint32Array.from(starts) }
}

/** The first position after `position` with a larger size, found by galloping and then bisection, because most classes have many sets. */
export function firstLarger(sizes: Uint32Array, position: number): number {
  const size = sizes[position]!
  let leap = 1
  while (position + leap < sizes.length && sizes[position + leap] === size) leap *= 2
  let low = position + (leap >>> 1)
  let high = Math.min(position + leap, sizes.length)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (sizes[middle] === size) low = middle
    else high = middle
  }
  return high
}

/** The class of each set. */
export function classesOf({ count, starts }: SizeClasses, allocate: Allocate): Uint32Array {
  const classOf = allocate(starts[count]!)
  for (let k = 0; k < count; k++) classOf.fill(k, starts[k]!, starts[k + 1]!)
  return classOf
}

/** How probes and indexed sets are compared. */
export interface Comparison {
  readonly similarity: Similarity
  readonly threshold: number
  /** Whether only indexed sets that are not larger than the probe count. Default: all count. */
  readonly notLarger?: boolean
  /** For containment, whether the probe is the set to be contained. Default: the indexed set is. */
  readonly probeIsA?: boolean
}

/**
 * For a probe of some size: the classes of indexed sets that can match it, and the overlap that a match needs in each. This is all that a
 * join knows about its similarity. Every bound follows from `minOverlapFor`, so no filter can disagree with verification.
 */
export class SizeBounds {
  /** For each class, the overlap that a match needs; valid from `first` up to, but not including, `end`. */
  readonly required: Uint32Array
  /** The classes that can match. */
  first = 0
  end = 0
  /** The minimum overlap of any match. */
  minOverlap = Number.POSITIVE_INFINITY
  readonly #classes: SizeClasses
  readonly #comparison: Comparison

  constructor(
    classes: SizeClasses,
    comparison: Comparison,
    required: Uint32Array = new Uint32Array(classes.count),
  ) {
    this.#classes = classes
    this.#comparison = comparison
    this.required = required
  }

  /** Moves on to the next probe size, which must not be smaller than the previous one. */
  moveTo(probeSize: number): void {
    const { count, sizes } = this.#classes
    const { notLarger = false } = this.#comparison
    // As the probe grows, it can lose the smallest classes and gain larger ones, never the reverse.
    while (
      this.first < count &&
      sizes[this.first]! <= probeSize &&
      this.#needs(sizes[this.first]!, probeSize) > sizes[this.first]!
    )
      this.first++
    this.end = Math.max(this.end, this.first)
    while (
      this.end < count &&
      !(notLarger && sizes[this.end]! > probeSize) &&
      this.#needs(sizes[this.end]!, probeSize) <= Math.min(probeSize, sizes[this.end]!)
    )
      this.end++
    this.minOverlap = Number.POSITIVE_INFINITY
    for (let k = this.first; k < this.end; k++) {
      const overlap = this.#needs(sizes[k]!, probeSize)
      this.required[k] = overlap
      if (overlap < this.minOverlap) this.minOverlap = overlap
    }
  }

  #needs(size: number, probeSize: number): number {
    const { similarity, threshold, probeIsA = false } = this.#comparison
    return probeIsA
      ? minOverlapFor(similarity, probeSize, size, threshold)
      : minOverlapFor(similarity, size, probeSize, threshold)
  }
}
