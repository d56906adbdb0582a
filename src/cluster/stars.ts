// The star cover of Aslam, Pelekhov and Rus ("The Star Clustering Algorithm for Static and Dynamic Information
// Organization", 2004), without overlaps. Centres are tried by their number of neighbours in the whole graph. Refused:
// counting only the neighbours that are still free, which would have to be kept up to date after every star.

import type { PairBatch } from '../model/pair.js'
import { checkPairs } from './check-pairs.js'
import { coverGreedily, type SortPairs } from './greedy-cover.js'
import { type Grouping, membersOf, NONE, type PairBatches } from './grouping.js'

/** A document and those alike to it. */
export interface Star {
  /** The member that has a verified pair with every other. */
  readonly centre: number
  /** The centre and its satellites, rising; at least two documents, copies counted. */
  readonly members: readonly number[]
}

/**
 * Covers the documents by stars. Documents are taken by falling number of neighbours, ties by rising position; one that
 * is still free becomes a centre, and its free neighbours join it. A document that finds no free neighbour stays alone
 * and is not reported, even when it is alike to a satellite. Stars come in the order of their first member.
 *
 * @param count number of documents
 * @param pairs verified pairs among them, each once
 * @param copies how many identical documents each position stands for; default 1
 * @example starClusters(4, pairs) // pairs (0, 1), (1, 2), (2, 3): [{ centre: 1, members: [0, 1, 2] }]
 */
export function starClusters(count: number, pairs: PairBatch, copies?: Uint32Array): Star[] {
  checkPairs(count, pairs)
  const groups = groupStars(count, () => [pairs], copies)
  const { offsets, members } = membersOf(groups)
  return Array.from(groups.centres, (centre, star) => ({
    centre,
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
  const centreOf = coverGreedily(count, order, pairs(), sort)
  if (copies !== undefined) {
    for (let position = 0; position < count; position++) {
      if (centreOf[position] === NONE && copies[position]! > 1) centreOf[position] = position
    }
  }
  return numberStars(centreOf)
}

function numberStars(centreOf: Uint32Array): Required<Grouping> {
  const starOf = new Uint32Array(centreOf.length).fill(NONE)
  const centres: number[] = []
  const groupOf = centreOf.map((centre) => {
    if (centre === NONE) return NONE
    if (starOf[centre] === NONE) starOf[centre] = centres.push(centre) - 1
    return starOf[centre]!
  })
  return { groupOf, count: centres.length, centres: Uint32Array.from(centres) }
}

/** How many documents are alike to each, copies counted: a document's own copies are alike to it too. */
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
