import type { SetCollection } from '../../../model/set-collection.js'
import { doubled } from '../threads/shared-words.js'

/** The sizes of all sets, by position, at four bytes each. */
export class SetSizes {
  count = 0
  empty = 0
  /** The smallest nonzero size, and the largest. */
  min = Number.POSITIVE_INFINITY
  max = 0
  #sizes = new Uint32Array(1024)

  /** The sizes of sets that were read earlier. */
  static of(sizes: Uint32Array): SetSizes {
    const all = new SetSizes()
    all.#add(sizes.length, (set) => sizes[set]!)
    return all
  }

  add({ count, offsets }: SetCollection): void {
    this.#add(count, (set) => offsets[set + 1]! - offsets[set]!)
  }

  /** The total number of elements. */
  get elements(): number {
    return this.sizes.reduce((sum, size) => sum + size, 0)
  }

  #add(count: number, sizeOf: (set: number) => number): void {
    const needed = this.count + count
    while (needed > this.#sizes.length) this.#sizes = doubled(this.#sizes, needed)
    const sizes = this.#sizes.subarray(this.count, needed)
    let { empty, min, max } = this
    for (let set = 0; set < count; set++) {
      const size = sizeOf(set)
      sizes[set] = size
      if (size === 0) empty++
      else if (size < min) min = size
      if (size > max) max = size
    }
    this.count = needed
    this.empty = empty
    this.min = min
    this.max = max
  }

  get sizes(): Uint32Array {
    return this.#sizes.subarray(0, this.count)
  }

  at(set: number): number {
    return this.#sizes[set]!
  }
}
