import { InvalidOption } from '../model/errors.js'
import type { PairBatch } from '../model/pair.js'
import type { SetCollection } from '../model/set-collection.js'
import { lastPosition, prefixLength } from './bounds.js'
import { FilteredIndex } from './filtered-index.js'
import type { SimilarityIndexOptions, SimilarityJoinOptions } from './join-options.js'
import { joinThroughIndex } from './many-many.js'
import { SymbolBuckets } from './symbol-buckets.js'

/**
 * Compares a probe with the sets that share a symbol in both prefixes, at early enough positions in both (Mining of Massive Datasets,
 * 3.9.5). The bucket (x, j) of the book is the part of bucket x with entries at position j.
 *
 * For Jaccard only, otherwise it throws `InvalidOption`: for A in B, the positions alone say no more than A's prefix does, because what
 * precedes the common symbol in B does not count. The length after it does, see `PositionSuffixIndex`.
 */
export class PositionIndex extends FilteredIndex {
  readonly #buckets = new SymbolBuckets()

  constructor(options: SimilarityIndexOptions) {
    super(options)
    if (this.settings.measure === 'containment') {
      throw new InvalidOption(
        'measure',
        'containment',
        'jaccard; for containment, use the prefix or the position-suffix index',
      )
    }
  }

  protected override insert(slot: number, set: Uint32Array): void {
    const prefix = prefixLength(set.length, this.settings.threshold)
    for (let i = 1; i <= prefix; i++) this.#buckets.add(set[i - 1]!, slot, i)
  }

  protected override search(set: Uint32Array, found: (slot: number) => void): void {
    const { threshold } = this.settings
    const prefix = prefixLength(set.length, threshold)
    for (let i = 1; i <= prefix; i++) {
      const last = lastPosition(set.length, i, threshold)
      this.#buckets.visit(set[i - 1]!, (slot, j) => {
        if (j <= last) found(slot)
      })
    }
  }
}

/**
 * All pairs that reach the Jaccard threshold, sorted by (a, b), comparing sets only if the positions of a common symbol allow it. Throws
 * `InvalidOption` for containment.
 *
 * @example joinByPosition(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // (0, 1), 2/3
 */
export function joinByPosition(collection: SetCollection, options: SimilarityJoinOptions): PairBatch {
  return joinThroughIndex(collection, options, (settings) => new PositionIndex(settings))
}
