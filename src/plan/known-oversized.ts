// Which oversized documents the local engine knows before it compares anything, and therefore does not compare with each other. It searches
// for them only if large buckets have many pairs, and recognizes those whose groups certainly exceed the limit. The others are compared,
// and turn out to be oversized by the pairs that were found (docs/decisions/oversized-groups.md).

import {
  AFFORDABLE_PAIRS,
  HUB_STANDARD_ERRORS,
  MAX_HUB_ROUNDS,
  MAX_HUBS,
  MIN_HUBS,
} from '../band/bucket-limit.js'
import type { BandLayout } from '../band/s-curve.js'
import type { LargeBucketStatistics } from './large-buckets.js'
import type { OversizedGroups, OversizedStatistics } from './oversized.js'
import type { SampleStatistics } from './sample-statistics.js'

/** The oversized documents that are recognized. */
export interface KnownOversized {
  readonly documents: number
  /** The share of the similar pairs of documents in large buckets that are compared nevertheless. */
  readonly comparedShare: number
}

const NONE_KNOWN: KnownOversized = { documents: 0, comparedShare: 1 }

/** The large buckets of bands with this many rows, if there are any: those of the closest number of rows that was tried. */
export function largeAt(
  { rows }: BandLayout,
  { largeBuckets }: SampleStatistics,
): LargeBucketStatistics | undefined {
  return largeBuckets.find((large) => large.rows >= rows)
}

/** The oversized documents that bands recognize before documents of large buckets are compared. */
export function knownInBuckets(
  large: LargeBucketStatistics | undefined,
  threshold: number,
  statistics: SampleStatistics,
): KnownOversized {
  if (large === undefined) return knownAmong(0, statistics)
  return knownAmong(large.pairs / Math.max(1, large.bands * threshold ** large.rows), statistics)
}

/** The same for an exact search, whose buckets have a single row: their pairs are mostly similar ones. */
export function knownExactly(statistics: SampleStatistics): KnownOversized {
  const { pairs, otherPairs } = statistics.oversized ?? { pairs: 0, otherPairs: 0 }
  return knownAmong(pairs + otherPairs, statistics)
}

/** The same, given the number of comparisons in large buckets that would be made otherwise. */
function knownAmong(comparisons: number, statistics: SampleStatistics): KnownOversized {
  const { documents, empty, identical, oversized } = statistics
  const copies = Math.max(1, documents - empty) / Math.max(1, documents - empty - identical)
  return knownOversized(oversized, comparisons, copies)
}

/**
 * The oversized documents that are recognized before pairs are compared.
 *
 * @param comparisons the number of pairs in large buckets that would be compared otherwise
 * @param copies how many documents a distinct one represents, on average
 */
function knownOversized(
  oversized: OversizedStatistics | undefined,
  comparisons: number,
  copies: number,
): KnownOversized {
  if (oversized === undefined || oversized.pairs === 0) return NONE_KNOWN
  const { maxGroup } = oversized
  const similar = oversized.pairs + oversized.otherPairs
  const perPair = comparisons / similar
  let left = comparisons
  let unknown = oversized.groups
  let hubs = MIN_HUBS
  for (let round = 0; round < MAX_HUB_ROUNDS && left > AFFORDABLE_PAIRS; round++) {
    const isFound = ({ size }: OversizedGroups) => {
      const hit = Math.min(1, ((size / copies) ** 2 / 2) * (perPair / left))
      return size * (1 - HUB_STANDARD_ERRORS * relativeError(hit, hubs)) > maxGroup
    }
    const found = unknown.filter(isFound)
    if (found.length === 0) {
      const undecided = unknown.reduce((sum, { documents }) => sum + documents, 0)
      if (hubs === MAX_HUBS || Math.max((3 / hubs) * left, undecided ** 2 / 2) < AFFORDABLE_PAIRS) break
      hubs *= 2
      continue
    }
    left -= perPair * found.reduce((sum, { pairs }) => sum + pairs, 0)
    unknown = unknown.filter((group) => !found.includes(group))
  }
  const remaining = new Set(unknown)
  const known = oversized.groups.filter((group) => !remaining.has(group))
  const pairs = known.reduce((sum, group) => sum + group.pairs, 0)
  return {
    documents: known.reduce((sum, { documents }) => sum + documents, 0),
    comparedShare: Math.max(0, (similar - pairs) / similar),
  }
}

/** The relative error of an estimated group size if this share of the hubs are members; never below that of a single hub. */
function relativeError(hit: number, hubs: number): number {
  return Math.max(Math.sqrt((1 - hit) / (hit * hubs)), 1 / (hubs * Math.sqrt(hit)))
}
