import { type BandLayout, candidateProbability } from '../band/s-curve.js'
import type { Plan } from '../model/plan.js'
import { BYTES, COMPARED_IN_CROWD, NANOSECONDS } from './costs.js'
import type { PrefixStatistics } from './prefix-statistics.js'
import type { SampleStatistics } from './sample-statistics.js'
import type { HistogramBin } from './similarity-histogram.js'

/** What a plan is expected to lead to on a whole collection: plain JSON. */
export interface Prediction {
  readonly documents: number
  /** Pairs of distinct documents that will be compared, … */
  readonly candidates: number
  /** … between these limits in 19 cases of 20, as far as the sample tells. */
  readonly candidatesLow: number
  readonly candidatesHigh: number
  /** Of these, the ones that reach the threshold. */
  readonly pairs: number
  /** The peak of the process where its memory is not bounded. */
  readonly memoryBytes: number
  /** What a run whose memory is bounded writes to its run directory. */
  readonly diskBytes: number
  /** Rough: a machine like that of the benchmark records. */
  readonly seconds: number
}

/** What a run has at hand. */
export interface RunResources {
  readonly workers: number
  /** Files to open. Default: 1. */
  readonly files?: number
}

/** Predicts what a run by this plan will meet and need. */
export function predict(
  plan: Plan,
  statistics: SampleStatistics,
  { workers, files = 1 }: RunResources,
): Prediction {
  const { documents } = statistics
  const { candidates, low, high } = expectCandidates(plan, statistics)
  const compared = documentsCompared(candidates, statistics)
  const keys = plan.method === 'exact' ? exactWork(plan.threshold, statistics).length : plan.bands
  const kept =
    documents * (BYTES.document + BYTES.bandKey * keys) +
    compared * BYTES.element * statistics.meanSetSize +
    candidates * BYTES.candidate
  const pairs = expectPairs(plan, statistics)
  const parallel =
    plan.method === 'exact' ? exactCost(plan.threshold, statistics) : bandCost(plan, statistics)
  const serial = startCost(statistics, files) + documents * NANOSECONDS.document + pairs * NANOSECONDS.pair
  return {
    documents,
    candidates: Math.round(candidates),
    candidatesLow: Math.round(low),
    candidatesHigh: Math.round(high),
    pairs: Math.round(pairs),
    memoryBytes: Math.round(BYTES.base + workers * BYTES.worker + kept + pairs * BYTES.pair),
    diskBytes: Math.round(kept),
    seconds: Number((((readingCost(statistics) + parallel) / workers + serial) / 1e9).toPrecision(3)),
  }
}

/** What reading all documents costs on one core, shingles included, in nanoseconds. */
function readingCost({ documents, meanBytes }: SampleStatistics): number {
  return documents * meanBytes * NANOSECONDS.byte
}

/** What comes before and after the documents; small collections have small samples. */
function startCost({ sampled }: SampleStatistics, files: number): number {
  return NANOSECONDS.start + Math.min(sampled, FULL_SAMPLE) * NANOSECONDS.sampled + files * NANOSECONDS.file
}

/** Documents of a sample beyond which its cost is in `NANOSECONDS.run`. */
const FULL_SAMPLE = (NANOSECONDS.run - NANOSECONDS.start) / NANOSECONDS.sampled

/** What one thread has to do, whatever the way. */
function serialCost({ documents }: SampleStatistics): number {
  return NANOSECONDS.run + documents * NANOSECONDS.document
}

/** What a run on one core costs before any way is chosen. */
export function fixedCost(statistics: SampleStatistics): number {
  return serialCost(statistics) + readingCost(statistics)
}

/**
 * What a layout costs on one core beyond reading, in nanoseconds: signatures, band keys, sets made again, comparisons. Fast
 * Similarity Sketching throws all elements until no slot is empty: slots · ln(slots) throws, and one round at least.
 */
export function bandCost(layout: BandLayout, statistics: SampleStatistics): number {
  const { documents, meanBytes, meanSetSize } = statistics
  const slots = layout.bands * layout.rows
  const candidates = layoutCandidates(layout, statistics)
  const throws = Math.max(meanSetSize, slots * Math.log(slots))
  const sketch = throws * NANOSECONDS.element + slots * NANOSECONDS.slot
  return (
    documents * (sketch + layout.bands * NANOSECONDS.bandKey) +
    documentsCompared(candidates, statistics) * meanBytes * NANOSECONDS.setByte +
    candidates * (meanSetSize * NANOSECONDS.compared + NANOSECONDS.candidate)
  )
}

/**
 * The same for an exact search: sets of all documents sorted, the elements of their prefixes written, sorted out and met, and
 * comparisons.
 */
export function exactCost(threshold: number, statistics: SampleStatistics): number {
  const { documents, meanBytes, meanSetSize } = statistics
  const { length, meetings, candidates } = exactWork(threshold, statistics)
  return (
    documents * (meanSetSize * NANOSECONDS.sorted + length * NANOSECONDS.prefixElement) +
    meetings * NANOSECONDS.meeting +
    documentsCompared(candidates, statistics) * meanBytes * NANOSECONDS.setByte +
    candidates * (meanSetSize * NANOSECONDS.compared + NANOSECONDS.candidate)
  )
}

/** Elements of a prefix, pairs that meet in them, and those that are compared: as the sample has them, or else by the histogram. */
function exactWork(threshold: number, { prefixes, meanSetSize, histogram, crowds }: SampleStatistics) {
  if (prefixes?.threshold === threshold) return { ...prefixes, length: prefixes.meanLength }
  let candidates = crowds.pairs
  for (const { pairs, from, to } of histogram)
    candidates += pairs * shareAbove(threshold - EXACT_MARGIN, from, to)
  return { length: (1 - threshold) * meanSetSize + 1, meetings: candidates, candidates }
}

/** Pairs of distinct documents that share a band of this layout. */
export function layoutCandidates(layout: BandLayout, { histogram, crowds }: SampleStatistics): number {
  let candidates = crowds.documents * COMPARED_IN_CROWD
  for (const { pairs, mean } of histogram) candidates += pairs * candidateProbability(mean, layout)
  return candidates
}

/** Documents that have a candidate, if candidates fall on all alike. */
function documentsCompared(candidates: number, { documents, empty, identical }: SampleStatistics): number {
  const distinct = documents - empty - identical
  return distinct <= 0 ? 0 : distinct * -Math.expm1((-2 * candidates) / distinct)
}

/** An exact search compares, beside true pairs, some that are not far below the threshold. */
const EXACT_MARGIN = 0.1

function chanceOf(plan: Plan, { from, to, mean }: HistogramBin): number {
  if (plan.method === 'bands') return candidateProbability(mean, plan)
  return shareAbove(plan.threshold - EXACT_MARGIN, from, to)
}

/** The candidates, and their limits: pairs seen vary as Poisson's law says, and up to three kinds alike may be unseen. */
function expectCandidates(plan: Plan, statistics: SampleStatistics) {
  if (plan.method === 'exact' && statistics.prefixes?.threshold === plan.threshold) {
    return exactCandidates(statistics.prefixes, statistics)
  }
  const { histogram, crowds, sampled, documents } = statistics
  const inCrowds = plan.method === 'bands' ? crowds.documents * COMPARED_IN_CROWD : crowds.pairs
  let candidates = 0
  let variance = 0
  for (const bin of histogram) {
    const expected = bin.pairs * chanceOf(plan, bin)
    candidates += expected
    if (sampled < documents) variance += expected ** 2 / bin.seen
  }
  const factor = candidates === 0 ? 1 : Math.exp((1.96 * Math.sqrt(variance)) / candidates)
  const unseen = sampled === documents ? 0 : 3 * (documents / sampled) ** 2
  return {
    candidates: candidates + inCrowds,
    low: candidates / factor + inCrowds,
    high: candidates * factor + inCrowds + (sampled === 0 ? 0 : unseen),
  }
}

/** Those that the prefixes of the sample had, and their limits in the same way: another sample tells what is frequent. */
function exactCandidates({ candidates, seen }: PrefixStatistics, { sampled, documents }: SampleStatistics) {
  const factor = seen === 0 ? 1 : Math.exp(1.96 / Math.sqrt(seen))
  const unseen = sampled === 0 || sampled === documents ? 0 : 3 * (documents / sampled) ** 2
  return { candidates, low: candidates / factor, high: candidates * factor + unseen }
}

/** Candidates that reach the threshold. */
function expectPairs(plan: Plan, { histogram, crowds }: SampleStatistics): number {
  const { threshold } = plan
  const inCrowds = plan.method === 'bands' ? crowds.documents * COMPARED_IN_CROWD : crowds.pairs
  const { similarities } = crowds
  const reaching = similarities.filter((similarity) => similarity >= threshold).length
  let pairs = similarities.length === 0 ? 0 : (inCrowds * reaching) / similarities.length
  for (const bin of histogram) {
    const found = plan.method === 'bands' ? candidateProbability(Math.max(bin.mean, threshold), plan) : 1
    pairs += bin.pairs * shareAbove(threshold, bin.from, bin.to) * found
  }
  return pairs
}

/** The part of [from, to) that lies above a limit. */
function shareAbove(limit: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (to - limit) / (to - from)))
}
