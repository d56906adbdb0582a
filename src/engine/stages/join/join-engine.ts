import type { DocumentId } from '../../../model/document.js'
import type { PairBatch } from '../../../model/pair.js'
import type { MaxGroup } from '../../../model/plan.js'
import type { SetCollection } from '../../../model/set-collection.js'
import type { Similarity } from '../../../model/similarity.js'
import type { StopSignal } from '../../engine.js'

/**
 * Sets to join: a collection, or parts of one handed over one after the other, so that not all need be in memory. The arrays
 * of a part need hold only until the call returns.
 */
export type SetSource = SetCollection | ReadableSets

export interface ReadableSets {
  /** @returns what else is known once all sets were read: plain data, which a run directory keeps together with the sets */
  read(take: (sets: SetCollection) => void): Promise<SetDetails | undefined>
  /** Called instead of `read`, with what that returned, where an earlier run has kept the sets of all sources. */
  restore?(details: SetDetails): void
}

/** What is known of sets besides their elements. */
export interface SetDetails {
  /** By position; undefined where they are the positions. */
  readonly ids: readonly DocumentId[] | undefined
  /** Plain JSON. */
  readonly about: object
}

/** What a join on the cores of this machine is asked. */
export interface NodeJoinOptions {
  /** The least similarity of a pair, equality included. May be left out with `top`: then any element in common does. */
  readonly threshold?: number
  /** Default `jaccard`. */
  readonly similarity?: Similarity
  /** Only so many most similar sets for each set of the first source. Default: all pairs. */
  readonly top?: number
  /** Count the pairs, listed and omitted ones, without making them. Default: false. */
  readonly countOnly?: boolean
  /**
   * Up to so many equal sets, every pair is listed; of more, those with the first. The rest is counted (`pairsOmitted`).
   * `all`: no limit. Default: 2000. Without effect on `top`.
   */
  readonly maxGroup?: MaxGroup
  /** Worker threads. Default: the number of cores. The result does not depend on it. */
  readonly workers?: number
  /** Bytes that the process may take; beyond them sets and pairs go to disk. The result does not depend on it. */
  readonly memory?: number
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /** Ends the join. */
  readonly signal?: StopSignal
  /** Called as the work goes on, with the share done. */
  readonly onProgress?: (share: number) => void
}

/** What a join found. */
export interface JoinResult {
  /** Sets read of each source. */
  readonly sets: readonly number[]
  /** Empty sets among them; they match nothing. */
  readonly empty: readonly number[]
  readonly pairs: number
  /** True pairs that are not listed, because they lie between very many equal sets: exactly. */
  readonly pairsOmitted: number
  /** Into how many blocks the sources were cut for the sake of memory: 1 each if they fitted, 0 if all sets were empty. */
  readonly blocks: readonly number[]
  /**
   * The pairs by positions, in batches: sorted by (a, b), or with `top` by a, falling similarity, b. Once only; nothing if
   * they were only counted.
   */
  batches(): AsyncIterable<PairBatch>
  /** Blocks of an earlier run that were used again, and damaged ones that were made again. */
  readonly reused: { readonly found: number; readonly damaged: number }
  /** Removes what is on disk, but for the run directory. */
  close(): void
}
