import { checkChoice, checkNames, checkShare } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import type { Measure } from '../model/threshold.js'

/** The options of a join. */
export interface SimilarityJoinOptions {
  /** The minimum similarity of a pair, in (0, 1], inclusive. */
  readonly threshold: number
  /** Default `jaccard`. Containment is directed: a pair (a, b) means that a is contained in b. */
  readonly measure?: Measure
}

/** Which set must be contained in the other when an index is queried. */
export type Direction = 'probe-in-indexed' | 'indexed-in-probe'

/** What an index is built to find. */
export interface SimilarityIndexOptions extends SimilarityJoinOptions {
  /** For containment only. Default: `probe-in-indexed`, the indexed sets that contain the query. */
  readonly direction?: Direction
}

/** `SimilarityIndexOptions` checked and with defaults filled in. The direction has no effect for Jaccard, which is symmetric. */
export interface IndexSettings {
  readonly threshold: number
  readonly measure: Measure
  readonly direction: Direction
}

/** The options with their defaults, or an `InvalidOption`. */
export function checkSimilarityIndexOptions(options: SimilarityIndexOptions): IndexSettings {
  checkNames(options, ['threshold', 'measure', 'direction'])
  const { threshold, measure = 'jaccard', direction } = options
  checkShare('threshold', threshold)
  checkChoice('measure', measure, ['jaccard', 'containment'])
  if (direction === undefined) return { threshold, measure, direction: 'probe-in-indexed' }
  checkChoice('direction', direction, ['probe-in-indexed', 'indexed-in-probe'])
  if (measure === 'jaccard') {
    throw new InvalidOption('direction', direction, 'no value for Jaccard; only containment has a direction')
  }
  return { threshold, measure, direction }
}
