import type { PairBatch } from '../model/pair.js'
import type { SetCollection } from '../model/set-collection.js'
import { reaches } from '../model/threshold.js'
import { suffixReaches } from './bounds.js'
import { FilteredIndex } from './filtered-index.js'
import type { SimilarityJoinOptions } from './join-options.js'
import { joinThroughIndex } from './many-many.js'
import { indexedSymbols, searchedSymbols } from './prefix.js'
import { SymbolBuckets } from './symbol-buckets.js'

/**
 * Compares a probe with the sets that have a common symbol at early enough positions, followed by suffixes that are long enough and
 * similar enough in length (Mining of Massive Datasets, 3.9.6). The bucket (x, j, q) of the book is the part of bucket x with entries at
 * position j and q symbols after it: the pyramid of buckets that a probe would have to try one by one has millions of entries at low
 * thresholds, nearly all of them empty.
 */
export class PositionSuffixIndex extends FilteredIndex {
  readonly #buckets = new SymbolBuckets()

  protected override insert(slot: number, set: Uint32Array): void {
    const indexed = indexedSymbols(set.length, this.settings)
    for (let i = 1; i <= indexed; i++) this.#buckets.add(set[i - 1]!, slot, i)
  }

  protected override search(set: Uint32Array, found: (slot: number) => void): void {
    const searched = searchedSymbols(set.length, this.settings)
    for (let i = 1; i <= searched; i++) {
      this.#buckets.visit(set[i - 1]!, (slot, j) => {
        if (this.#mayMatch(set.length, i, j, this.lengthOf(slot))) found(slot)
      })
    }
  }

  /** Whether symbol `i` of the probe, at position `j` of a set of length `indexed`, can be the first that they share. */
  #mayMatch(length: number, i: number, j: number, indexed: number): boolean {
    const { threshold, measure, direction } = this.settings
    if (measure === 'jaccard') return suffixReaches(length, i, j, indexed - j, threshold)
    const maxOverlap = Math.min(length - i, indexed - j) + 1
    return reaches(maxOverlap, direction === 'probe-in-indexed' ? length : indexed, threshold)
  }
}

/**
 * All pairs that reach the threshold, sorted by (a, b), comparing sets only if the positions of a common symbol and the lengths after it
 * allow it.
 *
 * @example joinByPositionSuffix(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // (0, 1), 2/3
 */
export function joinByPositionSuffix(collection: SetCollection, options: SimilarityJoinOptions): PairBatch {
  return joinThroughIndex(collection, options, (settings) => new PositionSuffixIndex(settings))
}
