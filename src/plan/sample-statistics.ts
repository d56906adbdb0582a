import { sizeAt } from '../model/set-collection.js'
import { CROWD_FROM } from './costs.js'
import { type CrowdStatistics, separateCrowds } from './crowds.js'
import { type PrefixStatistics, prefixStatistics } from './prefix-statistics.js'
import { countSample, type Sample } from './sample.js'
import type { SetWork } from './set-work.js'
import { type HistogramBin, similarityHistogram, sketchSample } from './similarity-histogram.js'

/** What a sample tells of a whole collection: plain JSON. */
export interface SampleStatistics {
  /** Records looked at. */
  readonly sampled: number
  /** Documents of the whole collection; exact where the sample is the whole. */
  readonly documents: number
  /** Of these, without a shingle. */
  readonly empty: number
  /** Of these, identical to an earlier one. */
  readonly identical: number
  /** Bytes of a line, on average. */
  readonly meanBytes: number
  /** Elements of a set that is not empty, on average. */
  readonly meanSetSize: number
  /** Pairs between distinct documents by similarity, those inside crowds left out; bins without a pair are left out. */
  readonly histogram: readonly HistogramBin[]
  readonly crowds: CrowdStatistics
  /** What an exact search would meet; left out where nobody asked. */
  readonly prefixes?: PrefixStatistics
}

/** How a sample is read. */
export interface StatisticsOptions {
  /** A bucket of more documents than this is a crowd. Default: 512, as in the local engine; the inline engine has none. */
  readonly crowdFrom?: number
  /** The threshold for which prefixes are tried, so that an exact search can be weighed. Default: none are. */
  readonly prefixesFor?: number
  /** Who works on the sets. Default: plain TypeScript. */
  readonly work?: SetWork
}

/**
 * What a sample tells of the collection from which it was drawn. The same sample gives the same answer everywhere.
 *
 * @example sampleStatistics({ sets, bytes: 1_500_000, ofBlocks: 100_000 }) // 1000 of 100,000 documents
 */
export function sampleStatistics(
  sample: Sample,
  { crowdFrom = CROWD_FROM, prefixesFor, work }: StatisticsOptions = {},
): SampleStatistics {
  const { counts, distinct } = countDocuments(sample)
  const separated = separateCrowds(sketchSample(distinct, work), crowdFrom)
  return {
    ...counts,
    histogram: similarityHistogram(separated.sample, work),
    crowds: separated.crowds,
    ...(prefixesFor !== undefined && { prefixes: prefixStatistics(distinct, prefixesFor) }),
  }
}

/**
 * The same without a look at similarities, which takes longest: enough to tell what an exact search at this threshold costs,
 * and what any search costs before a method is chosen.
 */
export function exactStatistics(sample: Sample, threshold: number): SampleStatistics {
  const { counts, distinct } = countDocuments(sample)
  const prefixes = prefixStatistics(distinct, threshold)
  return { ...counts, histogram: [], crowds: { documents: 0, pairs: 0, similarities: [] }, prefixes }
}

function countDocuments(sample: Sample) {
  const { sampled, documents, empty, identical, distinct } = countSample(sample)
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
