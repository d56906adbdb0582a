import { checkNames, checkShare, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { SLOTS_WITHOUT_SAMPLE } from '../model/plan.js'
import { RANGES } from '../model/ranges.js'
import { type BandLayout, candidateProbability, falseNegativeArea, falsePositiveArea } from './s-curve.js'

/** The options of `chooseBands`. */
export interface BandRequest {
  /** The minimum similarity of a pair, in (0, 1]. */
  readonly threshold: number
  /** The minimum probability of finding a pair at the threshold, in (0, 1); 1 only at threshold 1. */
  readonly recall: number
  /** The maximum number of slots in a signature. Default: 128, or as many as the recall needs. */
  readonly slots?: number
  /** The costs. Default: only wasted comparisons cost, and all similarities are equally frequent. */
  readonly costs?: BandCosts
}

/** Costs, all in the same unit, such as nanoseconds. */
export interface BandCosts {
  /** The cost of computing a slot. */
  readonly slot: number
  /** The cost of computing and grouping a band key. */
  readonly band: number
  /** The cost of verifying a candidate. */
  readonly candidate: number
  /** Pairs of a document by similarity: entry i counts those in [i / n, (i + 1) / n) of n entries. */
  readonly histogram: readonly number[]
}

/** The chosen bands, and what to expect from them. */
export interface BandChoice extends BandLayout {
  /** bands × rows: what a signature needs. */
  readonly slots: number
  /** The probability that a pair exactly at the threshold is found: at least the requested recall. */
  readonly recall: number
  readonly falsePositiveArea: number
  readonly falseNegativeArea: number
  /** The total cost; without costs, the area of wasted comparisons. */
  readonly cost: number
}

/** The maximum number of slots that may be requested. */
export const [, MAX_SLOTS] = RANGES.slots

/**
 * Chooses bands and rows so that a pair at the threshold is found with at least the requested recall, at the lowest cost.
 * Verification restores precision afterwards, so recall comes first and is never traded for cost.
 *
 * @example chooseBands({ threshold: 0.8, recall: 0.95 }) // bands 13, rows 7
 */
export function chooseBands(request: BandRequest): BandChoice {
  checkNames(request, ['threshold', 'recall', 'slots', 'costs'])
  const { threshold, costs } = request
  const layouts = listLayouts(request)
  if (costs !== undefined) checkCosts(costs)
  return chooseAmong(layouts, threshold, costs)
}

/** The layout with the lowest cost; the first of several. */
export function chooseAmong(
  layouts: readonly BandLayout[],
  threshold: number,
  costs?: BandCosts,
): BandChoice {
  const choices = layouts.map((layout) => assess(layout, threshold, costs))
  return choices.reduce((best, choice) => (choice.cost < best.cost ? choice : best))
}

/**
 * The layouts to choose from: for each number of rows, the smallest number of bands that reaches the recall and fits into the slots; by
 * ascending number of rows, at least one.
 *
 * @param defaultSlots the maximum number of slots if the request names none, unless the recall needs more
 */
export function listLayouts(
  request: Pick<BandRequest, 'threshold' | 'recall' | 'slots'>,
  defaultSlots = SLOTS_WITHOUT_SAMPLE,
): BandLayout[] {
  const { threshold, recall } = request
  checkShare('threshold', threshold)
  checkShare('recall', recall)
  if (recall === 1 && threshold < 1) {
    throw new InvalidOption('recall', recall, 'a number below 1; for a recall of 1, use an exact join')
  }
  const slotLimit = maxSlots(request, defaultSlots)
  const layouts: BandLayout[] = []
  for (let rows = 1; rows <= slotLimit; rows++) {
    const bands = minBands(threshold, recall, rows)
    if (bands * rows > slotLimit) break
    layouts.push({ bands, rows })
  }
  return layouts
}

/** The smallest number of bands of this many rows with which a pair at the threshold is found with the requested recall. */
export function minBands(threshold: number, recall: number, rows: number): number {
  const agree = threshold ** rows
  if (agree === 1) return 1
  const found = (bands: number) => -Math.expm1(bands * Math.log1p(-agree)) >= recall
  const estimate = Math.log1p(-recall) / Math.log1p(-agree)
  if (!(estimate <= 2 * MAX_SLOTS)) return Number.POSITIVE_INFINITY
  let bands = Math.max(1, Math.ceil(estimate))
  while (bands > 1 && found(bands - 1)) bands--
  while (!found(bands)) bands++
  return bands
}

function maxSlots({ threshold, recall, slots }: BandRequest, defaultSlots: number): number {
  const needed = minBands(threshold, recall, 1)
  if (needed > MAX_SLOTS) {
    throw new InvalidOption(
      'threshold',
      threshold,
      'a higher threshold, a lower recall, or an exact join (recall 1)',
    )
  }
  if (slots === undefined) return Math.max(defaultSlots, needed)
  checkWhole('slots', slots, 1, MAX_SLOTS)
  if (needed > slots) {
    throw new InvalidOption(
      'slots',
      slots,
      `at least ${needed} for recall ${recall} at threshold ${threshold}`,
    )
  }
  return slots
}

function checkCosts(costs: BandCosts): void {
  checkNames(costs, ['slot', 'band', 'candidate', 'histogram'])
  const { slot, band, candidate, histogram } = costs
  if (!Array.isArray(histogram)) throw new InvalidOption('histogram', histogram, 'a list of numbers')
  for (const cost of [slot, band, candidate, ...histogram]) {
    if (!(cost >= 0 && cost < Number.POSITIVE_INFINITY))
      throw new InvalidOption('costs', cost, 'numbers of at least 0')
  }
}

function assess(layout: BandLayout, threshold: number, costs: BandCosts | undefined): BandChoice {
  const positives = falsePositiveArea(threshold, layout)
  return {
    ...layout,
    slots: layout.bands * layout.rows,
    recall: candidateProbability(threshold, layout),
    falsePositiveArea: positives,
    falseNegativeArea: falseNegativeArea(threshold, layout),
    cost: costs === undefined ? positives : costOf(layout, costs),
  }
}

function costOf(layout: BandLayout, { slot, band, candidate, histogram }: BandCosts): number {
  let candidates = 0
  histogram.forEach((pairs, i) => {
    candidates += pairs * candidateProbability((i + 0.5) / histogram.length, layout)
  })
  return slot * layout.bands * layout.rows + band * layout.bands + candidate * candidates
}
