import { checkChoice, checkNames, checkShare } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import type { Measure } from '../model/threshold.js'

/** What a many–many join looks for. */
export interface JoinOptions {
  /** The least similarity of a pair, in (0, 1], equality included. */
  readonly threshold: number
  /** Default `jaccard`. Containment is directed: a pair (a, b) says that a is contained in b. */
  readonly measure?: Measure
}

/** Which set must be contained in which, when a probe asks an index. */
export type Direction = 'probe-in-indexed' | 'indexed-in-probe'

/** What an index is built to find. */
export interface IndexOptions extends JoinOptions {
  /** For containment only; default `probe-in-indexed`: the indexed sets that hold the probe. */
  readonly direction?: Direction
}

/** `IndexOptions` checked and completed. The direction means nothing for Jaccard, which is symmetric. */
export interface IndexSettings {
  readonly threshold: number
  readonly measure: Measure
  readonly direction: Direction
}

/** The options with their defaults, or an `InvalidOption`. */
export function checkIndexOptions(options: IndexOptions): IndexSettings {
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
