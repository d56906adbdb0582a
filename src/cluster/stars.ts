// The star cover of Aslam, Pelekhov and Rus ("The Star Clustering Algorithm for Static and Dynamic Information Organization", 2004),
// without overlaps. Centers are tried by their number of neighbors in the whole graph. Rejected alternative: counting only the neighbors
// that are still free, which would have to be updated after every star.

import type { PairBatch } from '../model/pair.js'
import { checkPairs } from './check-pairs.js'
import { coverGreedily, type SortPairs } from './greedy-cover.js'
import { type Grouping, membersOf, NONE, type PairBatches } from './grouping.js'

/** A document and the documents similar to it. */
export interface Star {
  /** The member that has a verified pair with every other. */
  readonly center: number
  /** The center and its satellites, sorted; at least two documents, including copies. */
  readonly members: readonly number[]
}

/**
 * Covers the documents by stars. Documents are visited by descending number of neighbors, then by ascending position; one that is still
 * free becomes a center, and its free neighbors join it. A document that finds no free neighbor stays alone and is not reported, even if it
 * is similar to a satellite. Stars are ordered by their first member.
 *
 * @param count number of documents
 * @param pairs verified pairs among them, each once
 * @param copies how many identical documents each position represents; default 1
 * @example starClusters(4, pairs) // pairs (0, 1), (1, 2), (2, 3): [{ center: 1, members: [0, 1, 2] }]
 */
export function starClusters(count: number, pairs: PairBatch, copies?: Uint32Array): Star[] {
  checkPairs(count, pairs)
  const groups = groupStars(count, () => [pairs], copies)
  const { offsets, members } = membersOf(groups)
  return Array.from(groups.centers, (center, star) => ({
    center,
    members: Array.from(members.subarray(offsets[star]!, offsets[star + 1]!)),
  }))
}

/** The same as groups, of pairs in batches. */
export function groupStars(
  count: number,
  pairs: PairBatches,
  copies: Uint32Array | undefined,
  sort?: SortPairs,
): Required<Grouping> {
  const order = byFallingDegree(degreesOf(count, pairs(), copies))
  const centerOf = coverGreedily(count, order, pairs(), sort)
  if (copies !== undefined) {
    for (let position = 0; position < count; position++) {
      if (centerOf[position] === NONE && copies[position]! > 1) centerOf[position] = position
    }
  }
  return numberStars(centerOf)
}

function numberStars(centerOf: Uint32Array): Required<Grouping> {
  const starOf = new Uint32Array(centerOf.length).fill(NONE)
  const centers: number[] = []
  const groupOf = centerOf.map((center) => {
    if (center === NONE) return NONE
    if (starOf[center] === NONE) starOf[center] = centers.push(center) - 1
    return starOf[center]!
  })
  return { groupOf, count: centers.length, centers: Uint32Array.from(centers) }
}

/** The number of documents similar to each, including copies: a document's own copies count, too. */
function degreesOf(count: number, pairs: Iterable<PairBatch>, copies: Uint32Array | undefined): Float64Array {
  const degrees = copies === undefined ? new Float64Array(count) : Float64Array.from(copies, (own) => own - 1)
  for (const { count: length, a, b } of pairs) {
    for (let i = 0; i < length; i++) {
      degrees[a[i]!]! += copies === undefined ? 1 : copies[b[i]!]!
      degrees[b[i]!]! += copies === undefined ? 1 : copies[a[i]!]!
    }
  }
  return degrees
}

function byFallingDegree(degrees: Float64Array): Uint32Array {
  const positions = Uint32Array.from(degrees, (_, position) => position)
  return positions
    .filter((position) => degrees[position]! > 0)
    .sort((one, other) => degrees[other]! - degrees[one]! || one - other)
}
