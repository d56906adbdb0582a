/** Sets that match a probe: match k is `ids[k]` with `similarity[k]`, by ascending id. */
export interface Matches {
  readonly count: number
  readonly ids: Uint32Array
  /** The true similarity of each, in [threshold, 1]. */
  readonly similarity: Float64Array
}

/**
 * The many–one problem: sets are added, and a probe finds all of them that reach the threshold, exactly. Sets are ascending arrays
 * without repeats, of elements or ranks, all in the same order. `test/conformance/join-suite.ts` defines the behavior of every
 * implementation.
 *
 * @example
 * const index = new PrefixIndex({ threshold: 0.5 })
 * index.add(7, Uint32Array.of(1, 2, 3))
 * index.probe(Uint32Array.of(2, 3)) // ids 7, similarity 2/3
 */
export interface SimilarityIndex {
  /** The number of sets added. */
  readonly size: number

  /**
   * Adds a set under an id, an integer below 2^32 that the caller uses only once. The set is stored without copying, so it must not be
   * changed afterwards. An empty set is counted but matches nothing. Throws `InvalidValue` unless the set is in ascending order.
   */
  add(id: number, set: Uint32Array): void

  /** The ids that the filter leaves to compare with the probe, ascending, each once: all matches and more. */
  candidates(set: Uint32Array): Uint32Array

  /** All added sets that reach the threshold. Throws `InvalidValue` unless the probe is in ascending order. */
  probe(set: Uint32Array): Matches
}
