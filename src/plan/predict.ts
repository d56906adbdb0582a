import type { BandLayout } from '../band/s-curve.js'
import { bandThreshold, keptFrom, type Plan } from '../model/plan.js'
import { WIDE_FROM } from '../text/wide-shingles.js'
import { BYTES, NANOSECONDS } from './costs.js'
import {
  type Compared,
  documentsIn,
  EXACT_MARGIN,
  expectCandidates,
  layoutCandidates,
  prefixCandidates,
} from './expected-candidates.js'
import { expectPairs, shareAbove } from './expected-pairs.js'
import { knownExactly, knownInBuckets, largeAt } from './known-oversized.js'
import type { SampleStatistics } from './sample-statistics.js'
import { isSmallInput, SPAWN_AFTER } from './worker-choice.js'

/** The predictions of a plan for a whole collection: plain JSON. */
export interface Prediction {
  readonly documents: number
  /** Pairs of distinct documents that will be compared, … */
  readonly candidates: number
  /** … within this 95 % confidence interval, as far as the sample shows. */
  readonly candidatesLow: number
  readonly candidatesHigh: number
  /** The number of these that reach the threshold. */
  readonly pairs: number
  /** The peak memory of the process if memory is not limited. */
  readonly memoryBytes: number
  /** Bytes that a run with limited memory writes to its run directory. */
  readonly diskBytes: number
  /** Approximate, for a machine like that of the benchmark records. */
  readonly seconds: number
}

/** The resources of a run. */
export interface RunResources {
  readonly workers: number
  /** Whether the run begins on one thread and spawns workers only if a stage takes long. Default: only for a small input. */
  readonly startsInline?: boolean
  /** The number of files to open. Default: 1. */
  readonly files?: number
  /** Bytes of JSON Lines that are converted from other formats, such as CSV or Parquet, before the search. Default: 0. */
  readonly convertedBytes?: number
}

/** Predicts the results and costs of a run with this plan. */
export function predict(
  plan: Plan,
  statistics: SampleStatistics,
  {
    workers,
    startsInline = isSmallInput(statistics.documents * statistics.meanBytes),
    files = 1,
    convertedBytes = 0,
  }: RunResources,
): Prediction {
  const { documents } = statistics
  const { candidates, low, high } = expectCandidates(plan, statistics)
  const compared = documentsIn(candidates, statistics)
  const keys = plan.method === 'exact' ? exactWork(plan, statistics).length : plan.bands
  const kept =
    documents * (BYTES.document + BYTES.bandKey * keys) +
    compared * BYTES.element * statistics.meanSetSize +
    candidates * BYTES.candidate
  const { pairs, omitted } = expectPairs(plan, statistics)
  const parallel = plan.method === 'exact' ? exactCost(plan, statistics) : plannedBandCost(plan, statistics)
  const long = statistics.meanSetSize < WIDE_FROM ? 0 : compared * statistics.meanBytes * NANOSECONDS.wideByte
  const work = readingCost(statistics) + parallel + long
  const staysInline = startsInline && work <= SPAWN_AFTER * 1e6
  const program = staysInline ? inlineBytes(statistics) : BYTES.base + workers * BYTES.worker
  const serial =
    startCost(statistics, files) +
    convertedBytes * NANOSECONDS.convertedByte +
    documents * NANOSECONDS.document +
    pairs * NANOSECONDS.pair +
    documentsIn(pairs, statistics) * (NANOSECONDS.idDocument + statistics.meanBytes * NANOSECONDS.idByte) +
    omitted * NANOSECONDS.omittedPair
  return {
    documents,
    candidates: Math.round(candidates),
    candidatesLow: Math.round(low),
    candidatesHigh: Math.round(high),
    pairs: Math.round(pairs),
    memoryBytes: Math.round(program + kept + pairs * BYTES.pair),
    diskBytes: Math.round(kept),
    seconds: Number(((sharedCost(work, workers, startsInline) + serial) / 1e9).toPrecision(3)),
  }
}

/** The memory of a run that ends before it would spawn workers, without what it keeps of the documents. */
function inlineBytes({ sampled, meanBytes }: SampleStatistics): number {
  return Math.min(BYTES.base, BYTES.smallBase + sampled * meanBytes * BYTES.sampledByte)
}

/** The cost of reading all documents on one core, including shingles, in nanoseconds. */
function readingCost({ documents, meanBytes }: SampleStatistics): number {
  return documents * meanBytes * NANOSECONDS.byte
}

/** The cost of work that workers share, including their start. */
function sharedCost(work: number, workers: number, startsInline: boolean): number {
  if (workers === 1) return work
  const shared = NANOSECONDS.spawn + work / workers
  return startsInline ? Math.min(work, SPAWN_AFTER * 1e6 + shared) : shared
}

/** The cost before and after the documents; small collections have small samples. */
function startCost({ sampled }: SampleStatistics, files: number): number {
  return NANOSECONDS.start + Math.min(sampled, FULL_SAMPLE) * NANOSECONDS.sampled + files * NANOSECONDS.file
}

/** For larger samples, the cost of the sample is included in `NANOSECONDS.run`. */
const FULL_SAMPLE = (NANOSECONDS.run - NANOSECONDS.start) / NANOSECONDS.sampled

/** The cost of the work that a single thread does, whatever the method. */
function serialCost({ documents }: SampleStatistics): number {
  return NANOSECONDS.run + documents * NANOSECONDS.document
}

/** The cost of a run on one core, whatever the method. */
export function fixedCost(statistics: SampleStatistics): number {
  return serialCost(statistics) + readingCost(statistics)
}

/**
 * The cost of a layout on one core in addition to reading, in nanoseconds: signatures, band keys, making sets again, comparisons. Fast
 * Similarity Sketching hashes all elements until no slot is empty: slots · ln(slots) hashes, and at least one round.
 */
export function bandCost(
  layout: BandLayout & { readonly slots: number },
  compared: Compared,
  statistics: SampleStatistics,
): number {
  const { documents, meanSetSize } = statistics
  const { slots } = layout
  const candidates = layoutCandidates(layout, compared, statistics)
  const throws = Math.max(meanSetSize, slots * Math.log(slots))
  const sketch = throws * NANOSECONDS.element + slots * NANOSECONDS.slot
  return (
    documents * (sketch + layout.bands * NANOSECONDS.bandKey) +
    largeCost(layout, compared, statistics) +
    rebuiltSets(candidates, largeAt(layout, statistics)?.documents ?? 0, statistics) +
    candidates * (meanSetSize * NANOSECONDS.compared + NANOSECONDS.candidate)
  )
}

function plannedBandCost(plan: Extract<Plan, { method: 'bands' }>, statistics: SampleStatistics): number {
  const { bands, rows, scheme } = plan
  return bandCost({ bands, rows, slots: scheme.slots }, plan, statistics)
}

/** The cost of the documents of large buckets: their sets are made, compared with hubs, and joined exactly. */
function largeCost(layout: BandLayout, compared: Compared, statistics: SampleStatistics): number {
  const large = largeAt(layout, statistics)
  if (large === undefined) return 0
  const { meanSetSize, documents, empty, identical } = statistics
  const share = Math.min(1, large.documents / Math.max(1, documents - empty - identical))
  const { postingPairs } = exactWork(compared, statistics)
  const known = knownInBuckets(large, bandThreshold(compared), statistics)
  // Two oversized documents are not joined, so if nearly all are oversized, there is nothing to join them with.
  const areJoined = large.documents - known.documents > FEW_ORDINARY * large.documents
  return (
    largeBucketCost(large.documents, known.documents, statistics) +
    large.documents * (NANOSECONDS.largeDocument + (areJoined ? meanSetSize * NANOSECONDS.joined : 0)) +
    postingPairs * share ** 2 * known.comparedShare * NANOSECONDS.joinMeeting
  )
}

/** The cost of making the sets of documents that have candidates, except those that were made before. */
function rebuiltSets(candidates: number, before: number, statistics: SampleStatistics): number {
  const left = Math.max(0, documentsIn(candidates, statistics) - before)
  return left * statistics.meanBytes * NANOSECONDS.setByte
}

/** The share of ordinary documents in large buckets below which hardly any oversized one is joined. */
const FEW_ORDINARY = 0.01

/** The cost of making the sets of documents in large buckets and, if some of them are oversized, of finding these. */
function largeBucketCost(
  documents: number,
  oversized: number,
  { meanBytes, meanSetSize }: SampleStatistics,
): number {
  const sets = documents * meanBytes * NANOSECONDS.setByte
  if (oversized === 0) return sets
  return (
    sets +
    documents * meanSetSize * NANOSECONDS.hubElement +
    oversized * NANOSECONDS.oversizedDocument +
    NANOSECONDS.omittedSample
  )
}

/**
 * The same for an exact search: sorting the sets of all documents, writing and partitioning the elements of their prefixes, finding
 * prefixes with common elements, and comparing.
 */
export function exactCost(compared: Compared, statistics: SampleStatistics): number {
  const { documents, meanSetSize } = statistics
  const { length, postingPairs, candidates } = exactWork(compared, statistics)
  const known = knownExactly(statistics)
  return (
    documents * (meanSetSize * NANOSECONDS.sorted + length * NANOSECONDS.prefixElement) +
    postingPairs * known.comparedShare * NANOSECONDS.meeting +
    (known.documents === 0 ? 0 : largeBucketCost(known.documents, known.documents, statistics)) +
    rebuiltSets(candidates, known.documents, statistics) +
    candidates * (meanSetSize * NANOSECONDS.compared + NANOSECONDS.candidate)
  )
}

/**
 * The number of elements of a prefix, of pairs of prefixes with a common element, and of compared pairs: from the sample, or else from the
 * histogram.
 */
function exactWork(compared: Compared, statistics: SampleStatistics) {
  const { prefixes, meanSetSize, histogram } = statistics
  const threshold = keptFrom(compared)
  if (prefixes?.threshold === threshold) {
    return { ...prefixes, length: prefixes.meanLength, candidates: prefixCandidates(prefixes, statistics) }
  }
  let candidates = 0
  for (const { pairs, from, to } of histogram)
    candidates += pairs * shareAbove(threshold - EXACT_MARGIN, from, to)
  return { length: (1 - bandThreshold(compared)) * meanSetSize + 1, postingPairs: candidates, candidates }
}
