import type { DocumentId } from '../../../model/document.js'
import type { PairBatch } from '../../../model/pair.js'
import type { MaxGroup } from '../../../model/plan.js'
import type { SetCollection } from '../../../model/set-collection.js'
import type { Similarity } from '../../../model/similarity.js'
import type { StopSignal } from '../../engine.js'

/**
 * Sets to join: a collection, or a source that passes it on in parts, so that not all sets need to be in memory. The arrays of a part are
 * valid only until the call returns.
 */
export type SetSource = SetCollection | ReadableSets

export interface ReadableSets {
  /** @returns what else is known once all sets have been read: plain data, which a run directory stores together with the sets */
  read(take: TakePart): Promise<SetDetails | undefined>
  /** Called instead of `read`, with its return value, if an earlier run stored the sets of all sources. */
  restore?(details: SetDetails): void
  /**
   * The elements of a long set (`WIDE_FROM`), hashed to 53 bits, by its position in the source. Only if the elements are hashes: without
   * it, they are exact.
   */
  wideSet?(position: number): Promise<Float64Array>
}

/** @param texts two words per set: a hash of the text that it was made from, if its elements are hashes */
export type TakePart = (sets: SetCollection, texts?: Uint32Array) => void

/** What is known about sets besides their elements. */
export interface SetDetails {
  /** By position; undefined if the positions are the ids. */
  readonly ids: readonly DocumentId[] | undefined
  /** Plain JSON. */
  readonly facts: object
}

/** The options of a join on the cores of this machine. */
export interface NodeJoinOptions {
  /** The minimum similarity of a pair, inclusive. Optional with `top`: then one common element is enough. */
  readonly threshold?: number
  /** Default `jaccard`. */
  readonly similarity?: Similarity
  /** Only this many most similar sets for each set of the first source. Default: all pairs. */
  readonly top?: number
  /** Count the listed and omitted pairs without listing them. Default: false. */
  readonly countOnly?: boolean
  /**
   * In a group of up to this many equal sets, every pair is listed; in a larger one, only the pairs with its first set. The others are
   * counted (`pairsOmitted`). `all`: no limit. Default: 2000. Conflicts with `top`.
   */
  readonly maxEqual?: MaxGroup
  /** Worker threads. Default: at most one per core. The result does not depend on it. */
  readonly workers?: number
  /** Bytes that the process may use; beyond that, sets and pairs are written to disk. The result does not depend on it. */
  readonly memory?: number
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /** Cancels the join. */
  readonly signal?: StopSignal
  /** Called during the join with the share that is done. */
  readonly onProgress?: (share: number) => void
  /** Called while pairs of long documents are compared by their true shingles, with the number of pairs done and in all. */
  readonly onVerify?: (done: number, total: number) => void
}

/** The result of a join. */
export interface JoinResult {
  /** The number of sets read from each source. */
  readonly sets: readonly number[]
  /** The number of empty sets among them, which match nothing. */
  readonly empty: readonly number[]
  readonly pairs: number
  /** The exact number of matching pairs that are not listed because they are between very many equal sets. */
  readonly pairsOmitted: number
  /** The number of blocks that each source was cut into to save memory: 1 if it fitted, 0 if all sets were empty. */
  readonly blocks: readonly number[]
  /**
   * The pairs by position, in batches: sorted by (a, b), or with `top` by a, descending similarity, b. Can be read once; empty if pairs
   * were only counted.
   */
  batches(): AsyncGenerator<PairBatch, void>
  /** Blocks of an earlier run that were reused, and damaged ones that were made again. */
  readonly reused: { readonly found: number; readonly damaged: number }
  /** Removes the files on disk, except the run directory. */
  close(): void
}
