import { chooseBands } from '../band/choose-bands.js'
import { DEFAULT_SEED } from '../hash/mix.js'
import { checkChoice, checkShare } from '../model/check.js'
import type { Plan } from '../model/plan.js'
import { makeSketcher, type SketchOptions } from '../sketch/sketch.js'
import { checkShingleOptions, planShingles, type ShingleOptions } from '../text/shingle-options.js'

/** What the caller wishes. */
export interface FindOptions {
  /** How alike: the least Jaccard similarity of a pair, in (0, 1], equality included. Default: 0.8. */
  readonly threshold?: number
  /** How sure: the least probability with which a pair at the threshold is found, in (0, 1]; 1 is exact. Default: 0.95. */
  readonly recall?: number
  /** How documents become sets. Default: 5 words, lower-cased. */
  readonly shingle?: ShingleOptions
  /** How sets become signatures. Default: Fast Similarity Sketching. */
  readonly sketch?: SketchOptions['sketch']
  /** The most slots of a signature. Default: 128, or as many as the recall needs. */
  readonly slots?: number
  /** A 32-bit number; the same seed gives the same result everywhere. Default: 1. */
  readonly seed?: number
  /** Connected components of verified pairs, or star clusters. Default: `components`. */
  readonly clusters?: 'components' | 'stars'
}

export const FIND_OPTION_NAMES: readonly (keyof FindOptions)[] = [
  'threshold',
  'recall',
  'shingle',
  'sketch',
  'slots',
  'seed',
  'clusters',
]

/** The largest cluster of which engines compare every pair of members, for its cohesion; larger ones tell of their pairs. */
export const EVERY_PAIR_UP_TO = 10

/** The way to go: an exact join where nothing may be missed, otherwise bands for the recall wished. */
export function makePlan(options: FindOptions): Plan {
  const { threshold = 0.8, recall = 0.95, seed = DEFAULT_SEED, sketch = 'fast-similarity' } = options
  checkShare('threshold', threshold)
  checkShare('recall', recall)
  checkChoice('clusters', options.clusters ?? 'components', ['components', 'stars'])
  const wishes = { threshold, recall, shingle: planShingles(checkShingleOptions(options.shingle ?? {})) }
  const givenSlots = options.slots === undefined ? {} : { slots: options.slots }
  const { scheme: anyScheme } = makeSketcher({ sketch, seed, ...givenSlots })
  if (recall === 1) return { ...wishes, method: 'exact' }
  const { bands, rows, slots } = chooseBands({ threshold, recall, ...givenSlots })
  return { ...wishes, method: 'bands', bands, rows, scheme: { ...anyScheme, slots } }
}
