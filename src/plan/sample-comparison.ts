// The statistics of a sample that depend on the similarities of its documents, in steps, so that another thread can do one of them:
// `findLevels` for the documents in large buckets.

import { listNestedLayouts } from '../band/nested-bands.js'
import type { BandLayout } from '../band/s-curve.js'
import {
  bandThreshold,
  canBeOversized,
  DEFAULT_MAX_GROUP,
  type MaxGroup,
  SLOTS_WITH_SAMPLE,
} from '../model/plan.js'
import type { AllocateWords } from '../model/set-collection.js'
import type { DocumentSimilarity } from '../model/similarity.js'
import {
  type LargeBucketStatistics,
  type LargeLevels,
  type PartitionedSample,
  partitionSample,
} from './large-buckets.js'
import { type OversizedStatistics, oversizedStatistics } from './oversized.js'
import type { DistinctSample, SampleCounts } from './sample.js'
import type { SetWork } from './set-work.js'
import {
  addHistograms,
  type HistogramBin,
  similarityHistogram,
  sketchSample,
} from './similarity-histogram.js'

/** The search that a sample is examined for. */
export interface ExaminedFor {
  readonly threshold: number
  readonly recall: number
  readonly maxGroup?: MaxGroup
  /** Default: `jaccard`. */
  readonly similarity?: DocumentSimilarity
}

/** A sample, partitioned into documents of large buckets and the rest. */
export interface SampleComparison extends PartitionedSample {
  readonly request: ExaminedFor
  /** The layouts that may be chosen; none for an exact search. */
  readonly layouts: readonly BandLayout[]
}

/** @param allocate makes room for the sets of documents in large buckets. Default: an ordinary array */
export function beginComparison(
  distinct: DistinctSample,
  request: ExaminedFor,
  work?: SetWork,
  allocate?: AllocateWords,
): SampleComparison {
  return {
    request,
    layouts: layoutsFor(request),
    ...partitionSample(sketchSample(distinct, work), work, allocate),
  }
}

/** Layouts are not examined beyond these limits, because an exact search may be requested at any threshold. */
const MAX_RECALL = 0.999
const MIN_THRESHOLD = 0.001

function layoutsFor(request: ExaminedFor): BandLayout[] {
  const threshold = bandThreshold(request)
  if (threshold < MIN_THRESHOLD) return []
  const recall = Math.min(request.recall, MAX_RECALL)
  return listNestedLayouts({ threshold, recall }, SLOTS_WITH_SAMPLE).map(({ compared }) => compared)
}

/** What the similarities of documents show: see `SampleStatistics`. */
interface ComparedStatistics {
  readonly histogram: readonly HistogramBin[]
  readonly jaccardHistogram?: readonly HistogramBin[]
  readonly largeBuckets: readonly LargeBucketStatistics[]
  readonly oversized?: OversizedStatistics
}

/**
 * Compares the documents of a partitioned sample.
 *
 * @param counts of the sample
 * @returns a function that does what requires the levels of the documents in large buckets, if there are any
 */
export function compareSample(
  { rest, large, request }: SampleComparison,
  { documents, empty, identical }: Pick<SampleCounts, 'documents' | 'empty' | 'identical'>,
  work?: SetWork,
): (found: LargeLevels | undefined) => ComparedStatistics {
  const { maxGroup = DEFAULT_MAX_GROUP, similarity = 'jaccard' } = request
  const filled = documents - empty
  const copies = filled / Math.max(1, filled - identical)
  const ofRest = (measure: DocumentSimilarity) => similarityHistogram(rest, work, undefined, measure)
  const histogram = ofRest(similarity)
  const jaccardHistogram = similarity === 'jaccard' ? undefined : ofRest('jaccard')
  const oversized =
    large !== undefined && maxGroup !== 'all' && canBeOversized(similarity)
      ? { oversized: oversizedStatistics(large, { ...request, maxGroup }, copies, work) }
      : {}
  return (found) => {
    const withLarge = (bins: readonly HistogramBin[], measure: DocumentSimilarity) =>
      large === undefined
        ? bins
        : addHistograms(bins, similarityHistogram(large, work, found?.levelsOf, measure))
    return {
      histogram: withLarge(histogram, similarity),
      largeBuckets: found?.levels ?? [],
      ...(jaccardHistogram && { jaccardHistogram: withLarge(jaccardHistogram, 'jaccard') }),
      ...oversized,
    }
  }
}
