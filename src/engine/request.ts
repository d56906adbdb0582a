// What may be requested of a search: options, defaults and checks, once for every engine, the command line and a server.

import { chooseBands, listLayouts } from '../band/choose-bands.js'
import { DEFAULT_SEED } from '../hash/mix.js'
import { checkChoice, checkNames, checkShare, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { bandThreshold, DEFAULT_MAX_GROUP, type MaxGroup, type Plan } from '../model/plan.js'
import { DOCUMENT_SIMILARITIES, type DocumentSimilarity } from '../model/similarity.js'
import { checkKeptFrom, checkMaxGroup, checkPlan } from '../plan/check-plan.js'
import { exactPlanOf, type PlanRequest, requestedOf, usualMethod } from '../plan/choose-plan.js'
import { makeSketcher, type SketchOptions } from '../sketch/sketch.js'
import { checkShingleOptions, planShingles, type ShingleOptions } from '../text/shingle-options.js'

/** What the caller requests. */
export interface FindOptions {
  /** How alike: the least similarity of a pair, in (0, 1], equality included. Default: 0.8. */
  readonly threshold?: number
  /**
   * How documents are compared, by their sets of shingles A and B with o in common: `jaccard` o / |A ∪ B|; `containment` o / |A|,
   * the share of a that is in b, so that a pair may be listed in both directions; `cosine` o / √(|A| · |B|); `dice`
   * 2o / (|A| + |B|). Default: `jaccard`.
   */
  readonly similarity?: DocumentSimilarity
  /** How sure: the least probability with which a pair at the threshold is found, in (0, 1]; 1 is exact. Default: 0.95. */
  readonly recall?: number
  /** How documents become sets. Default: 5 words, lower-cased. */
  readonly shingle?: ShingleOptions
  /**
   * Bands of signatures, or an exact search, which misses nothing. Default: exact for recall 1 and for containment, and wherever an
   * exact search costs no more than bands.
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

/** What is requested of an engine that can keep pairs below the threshold, for other thresholds later. */
export interface PlannedOptions extends FindOptions {
  /** Keep verified pairs from this similarity on, at most the threshold: the plan finds those, too, with the requested recall. */
  readonly keepPairsFrom?: number
}

/** What is requested of an engine: the same options with the same defaults for all of them. */
export interface FindRequest extends PlannedOptions {
  /** Sample this many documents and measure which share of their true pairs was found. Default: no audit. */
  readonly audit?: number
  /** What a bad record does. Default: `stop`. */
  readonly onError?: 'stop' | 'skip'
}

/** A second side: documents with which those of the source are compared. */
export interface AgainstRequest<Source> {
  /** Compare with these documents: only pairs of a document of the source and one of these are found. Default: none. */
  readonly against?: Source
  /** Find the pairs inside the source, too, and their clusters. Only with `against`. Default: false. */
  readonly alsoWithin?: boolean
}

/** What an engine with workers and files is told besides. */
export interface RunRequest {
  /** Worker threads. Default: the number of cores. The result does not depend on it. */
  readonly workers?: number
  /** Memory that the whole process may use, in bytes; beyond it, data go to files. Default: no limit. */
  readonly memory?: number
  /** A folder that keeps intermediate results, so that an interrupted run can be resumed. Only for sources that are files. */
  readonly runDir?: string
  /** Whether to resume the run in `runDir`. Default: false. */
  readonly resume?: boolean
}

type Options = FindRequest & RunRequest & AgainstRequest<string | object>

/** What is known of an option. */
interface OptionRow<Value> {
  /** The value, or an `InvalidOption` that names the option as it is shown. What is left out is checked elsewhere. */
  readonly check?: (name: string, value: Value) => unknown
  readonly default?: Value
  /** Whether a plan says it, so that it must not be given with one. */
  readonly isInPlan?: true
}

/** Every option of a search, once for all engines, the command line and whatever else makes requests. */
const OPTIONS: { readonly [Name in keyof Required<Options>]: OptionRow<NonNullable<Options[Name]>> } = {
  threshold: { default: 0.8, check: checkShare, isInPlan: true },
  similarity: { default: 'jaccard', check: choice(DOCUMENT_SIMILARITIES), isInPlan: true },
  recall: { default: 0.95, check: checkShare, isInPlan: true },
  shingle: { default: {}, check: (_, value) => checkShingleOptions(value), isInPlan: true },
  method: { check: choice(['bands', 'exact']), isInPlan: true },
  sketch: { default: 'fast-similarity', isInPlan: true },
  slots: { isInPlan: true },
  seed: { default: DEFAULT_SEED, check: whole(0, 2 ** 32 - 1), isInPlan: true },
  maxGroup: { default: DEFAULT_MAX_GROUP, check: checkMaxGroup, isInPlan: true },
  plan: { check: (_, value) => checkPlan(value) },
  clusters: { default: 'components', check: choice(['components', 'stars']) },
  keepPairsFrom: { check: checkShare, isInPlan: true },
  audit: { check: whole(1, 2 ** 32) },
  against: { check: checkSource },
  alsoWithin: { default: false, check: yesOrNo },
  onError: { default: 'stop', check: choice(['stop', 'skip']) },
  workers: { check: whole(1, 1024) },
  memory: { check: whole(1, Number.MAX_SAFE_INTEGER) },
  runDir: { check: checkPath },
  resume: { default: false },
}

export type RequestOption = keyof typeof OPTIONS

const NAMES = Object.keys(OPTIONS) as RequestOption[]
/** How a search runs. */
export const RUN_NAMES = ['workers', 'memory', 'runDir', 'resume'] as const satisfies (keyof RunRequest)[]

/** What a plan says: none of it may be given with a plan. */
export const IN_PLAN = NAMES.filter((name) => OPTIONS[name].isInPlan) as (keyof PlannedOptions)[]
/** The options of a search, besides how documents are read and how it runs. */
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
 * Refuses options of other names, and those of a search that are out of range or make no sense together.
 *
 * @param names all that the caller knows
 */
export function checkRequest(options: Options, names: readonly string[]): void {
  checkNames(options, names)
  for (const name of NAMES) {
    const value = options[name]
    if (value !== undefined) checkRequestOption(name, value)
  }
  if (options.alsoWithin === true && options.against === undefined) {
    throw new InvalidOption('alsoWithin', true, 'documents to compare with (against) as well')
  }
  if (options.resume === true && options.runDir === undefined) {
    throw new InvalidOption('resume', true, 'a run directory (runDir) as well')
  }
}

/** An option with its default. */
function valueOrDefault<Name extends RequestOption>(
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
  const isSource =
    typeof value === 'string' ||
    (typeof value === 'object' && (Symbol.iterator in value || Symbol.asyncIterator in value))
  if (!isSource) throw new InvalidOption(name, value, 'documents, in the form in which the source is given')
}

function checkPath(name: string, value: string): string {
  if (typeof value !== 'string' || value === '' || value.includes('\0'))
    throw new InvalidOption(name, value, 'the path of a folder')
  return value
}

function yesOrNo(name: string, value: boolean): boolean {
  if (typeof value !== 'boolean') throw new InvalidOption(name, value, 'true or false')
  return value
}

function whole(least: number, most: number) {
  return (name: string, value: number) => checkWhole(name, value, least, most)
}

/** The largest cluster of which engines compare every pair of members, for its cohesion; larger ones tell of their pairs. */
export const EVERY_PAIR_UP_TO = 10

/**
 * The way to go: the plan given; or an exact search where nothing may be missed, and otherwise bands for the requested recall, without
 * a look at the documents.
 */
export function makePlan(options: PlannedOptions): Plan {
  const request = checkPlannable(options)
  if (request === undefined) return checkPlan(options.plan)
  const method = usualMethod(request)
  if (method === 'exact') return exactPlanOf(request)
  const { bands, rows, slots } = chooseBands(bandRequest(request))
  return { ...requestedOf(request), method, bands, rows, scheme: { ...request.scheme, slots } }
}

/**
 * Refuses what `makePlan` and `choosePlan` would refuse, without choosing anything. Returns the request, unless the options have
 * a plan.
 */
export function checkPlannable(options: PlannedOptions): PlanRequest | undefined {
  valueOrDefault(options, 'clusters')
  if (options.plan !== undefined) {
    const conflicting = IN_PLAN.find((name) => options[name] !== undefined)
    if (conflicting !== undefined)
      throw new InvalidOption(conflicting, options[conflicting], 'no value with a plan, which sets it')
    checkPlan(options.plan)
    return undefined
  }
  const request = readPlanRequest(options)
  if (usualMethod(request) === 'bands') listLayouts(bandRequest(request))
  return request
}

function bandRequest(request: PlanRequest) {
  const { recall, slots } = request
  return { threshold: bandThreshold(request), recall, ...(slots !== undefined && { slots }) }
}

/** The request of a search with their defaults, checked: what `choosePlan` takes beside the statistics of a sample. */
export function readPlanRequest(options: PlannedOptions): PlanRequest {
  const { keepPairsFrom, method } = options
  const [sketch, seed] = [valueOrDefault(options, 'sketch'), valueOrDefault(options, 'seed')]
  const slots = options.slots === undefined ? {} : { slots: options.slots }
  makeSketcher({ sketch, seed, ...slots })
  const threshold = valueOrDefault(options, 'threshold')
  const similarity = valueOrDefault(options, 'similarity')
  return {
    threshold,
    ...(similarity !== 'jaccard' && { similarity }),
    maxGroup: valueOrDefault(options, 'maxGroup'),
    ...(keepPairsFrom !== undefined && {
      keepPairsFrom: checkKeptFrom('keepPairsFrom', keepPairsFrom, threshold),
    }),
    recall: valueOrDefault(options, 'recall'),
    shingle: planShingles(checkShingleOptions(valueOrDefault(options, 'shingle'))),
    scheme: { sketch, seed },
    ...slots,
    ...(method !== undefined && { method: checkRequestOption('method', method) }),
  }
}
