import { listLayouts } from '../band/choose-bands.js'
import { type BandLayout, candidateProbability } from '../band/s-curve.js'
import type { Plan, ShinglePlan } from '../model/plan.js'
import type { SketchScheme } from '../model/signatures.js'
import { bandCost, exactCost, fixedCost, layoutCandidates } from './predict.js'
import type { SampleStatistics } from './sample-statistics.js'

/** What is wished of a search. */
export interface PlanWishes {
  readonly threshold: number
  readonly recall: number
  readonly shingle: ShinglePlan
  readonly scheme: Pick<SketchScheme, 'sketch' | 'seed'>
  /** The most slots of a signature. Default: 256, or as many as the recall needs. */
  readonly slots?: number
}

/** A way that was weighed: plain JSON. */
export interface PlanAlternative {
  readonly method: Plan['method']
  readonly bands?: number
  readonly rows?: number
  /** The probability that a pair exactly at the threshold is found. */
  readonly recall: number
  /** Expected candidates; left out for an exact join. */
  readonly candidates?: number
  /** On one core, reading left out; rough. */
  readonly seconds: number
}

/** A plan, and why it is this one. */
export interface PlanChoice {
  readonly plan: Plan
  readonly reason: string
  /** The chosen way first, then others by rising cost. */
  readonly alternatives: readonly PlanAlternative[]
}

/** Beyond this, more slots seldom pay; see docs/decisions/planning.md. */
const USUAL_SLOTS = 256
/** Costs of whole runs that differ by less are equal: the constants are no better than that. */
const EQUAL_COST = 1.1
/** Layouts that are told beside the chosen one. */
const TOLD = 3

/**
 * Chooses the method, and for bands the layout of least cost that keeps the recall wished; of layouts that cost nearly the same,
 * the one with the most rows, whose curve is the steepest: it has the fewest candidates in vain and misses the fewest pairs above
 * the threshold. Nothing is timed.
 */
export function choosePlan(wishes: PlanWishes, statistics: SampleStatistics): PlanChoice {
  const { threshold, recall, shingle, scheme, slots } = wishes
  const { method, reason } = chooseMethod(wishes)
  const exact: PlanAlternative = {
    method: 'exact',
    recall: 1,
    seconds: inSeconds(exactCost(threshold, statistics)),
  }
  if (method === 'exact') {
    return { plan: { threshold, recall, shingle, method }, reason, alternatives: [exact] }
  }
  const layouts = listLayouts({ threshold, recall, ...(slots !== undefined && { slots }) }, USUAL_SLOTS)
    .map((layout) => assess(layout, threshold, statistics))
    .sort((x, y) => x.seconds - y.seconds || x.rows - y.rows)
  const fixed = inSeconds(fixedCost(statistics))
  const chosen = layouts
    .filter(({ seconds }) => fixed + seconds <= EQUAL_COST * (fixed + layouts[0]!.seconds))
    .reduce((best, layout) => (layout.rows > best.rows ? layout : best))
  const { bands, rows } = chosen
  const others = layouts.filter((layout) => layout !== chosen).slice(0, TOLD)
  return {
    plan: { threshold, recall, shingle, method, bands, rows, scheme: { ...scheme, slots: bands * rows } },
    reason,
    alternatives: [chosen, ...others, exact],
  }
}

/**
 * Exact join or bands. So far the recall decides alone: 1 is exact. This is the place to weigh the two costs, once an exact join
 * is the faster way for some collections.
 */
export function chooseMethod({ threshold, recall }: Pick<PlanWishes, 'threshold' | 'recall'>): {
  method: Plan['method']
  reason: string
} {
  if (recall === 1) return { method: 'exact', reason: 'recall 1 misses nothing: an exact join' }
  return {
    method: 'bands',
    reason: `of the cheapest that find a pair at ${threshold} with a probability of at least ${recall}, the one with the steepest curve`,
  }
}

function assess(layout: BandLayout, threshold: number, statistics: SampleStatistics) {
  return {
    method: 'bands' as const,
    ...layout,
    recall: candidateProbability(threshold, layout),
    candidates: Math.round(layoutCandidates(layout, statistics)),
    seconds: inSeconds(bandCost(layout, statistics)),
  }
}

function inSeconds(nanoseconds: number): number {
  return Number((nanoseconds / 1e9).toPrecision(3))
}
