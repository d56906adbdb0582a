import type { PairBatch } from '../model/pair.js'
import type { SetCollection } from '../model/set-collection.js'
import { maxWhole, minPart } from '../model/threshold.js'
import { type LengthRange, lengthRange } from './bounds.js'
import { FilteredIndex } from './filtered-index.js'
import type { IndexSettings, SimilarityJoinOptions } from './join-options.js'
import { joinThroughIndex } from './many-many.js'

/** Compares a probe with the sets of similar length (Mining of Massive Datasets, 3.9.3). */
export class LengthIndex extends FilteredIndex {
  readonly #byLength = new Map<number, number[]>()

  protected override insert(slot: number, set: Uint32Array): void {
    const slots = this.#byLength.get(set.length)
    if (slots === undefined) this.#byLength.set(set.length, [slot])
    else slots.push(slot)
  }

  protected override search(set: Uint32Array, found: (slot: number) => void): void {
    const { min, max } = rangeFor(set.length, this.settings)
    for (const [length, slots] of this.#byLength) {
      if (length >= min && length <= max) slots.forEach(found)
    }
  }
}

/**
 * All pairs that reach the threshold, sorted by (a, b), comparing only sets of similar length.
 *
 * @example joinByLength(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // (0, 1), 2/3
 */
export function joinByLength(collection: SetCollection, options: SimilarityJoinOptions): PairBatch {
  return joinThroughIndex(collection, options, (settings) => new LengthIndex(settings))
}

/** For A in B, the overlap is at most |B|, so |B| must be at least ⌈t · |A|⌉; there is no upper bound for B. */
function rangeFor(length: number, { threshold, measure, direction }: IndexSettings): LengthRange {
  if (measure === 'jaccard') return lengthRange(length, threshold)
  if (direction === 'probe-in-indexed') return { min: minPart(length, threshold), max: Infinity }
  return { min: 1, max: maxWhole(length, threshold) }
}
