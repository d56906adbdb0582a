/** Sets that match a probe: match k is `ids[k]` with `similarity[k]`, in the order of rising ids. */
export interface Matches {
  readonly count: number
  readonly ids: Uint32Array
  /** The true similarity of each, in [threshold, 1]. */
  readonly similarity: Float64Array
}

/**
 * The many–one problem: sets are added, and a probe finds all of them that reach the threshold, exactly. Sets are
 * rising arrays without repeats, elements or ranks, all in the same order. `test/conformance/join-suite.ts` is the law
 * for every implementation.
 *
 * @example
 * const index = new PrefixIndex({ threshold: 0.5 })
 * index.add(7, Uint32Array.of(1, 2, 3))
 * index.probe(Uint32Array.of(2, 3)) // ids 7, similarity 2/3
 */
export interface SimilarityIndex {
  /** How many sets were added. */
  readonly size: number

  /**
   * Adds a set under an id, a whole number below 2^32 that the caller uses once. The set is kept, not copied, and must
   * not be changed afterwards. An empty set is counted and matches nothing. Throws `InvalidValue` unless it is rising.
   */
  add(id: number, set: Uint32Array): void

  /** The ids that the filter leaves to be compared with the probe, rising, each once: all matches and more. */
  candidates(set: Uint32Array): Uint32Array

  /** All added sets that reach the threshold. Throws `InvalidValue` unless the probe is rising. */
  probe(set: Uint32Array): Matches
}
