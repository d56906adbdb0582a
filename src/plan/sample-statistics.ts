import { type AllocateWords, sizeAt } from '../model/set-collection.js'
import { findLevels, type LargeBucketStatistics } from './large-buckets.js'
import type { OversizedStatistics } from './oversized.js'
import { type PrefixStatistics, prefixStatistics } from './prefix-statistics.js'
import { countSample, type DistinctSample, type Sample } from './sample.js'
import { beginComparison, compareSample, type ExaminedFor } from './sample-comparison.js'
import type { SetWork } from './set-work.js'
import type { HistogramBin } from './similarity-histogram.js'

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
  readonly request?: ExaminedFor
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
export function sampleStatistics(
  sample: Sample,
  { request = DEFAULT_REQUEST, prefixesFor, isEnough, work }: StatisticsOptions = {},
): SampleStatistics {
  const { counts, distinct } = countDocuments(sample)
  const { similarity = 'jaccard' } = request
  const prefixes =
    prefixesFor === undefined ? {} : { prefixes: prefixStatistics(distinct, prefixesFor, similarity, work) }
  const statistics = { ...counts, histogram: [], largeBuckets: [], ...prefixes }
  if (isEnough?.(statistics)) return statistics
  const comparison = beginComparison(distinct, request, work)
  const { large, layouts } = comparison
  const complete = compareSample(comparison, counts, work)
  return { ...statistics, ...complete(large && findLevels(large, layouts, work)) }
}

const DEFAULT_REQUEST = { threshold: 0.8, recall: 0.95 }

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
