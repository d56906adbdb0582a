import type { PairBatch } from '../model/pair.js'
import type { SetCollection } from '../model/set-collection.js'
import { prefixLength } from './bounds.js'
import { FilteredIndex } from './filtered-index.js'
import type { IndexSettings, SimilarityJoinOptions } from './join-options.js'
import { joinThroughIndex } from './many-many.js'
import { SymbolBuckets } from './symbol-buckets.js'

/** Compares a probe with the sets that share a symbol in both prefixes (Mining of Massive Datasets, 3.9.4). */
export class PrefixIndex extends FilteredIndex {
  readonly #buckets = new SymbolBuckets()

  protected override insert(slot: number, set: Uint32Array): void {
    const indexed = indexedSymbols(set.length, this.settings)
    for (let i = 1; i <= indexed; i++) this.#buckets.add(set[i - 1]!, slot, i)
  }

  protected override search(set: Uint32Array, found: (slot: number) => void): void {
    const searched = searchedSymbols(set.length, this.settings)
    for (let i = 1; i <= searched; i++) this.#buckets.visit(set[i - 1]!, found)
  }
}

/**
 * All pairs that reach the threshold, sorted by (a, b), comparing only sets with a common symbol in their prefixes.
 *
 * @example joinByPrefix(makeSetCollection([[1, 2], [1, 2, 3]]), { threshold: 0.6 }) // (0, 1), 2/3
 */
export function joinByPrefix(collection: SetCollection, options: SimilarityJoinOptions): PairBatch {
  return joinThroughIndex(collection, options, (settings) => new PrefixIndex(settings))
}

// For A in B, only A has a prefix: the overlap is at least ⌈t · |A|⌉, so it includes one of the first |A| - ⌈t · |A|⌉ + 1 symbols of A,
// but that symbol can be anywhere in B.

/** The number of leading symbols under which a set of this length is indexed. */
export function indexedSymbols(length: number, { threshold, measure, direction }: IndexSettings): number {
  const whole = measure === 'containment' && direction === 'probe-in-indexed'
  return whole ? length : prefixLength(length, threshold)
}

/** The number of leading symbols that a probe of this length looks up. */
export function searchedSymbols(length: number, { threshold, measure, direction }: IndexSettings): number {
  const whole = measure === 'containment' && direction === 'indexed-in-probe'
  return whole ? length : prefixLength(length, threshold)
}
