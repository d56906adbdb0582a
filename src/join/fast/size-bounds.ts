import { leastOverlapFor, type Similarity } from '../../model/similarity.js'

/** The distinct sizes of the sets of a block, rising. */
export interface SizeClasses {
  readonly count: number
  readonly sizes: Uint32Array
  /** Where the sets of each class begin; one more than classes. */
  readonly starts: Uint32Array
}

/** The classes of rising sizes. */
export function sizeClasses(sizes: Uint32Array): SizeClasses {
  const distinct: number[] = []
  const starts: number[] = []
  for (let place = 0; place < sizes.length; place++) {
    if (place > 0 && sizes[place] === sizes[place - 1]) continue
    distinct.push(sizes[place]!)
    starts.push(place)
  }
  starts.push(sizes.length)
  return { count: distinct.length, sizes: Uint32Array.from(distinct), starts: Uint32Array.from(starts) }
}

/**
 * For a probe of some size: the classes of indexed sets that can match it, and the overlap that a match needs in each.
 * This is all that a join knows of its similarity. Every bound follows from `leastOverlapFor`, so no filter can disagree
 * with verification. For containment the indexed set is A, the probe B.
 */
export class SizeBounds {
  /** For each class the overlap that a match needs; valid from `first` to before `end`. */
  readonly required: Uint32Array
  /** The classes that can match. */
  first = 0
  end = 0
  /** The least overlap of any match. */
  least = 0
  readonly #classes: SizeClasses
  readonly #similarity: Similarity
  readonly #threshold: number
  readonly #notLarger: boolean

  /** @param notLarger whether only indexed sets count that are not larger than the probe */
  constructor(
    classes: SizeClasses,
    similarity: Similarity,
    threshold: number,
    notLarger: boolean,
    required: Uint32Array = new Uint32Array(classes.count),
  ) {
    this.#classes = classes
    this.#similarity = similarity
    this.#threshold = threshold
    this.#notLarger = notLarger
    this.required = required
  }

  /** Goes on to a probe size, which must not be smaller than the one before. */
  moveTo(probeSize: number): void {
    const { count, sizes } = this.#classes
    const needs = (size: number) => leastOverlapFor(this.#similarity, size, probeSize, this.#threshold)
    // A probe that grows can lose the smallest classes and gain larger ones, never the other way round.
    while (this.first < count && sizes[this.first]! <= probeSize && needs(sizes[this.first]!) > sizes[this.first]!)
      this.first++
    this.end = Math.max(this.end, this.first)
    while (
      this.end < count &&
      !(this.#notLarger && sizes[this.end]! > probeSize) &&
      needs(sizes[this.end]!) <= Math.min(probeSize, sizes[this.end]!)
    )
      this.end++
    this.least = Number.POSITIVE_INFINITY
    for (let k = this.first; k < this.end; k++) {
      const overlap = needs(sizes[k]!)
      this.required[k] = overlap
      if (overlap < this.least) this.least = overlap
    }
  }
}
