import type { SetCollection } from '../../../model/set-collection.js'
import { doubled } from '../threads/shared-words.js'

/** The sizes of all sets, by position: four bytes each. */
export class SetSizes {
  count = 0
  empty = 0
  /** The smallest that is not 0, and the largest. */
  min = Number.POSITIVE_INFINITY
  max = 0
  #sizes = new Uint32Array(1024)

  add({ count, offsets }: SetCollection): void {
    const needed = this.count + count
    while (needed > this.#sizes.length) this.#sizes = doubled(this.#sizes)
    const sizes = this.#sizes.subarray(this.count, needed)
    let { empty, min, max } = this
    for (let set = 0; set < count; set++) {
      const size = offsets[set + 1]! - offsets[set]!
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

  at(set: number): number {
    return this.#sizes[set]!
  }
}
