import { listNestedLayouts, type NestedLayout, withOwnSlots } from '../band/nested-bands.js'
import { type BandLayout, candidateProbability } from '../band/s-curve.js'
import { DEFAULT_SEED } from '../hash/mix.js'
import { InvalidOption } from '../model/errors.js'
import {
  bandThreshold,
  keptFrom,
  type MaxGroup,
  type Plan,
  type ShinglePlan,
  SLOTS_WITH_SAMPLE,
} from '../model/plan.js'
import { counted } from '../model/quantities.js'
import type { SketchScheme } from '../model/signatures.js'
import type { DocumentSimilarity } from '../model/similarity.js'
import { checkBandsFind } from './check-plan.js'
import { layoutCandidates, prefixCandidates } from './expected-candidates.js'
import { bandCost, exactCost, fixedCost } from './predict.js'
import type { SampleStatistics } from './sample-statistics.js'

/** The request that a plan must meet. */
export interface PlanRequest {
  readonly threshold: number
  /** Default: `jaccard`. */
  readonly similarity?: DocumentSimilarity
  readonly recall: number
  readonly shingle: ShinglePlan
  readonly maxGroup: MaxGroup
  /** The lowest similarity of the pairs that are kept, at most the threshold; the requested recall holds there. Default: the threshold. */
  readonly keepPairsFrom?: number
  readonly scheme: Pick<SketchScheme, 'sketch' | 'seed'>
  /**
   * The maximum number of slots of a signature. Default: 256 for the bands that reach a recall of 0.95, and more if a recall of 0.99, or the
   * requested recall if that is higher, needs more.
   */
  readonly slots?: number
  /** Bands and rows that reach the recall, with the method `bands`. Default: the cheapest. */
  readonly layout?: BandLayout
  /** Default: the cheaper method; for recall 1, the exact one. */
  readonly method?: Plan['method']
}

/** A method that was considered: plain JSON. */
export interface PlanAlternative {
  readonly method: Plan['method']
  readonly bands?: number
  readonly rows?: number
  /** The probability that a pair exactly at the threshold is found. */
  readonly recall: number
  /** Expected candidates, if known. */
  readonly candidates?: number
  /** On one core, without reading; approximate. */
  readonly seconds: number
}

/** A plan, and the reason for it. */
export interface PlanChoice {
  readonly plan: Plan
  readonly reason: string
  /** The chosen method first, then the others by ascending cost. */
  readonly alternatives: readonly PlanAlternative[]
}

/** Costs of whole runs within this factor count as equal, because the constants are no more precise. */
const EQUAL_COST = 1.1
/** The number of other layouts that are reported with the chosen one. */
const MAX_SHOWN = 3

/**
 * Chooses the cheapest method that reaches the requested recall: an exact search, or bands. Among layouts of nearly equal cost, it prefers
 * the one with the most rows: its curve is the steepest, so it wastes the fewest comparisons and misses the fewest pairs above the
 * threshold. An exact search that costs hardly more than bands is preferred, because it misses nothing. Nothing is timed.
 */
export function choosePlan(request: PlanRequest, statistics: SampleStatistics): PlanChoice {
  const { recall } = request
  const { sketch, seed } = request.scheme
  const requested = requestedOf(request)
  const target = keptFrom(request)
  const exact = assessExact(request, statistics)
  const exactPlan = (reason: string, others: readonly PlanAlternative[]): PlanChoice => ({
    plan: exactPlanOf(request),
    reason,
    alternatives: [exact, ...others],
  })
  if (defaultMethod(request) === 'exact') {
    return exactPlan(reasonForExact(request), [])
  }
  // Nothing is known about bands if similarities were not examined.
  if (statistics.histogram.length === 0 && isExactCertain(request, statistics))
    return exactPlan('an exact search costs little here, and misses nothing', [])
  const fixed = inSeconds(fixedCost(statistics))
  const { chosen, slots, others } = chooseLayout(request, statistics, fixed)
  const isKnown = statistics.prefixes?.threshold === target
  const times = (fixed + exact.seconds) / (fixed + chosen.seconds)
  if (request.method === undefined && isKnown && times <= EQUAL_COST) {
    const than = times < 1 ? 'less' : 'little more'
    return exactPlan(`an exact search costs ${than} than bands here, and misses nothing`, [chosen, ...others])
  }
  const { bands, rows } = chosen
  const why =
    request.method === undefined && isKnown ? `; an exact search would take ${times.toFixed(1)}× as long` : ''
  return {
    plan: {
      ...requested,
      method: 'bands',
      bands,
      rows,
      scheme: { sketch, slots, seed },
    },
    reason: request.layout
      ? `as requested: ${counted(bands, 'band')} of ${counted(rows, 'row')} find a pair at ${target} with probability ${chosen.recall.toFixed(3)}`
      : `the plan with the steepest curve among the cheapest that find a pair at ${target} with probability ≥ ${recall}${why}`,
    alternatives: [chosen, ...others, exact],
  }
}

/** Whether `choosePlan` chooses an exact search however cheap bands may be. Prefixes must be known, but not similarities. */
export function isExactCertain(request: PlanRequest, statistics: SampleStatistics): boolean {
  if (request.method !== undefined || statistics.prefixes?.threshold !== keptFrom(request)) return false
  const fixed = fixedCost(statistics)
  return fixed + exactCost(request, statistics) <= EQUAL_COST * fixed
}

/** An exact search as requested. */
export function exactPlanOf(request: PlanRequest): Plan {
  const { seed } = request.scheme
  return { ...requestedOf(request), method: 'exact', ...(seed !== DEFAULT_SEED && { seed }) }
}

/** The seed of a plan. */
export function seedOf(plan: Plan): number {
  return plan.method === 'bands' ? plan.scheme.seed : (plan.seed ?? DEFAULT_SEED)
}

/** The part of a request that belongs to the plan, whatever the method. */
export function requestedOf({
  threshold,
  similarity,
  recall,
  shingle,
  maxGroup,
  keepPairsFrom,
}: PlanRequest) {
  return {
    threshold,
    ...(similarity !== undefined && { similarity }),
    recall,
    shingle,
    maxGroup,
    ...(keepPairsFrom !== undefined && { keepPairsFrom }),
  }
}

/** The method without examining the documents: the requested one, or exact if bands cannot guarantee the recall. */
export function defaultMethod(request: Omit<PlanRequest, 'shingle' | 'maxGroup' | 'scheme'>): Plan['method'] {
  const { recall, method } = request
  if (method === 'bands') checkBandsFind('method', request)
  if (recall === 1 && method === 'bands') {
    throw new InvalidOption('method', method, 'exact for a recall of 1, which bands cannot guarantee')
  }
  return method ?? (recall === 1 || bandThreshold(request) === 0 ? 'exact' : 'bands')
}

/** Layouts are compared for the same recall, whatever is requested, so that more recall takes more bands of the same rows. */
function chooseLayout(request: PlanRequest, statistics: SampleStatistics, fixed: number) {
  const { recall, slots, layout: requested } = request
  if (requested !== undefined) {
    const { one, slots: own } = assess(withOwnSlots(requested), request, statistics)
    return { chosen: one, slots: own, others: [] }
  }
  const threshold = bandThreshold(request)
  const layouts = listNestedLayouts(
    { threshold, recall, ...(slots !== undefined && { slots }) },
    SLOTS_WITH_SAMPLE,
  ).map((layout) => assess(layout, request, statistics))
  const cheapest = Math.min(...layouts.map(({ comparedSeconds }) => comparedSeconds))
  const { rows } = layouts
    .filter(({ comparedSeconds }) => fixed + comparedSeconds <= EQUAL_COST * (fixed + cheapest))
    .reduce((best, layout) => (layout.rows > best.rows ? layout : best))
  const byCost = layouts.sort((x, y) => x.one.seconds - y.one.seconds || x.rows - y.rows)
  const chosen = layouts.find((layout) => layout.rows === rows)!
  const others = byCost.filter((layout) => layout !== chosen).slice(0, MAX_SHOWN)
  return { chosen: chosen.one, slots: chosen.slots, others: others.map(({ one }) => one) }
}

function reasonForExact({ recall, method, similarity }: PlanRequest): string {
  if (recall === 1) return 'recall 1 requires an exact search'
  return method === 'exact' ? 'as requested' : `${similarity} requires an exact search`
}

function assessExact(request: PlanRequest, statistics: SampleStatistics): PlanAlternative {
  const { prefixes } = statistics
  return {
    method: 'exact',
    recall: 1,
    ...(prefixes?.threshold === keptFrom(request) && {
      candidates: Math.round(prefixCandidates(prefixes, statistics)),
    }),
    seconds: inSeconds(exactCost(request, statistics)),
  }
}

function assess(layout: NestedLayout, request: PlanRequest, statistics: SampleStatistics) {
  const { bands, rows, slots, compared } = layout
  const one = {
    method: 'bands' as const,
    bands,
    rows,
    recall: candidateProbability(bandThreshold(request), layout),
    candidates: Math.round(layoutCandidates(layout, request, statistics)),
    seconds: inSeconds(bandCost(layout, request, statistics)),
  }
  const comparedSeconds = inSeconds(bandCost(compared, request, statistics))
  return { rows, slots, one, comparedSeconds }
}

function inSeconds(nanoseconds: number): number {
  return Number((nanoseconds / 1e9).toPrecision(3))
}
