import { listNestedLayouts } from '../band/nested-bands.js'
import type { BandLayout } from '../band/s-curve.js'
import {
  bandThreshold,
  canBeOversized,
  DEFAULT_MAX_GROUP,
  type MaxGroup,
  SLOTS_WITH_SAMPLE,
} from '../model/plan.js'
import { type AllocateWords, sizeAt } from '../model/set-collection.js'
import type { DocumentSimilarity } from '../model/similarity.js'
import { type LargeBucketStatistics, partitionSample } from './large-buckets.js'
import { type OversizedStatistics, oversizedStatistics } from './oversized.js'
import { type PrefixStatistics, prefixStatistics } from './prefix-statistics.js'
import { countSample, type DistinctSample, type Sample } from './sample.js'
import type { SetWork } from './set-work.js'
import {
  addHistograms,
  type HistogramBin,
  similarityHistogram,
  sketchSample,
} from './similarity-histogram.js'

/** Statistics of a whole collection, estimated from a sample: plain JSON. */
export interface SampleStatistics {
  /** The number of records in the sample. */
  readonly sampled: number
  /** The number of documents in the whole collection; exact if everything was sampled. */
  readonly documents: number
  /** The number of these without a shingle. */
  readonly empty: number
  /** The number of these that are identical to an earlier one. */
  readonly identical: number
  /** Bytes of a line, on average. */
  readonly meanBytes: number
  /** Elements of a set that is not empty, on average. */
  readonly meanSetSize: number
  /** Pairs between distinct documents by similarity; empty bins are omitted. */
  readonly histogram: readonly HistogramBin[]
  /** The same pairs by Jaccard similarity, which is what bands depend on. Omitted if that is the requested similarity. */
  readonly jaccardHistogram?: readonly HistogramBin[]
  /** Layouts that would have large buckets, by ascending number of rows. */
  readonly largeBuckets: readonly LargeBucketStatistics[]
  /** Documents whose groups exceed the limit; omitted if there are no large buckets or there is no limit. */
  readonly oversized?: OversizedStatistics
  /** The figures of an exact search; omitted unless requested. */
  readonly prefixes?: PrefixStatistics
}

/** How a sample is read. */
export interface StatisticsOptions {
  /**
   * The search that large buckets and oversized groups are estimated for, and the similarity of the histogram. Default: Jaccard similarity
   * 0.8 with recall 0.95, groups of up to 2,000 documents.
   */
  readonly request?: {
    readonly threshold: number
    readonly recall: number
    readonly maxGroup?: MaxGroup
    /** Default: `jaccard`. */
    readonly similarity?: DocumentSimilarity
  }
  /** The threshold for which prefixes are examined, so that an exact search can be considered. Default: none. */
  readonly prefixesFor?: number
  /**
   * Called with the statistics before similarities are examined, which takes the longest: if it returns true, these are returned, with an
   * empty histogram. Default: similarities are always examined.
   */
  readonly isEnough?: (statistics: SampleStatistics) => boolean
  /** The implementation of operations on sets. Default: plain TypeScript. */
  readonly work?: SetWork
}

/**
 * Estimates the statistics of a collection from a sample. The same sample gives the same statistics everywhere.
 *
 * @example sampleStatistics({ sets, bytes: 1_500_000, totalBlocks: 100_000 }) // 1000 of 100,000 documents
 */
export function sampleStatistics(sample: Sample, options: StatisticsOptions = {}): SampleStatistics {
  return statisticsOf(countDocuments(sample), options)
}

/** The same for a sample whose documents have been counted. */
export function statisticsOf(
  { counts, distinct }: CountedDocuments,
  { request = DEFAULT_REQUEST, prefixesFor, isEnough, work }: StatisticsOptions,
): SampleStatistics {
  const { maxGroup = DEFAULT_MAX_GROUP, similarity = 'jaccard' } = request
  const prefixes =
    prefixesFor === undefined
      ? {}
      : { prefixes: prefixStatistics(distinct, prefixesFor, similarity, work?.listPrefixes) }
  const statistics = { ...counts, histogram: [], largeBuckets: [], ...prefixes }
  if (isEnough?.(statistics)) return statistics
  const { rest, large } = partitionSample(sketchSample(distinct, work), layoutsFor(request), work)
  const filled = counts.documents - counts.empty
  const copies = filled / Math.max(1, filled - counts.identical)
  const histogramBy = (measure: DocumentSimilarity) => {
    const histogram = similarityHistogram(rest, work, undefined, measure)
    if (large === undefined) return histogram
    return addHistograms(histogram, similarityHistogram(large.sample, work, large.levelsOf, measure))
  }
  return {
    ...statistics,
    histogram: histogramBy(similarity),
    ...(similarity !== 'jaccard' && { jaccardHistogram: histogramBy('jaccard') }),
    largeBuckets: large?.levels ?? [],
    ...(large !== undefined &&
      maxGroup !== 'all' &&
      canBeOversized(similarity) && {
        oversized: oversizedStatistics(large.sample, { ...request, maxGroup }, copies, work),
      }),
  }
}

const DEFAULT_REQUEST = { threshold: 0.8, recall: 0.95 }

/** The layouts that may be chosen; none for an exact search. */
function layoutsFor(request: NonNullable<StatisticsOptions['request']>): BandLayout[] {
  const { recall } = request
  const threshold = bandThreshold(request)
  if (threshold < MIN_THRESHOLD) return []
  return listNestedLayouts({ threshold, recall: Math.min(recall, MAX_RECALL) }, SLOTS_WITH_SAMPLE).map(
    ({ compared }) => compared,
  )
}

/** Layouts are not examined beyond these limits, because an exact search may be requested at any threshold. */
const MAX_RECALL = 0.999
const MIN_THRESHOLD = 0.001

/** How many documents a collection has, and the distinct ones of its sample. */
export interface CountedDocuments {
  readonly counts: Pick<
    SampleStatistics,
    'sampled' | 'documents' | 'empty' | 'identical' | 'meanBytes' | 'meanSetSize'
  >
  readonly distinct: DistinctSample
}

/** @param allocate makes room for the sets. Default: an ordinary array */
export function countDocuments(sample: Sample, allocate?: AllocateWords): CountedDocuments {
  const { sampled, documents, empty, identical, distinct } = countSample(sample, allocate)
  let filled = 0
  for (let i = 0; i < sampled; i++) if (sizeAt(sample.sets, i) > 0) filled++
  const counts = {
    sampled,
    documents,
    empty,
    identical,
    meanBytes: sampled === 0 ? 0 : sample.bytes / sampled,
    meanSetSize: filled === 0 ? 0 : sample.sets.elements.length / filled,
  }
  return { counts, distinct }
}
