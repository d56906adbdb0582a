import { chooseBands } from '../band/choose-bands.js'
import { DEFAULT_SEED } from '../hash/mix.js'
import { checkChoice, checkShare } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { DEFAULT_MAX_GROUP, keptFrom, type MaxGroup, type Plan } from '../model/plan.js'
import { checkKeptFrom, checkMaxGroup, checkPlan } from '../plan/check-plan.js'
import { exactPlanOf, type PlanWishes, requestedOf, usualMethod } from '../plan/choose-plan.js'
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
  /**
   * Bands of signatures, or an exact search, which misses nothing. Default: exact for recall 1, and wherever an exact search
   * costs no more than bands.
   */
  readonly method?: Plan['method']
  /** How sets become signatures. Default: Fast Similarity Sketching. */
  readonly sketch?: SketchOptions['sketch']
  /** The most slots of a signature. Default: 256, or as many as the recall needs. */
  readonly slots?: number
  /** A 32-bit number; the same seed gives the same result everywhere. Default: 1. */
  readonly seed?: number
  /**
   * List all pairs of a document that has at most so many similar ones, itself counted; `all` lists every pair. Of two documents
   * that both have more, a pair is listed only where it connects them. Default: 2000.
   */
  readonly maxGroup?: MaxGroup
  /**
   * A plan to follow, as a result carries it and `parsePlan` reads it. It says all that is said above, so none of that may be
   * given beside it. Default: a plan is made.
   */
  readonly plan?: Plan
  /** Connected components of verified pairs, or star clusters. Default: `components`. */
  readonly clusters?: 'components' | 'stars'
}

/** What a plan says as well as the options of a search. */
const REQUESTED = [
  'threshold',
  'recall',
  'shingle',
  'method',
  'sketch',
  'slots',
  'seed',
  'maxGroup',
] as const satisfies readonly (keyof FindOptions)[]

export const FIND_OPTION_NAMES: readonly (keyof FindOptions)[] = [...REQUESTED, 'plan', 'clusters']

/** What a plan says, so that nobody may say it beside a plan. */
const SAID_BY_PLAN = [...REQUESTED, 'keepPairsFrom'] as const

/** What a search is asked, besides how documents are read: the options of a plan, what becomes of pairs, and the audit. */
export const REQUEST_NAMES = [...FIND_OPTION_NAMES, 'keepPairsFrom', 'audit'] as const

/** What is requested of an engine that can keep pairs below the threshold, for other thresholds later. */
export interface PlannedOptions extends FindOptions {
  /** Keep verified pairs from this similarity on, at most the threshold: the plan finds those, too, with the requested recall. */
  readonly keepPairsFrom?: number
}

/** The largest cluster of which engines compare every pair of members, for its cohesion; larger ones tell of their pairs. */
export const EVERY_PAIR_UP_TO = 10

/**
 * The way to go: the plan given; or an exact search where nothing may be missed, and otherwise bands for the recall wished, without
 * a look at the documents.
 */
export function makePlan(options: PlannedOptions): Plan {
  checkChoice('clusters', options.clusters ?? 'components', ['components', 'stars'])
  if (options.plan !== undefined) {
    const doubly = SAID_BY_PLAN.find((name) => options[name] !== undefined)
    if (doubly !== undefined)
      throw new InvalidOption(doubly, options[doubly], 'it or a plan, not both: the plan says it')
    return checkPlan(options.plan)
  }
  const wishes = readWishes(options)
  const { scheme, slots: most } = wishes
  const method = usualMethod(wishes)
  const requested = requestedOf(wishes)
  if (method === 'exact') return exactPlanOf(wishes)
  const { bands, rows, slots } = chooseBands({
    threshold: keptFrom(wishes),
    recall: wishes.recall,
    ...(most !== undefined && { slots: most }),
  })
  return { ...requested, method, bands, rows, scheme: { ...scheme, slots } }
}

/** The wishes of a search with their defaults, checked: what `choosePlan` takes beside the statistics of a sample. */
export function readWishes(options: PlannedOptions): PlanWishes {
  const { threshold = 0.8, recall = 0.95, seed = DEFAULT_SEED, sketch = 'fast-similarity', method } = options
  const slots = options.slots === undefined ? {} : { slots: options.slots }
  makeSketcher({ sketch, seed, ...slots })
  return {
    threshold: checkShare('threshold', threshold),
    maxGroup: checkMaxGroup('maxGroup', options.maxGroup ?? DEFAULT_MAX_GROUP),
    ...(options.keepPairsFrom !== undefined && {
      keepPairsFrom: checkKeptFrom('keepPairsFrom', options.keepPairsFrom, threshold),
    }),
    recall: checkShare('recall', recall),
    shingle: planShingles(checkShingleOptions(options.shingle ?? {})),
    scheme: { sketch, seed },
    ...slots,
    ...(method !== undefined && { method: checkChoice('method', method, ['bands', 'exact']) }),
  }
}
