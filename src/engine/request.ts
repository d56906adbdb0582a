// The options of a search, with their defaults and checks, shared by every engine, the command line and the server.

import { DEFAULT_SEED } from '../hash/mix.js'
import {
  checkBoolean,
  checkChoice,
  checkNames,
  checkPath,
  checkShare,
  checkWhole,
  incomplete,
} from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import {
  DEFAULT_MAX_GROUP,
  DEFAULT_RECALL,
  DEFAULT_THRESHOLD,
  type MaxGroup,
  type Plan,
  SLOTS_WITH_SAMPLE,
  SLOTS_WITHOUT_SAMPLE,
} from '../model/plan.js'
import { RANGES } from '../model/ranges.js'
import { DOCUMENT_SIMILARITIES, type DocumentSimilarity } from '../model/similarity.js'
import { checkMaxGroup, checkPlan } from '../plan/check-plan.js'
import type { SketchOptions } from '../sketch/sketch.js'
import { checkShingleOptions, type ShingleOptions } from '../text/shingle-options.js'

/** The options of a search. */
export interface FindOptions {
  /** The minimum similarity of a pair, in (0, 1], inclusive. Default: 0.8. */
  readonly threshold?: number
  /**
   * How two documents are compared. With shingle sets A and B that have o elements in common: `jaccard` o / |A ∪ B|;
   * `containment` o / |A|, the share of a that is in b, so a pair may be listed in both directions; `cosine` o / √(|A| ·
   * |B|); `dice` 2o / (|A| + |B|). Default: `jaccard`.
   */
  readonly similarity?: DocumentSimilarity
  /** The minimum probability of finding a pair at the threshold, in (0, 1]; 1 requests an exact search. Default: 0.95. */
  readonly recall?: number
  /** How documents become sets. Default: 5 words, lower-cased. */
  readonly shingle?: ShingleOptions
  /**
   * Bands of signatures, or an exact search, which misses nothing. Default: exact for recall 1, for containment, and if an
   * exact search costs at most 10 % more than bands.
   */
  readonly method?: Plan['method']
  /** How sets become signatures. Default: Fast Similarity Sketching. */
  readonly sketch?: SketchOptions['sketch']
  /**
   * The maximum number of slots in a signature. Default: 256 for the bands that reach a recall of 0.95, and more if a recall of 0.99, or
   * the requested recall if that is higher, needs more.
   */
  readonly slots?: number
  /**
   * The number of bands, instead of the one that the plan chooses; requires `rows`, and the method `bands`. They must reach the requested
   * recall at the threshold. Default: chosen by the plan.
   */
  readonly bands?: number
  /** The number of rows per band; requires `bands`. */
  readonly rows?: number
  /** A 32-bit number; the same seed gives the same result everywhere. Default: 1. */
  readonly seed?: number
  /**
   * List all pairs of a document whose group (the document itself and those similar to it) has at most this many documents;
   * `all` lists every pair. A pair of two documents with larger groups is listed only if it connects them. Default: 2000.
   */
  readonly maxGroup?: MaxGroup
  /**
   * A plan to follow, from a result or from `parsePlan`. It sets all of the options above, so none of them may be passed with
   * it. Default: a new plan.
   */
  readonly plan?: Plan
  /** Connected components of verified pairs, or star clusters. Default: `components`. */
  readonly clusters?: 'components' | 'stars'
}

/** The options of an engine that can keep pairs below the threshold, for use with other thresholds later. */
export interface PlannedOptions extends FindOptions {
  /** Also find pairs below the threshold, down to this similarity, with the requested recall, and keep them. At most the threshold. */
  readonly keepPairsFrom?: number
}

/** The request to an engine: the same options with the same defaults for every engine. */
export interface FindRequest extends PlannedOptions {
  /** Sample this many documents and measure the share of their true pairs that was found. Default: no audit. */
  readonly audit?: number
  /** What to do with a bad record. Default: `stop`. */
  readonly onError?: 'stop' | 'skip'
}

/** A second side: documents to compare the source with. */
export interface AgainstRequest<Source> {
  /** Compare with these documents. Each pair then has one document of the source and one of these. Default: none. */
  readonly against?: Source
  /** With `against`, also find the pairs within the source, and their clusters. Default: false. */
  readonly alsoWithin?: boolean
}

/** More options of an engine with workers and files. */
export interface RunRequest {
  /** Worker threads. Default: as many as the input justifies, at most one per core. The result does not depend on it. */
  readonly workers?: number
  /** The memory budget of the whole process, in bytes; data that does not fit goes to files. Default: no limit. */
  readonly memory?: number
  /** A folder that keeps intermediate results, so that an interrupted run can be resumed. Only for sources that are files. */
  readonly runDir?: string
  /** Whether to resume the run in `runDir`. Default: false. */
  readonly resume?: boolean
}

type Options = FindRequest & RunRequest & AgainstRequest<string | object>

/** The description of an option. */
interface OptionRow<Value> {
  /** Returns the value, or throws an `InvalidOption` that names the option as shown. Omitted options are not checked here. */
  readonly check?: (name: string, value: Value) => unknown
  readonly default?: Value
  /** Whether a plan sets it, so that it must not be passed with one. */
  readonly isInPlan?: true
}

/** The defaults, for all engines, joins, the command line and the server. */
export const DEFAULTS = {
  threshold: DEFAULT_THRESHOLD,
  similarity: 'jaccard',
  recall: DEFAULT_RECALL,
  slotsWithSample: SLOTS_WITH_SAMPLE,
  slotsWithoutSample: SLOTS_WITHOUT_SAMPLE,
  sketch: 'fast-similarity',
  seed: DEFAULT_SEED,
  maxGroup: DEFAULT_MAX_GROUP,
  clusters: 'components',
  alsoWithin: false,
  onError: 'stop',
  resume: false,
} as const

/** The words that can be the value of an option. */
export const CHOICES = {
  similarity: DOCUMENT_SIMILARITIES,
  method: ['bands', 'exact'],
  sketch: ['fast-similarity', 'minhash'],
  clusters: ['components', 'stars'],
  onError: ['stop', 'skip'],
} as const

/** Every option of a search, for all engines, the command line and the server. */
const OPTIONS: { readonly [Name in keyof Required<Options>]: OptionRow<NonNullable<Options[Name]>> } = {
  threshold: { default: DEFAULTS.threshold, check: checkShare, isInPlan: true },
  similarity: { default: DEFAULTS.similarity, check: choice(CHOICES.similarity), isInPlan: true },
  recall: { default: DEFAULTS.recall, check: checkShare, isInPlan: true },
  shingle: { default: {}, check: (_, value) => checkShingleOptions(value), isInPlan: true },
  method: { check: choice(CHOICES.method), isInPlan: true },
  sketch: { default: DEFAULTS.sketch, check: choice(CHOICES.sketch), isInPlan: true },
  slots: { check: whole(RANGES.slots), isInPlan: true },
  bands: { check: whole(RANGES.bands), isInPlan: true },
  rows: { check: whole(RANGES.rows), isInPlan: true },
  seed: { default: DEFAULTS.seed, check: whole(RANGES.seed), isInPlan: true },
  maxGroup: { default: DEFAULTS.maxGroup, check: checkMaxGroup, isInPlan: true },
  plan: { check: (_, value) => checkPlan(value) },
  clusters: { default: DEFAULTS.clusters, check: choice(CHOICES.clusters) },
  keepPairsFrom: { check: checkShare, isInPlan: true },
  audit: { check: whole(RANGES.audit) },
  against: { check: checkSource },
  alsoWithin: { default: DEFAULTS.alsoWithin, check: checkBoolean },
  onError: { default: DEFAULTS.onError, check: choice(CHOICES.onError) },
  workers: { check: whole(RANGES.workers) },
  memory: { check: whole([1, Number.MAX_SAFE_INTEGER]) },
  runDir: { check: (name, value) => checkPath(name, value, 'the path of a folder') },
  resume: { default: DEFAULTS.resume, check: checkBoolean },
}

export type RequestOption = keyof typeof OPTIONS

const NAMES = Object.keys(OPTIONS) as RequestOption[]
/** How a search runs. */
export const RUN_NAMES = ['workers', 'memory', 'runDir', 'resume'] as const satisfies (keyof RunRequest)[]

/** The options that a plan sets, which must not be passed with one. */
export const IN_PLAN = NAMES.filter((name) => OPTIONS[name].isInPlan) as (keyof PlannedOptions)[]
/** The options of a search, except those for reading and running. */
export const REQUEST_NAMES = NAMES.filter(
  (name) => name !== 'onError' && !(RUN_NAMES as readonly string[]).includes(name),
) as (keyof PlannedOptions | 'audit' | keyof AgainstRequest<string | object>)[]
/** Those of `findSimilar` and `dedupe`. */
export const FIND_OPTION_NAMES = REQUEST_NAMES.filter(
  (name) => name !== 'keepPairsFrom' && name !== 'audit',
) as (keyof FindOptions | keyof AgainstRequest<string | object>)[]

/**
 * Checks one option.
 *
 * @param shown how an error calls it: the command line has other names
 */
export function checkRequestOption<Name extends RequestOption>(
  name: Name,
  value: NonNullable<Options[Name]>,
  shown: string = name,
): NonNullable<Options[Name]> {
  OPTIONS[name].check?.(shown, value)
  return value
}

/**
 * Rejects unknown options, and options that are out of range or conflict with each other.
 *
 * @param names the names of all known options
 */
export function checkRequest(options: Options, names: readonly string[]): void {
  checkNames(options, names)
  for (const name of NAMES) {
    const value = options[name]
    if (value !== undefined) checkRequestOption(name, value)
  }
  if (options.alsoWithin === true && options.against === undefined) {
    throw incomplete('alsoWithin', true, 'documents to compare with (`against`)')
  }
  if (options.resume === true && options.runDir === undefined) {
    throw incomplete('resume', true, 'a run directory (`runDir`)')
  }
}

/** The value of an option, or its default. */
export function valueOrDefault<Name extends RequestOption>(
  options: Options,
  name: Name,
): NonNullable<Options[Name]> {
  const { default: value } = OPTIONS[name] as OptionRow<NonNullable<Options[Name]>>
  return checkRequestOption(name, options[name] ?? (value as NonNullable<Options[Name]>))
}

function choice<Choice extends string>(choices: readonly Choice[]) {
  return (name: string, value: Choice) => checkChoice(name, value, choices)
}

function checkSource(name: string, value: string | object): void {
  const source = Object(value)
  if (!(Symbol.iterator in source || Symbol.asyncIterator in source))
    throw new InvalidOption(name, value, 'documents, in the form in which the source is given')
}

function whole([min, max]: readonly [number, number]) {
  return (name: string, value: number) => checkWhole(name, value, min, max)
}

/**
 * The largest cluster for which engines compare every pair of members to compute its cohesion. For larger ones, the verified
 * pairs are used.
 */
export const EVERY_PAIR_UP_TO = 10
