// The star cover of Aslam, Pelekhov and Rus ("The Star Clustering Algorithm for Static and Dynamic Information
// Organization", 2004), without overlaps. Centres are tried by their number of neighbours in the whole graph. Refused:
// counting only the neighbours that are still free, which would have to be kept up to date after every star.

import type { PairBatch } from '../model/pair.js'
import { type Adjacency, degreeAt, makeAdjacency } from './adjacency.js'
import { checkPairs } from './check-pairs.js'

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
  const adjacency = makeAdjacency(count, pairs)
  const taken = new Uint8Array(count)
  const stars: Star[] = []
  for (const centre of byFallingDegree(degreesOf(count, adjacency, copies))) {
    if (taken[centre]) continue
    const members = [centre]
    for (let i = adjacency.offsets[centre]!; i < adjacency.offsets[centre + 1]!; i++) {
      const neighbour = adjacency.neighbours[i]!
      if (!taken[neighbour]) members.push(neighbour)
    }
    if (members.length === 1 && (copies?.[centre] ?? 1) === 1) continue
    for (const member of members) taken[member] = 1
    stars.push({ centre, members: members.sort((one, other) => one - other) })
  }
  return stars.sort((one, other) => one.members[0]! - other.members[0]!)
}

/** How many documents are alike to each, copies counted: a document's own copies are alike to it too. */
function degreesOf(count: number, adjacency: Adjacency, copies: Uint32Array | undefined): Float64Array {
  const degrees = new Float64Array(count)
  for (let position = 0; position < count; position++) {
    if (copies === undefined) {
      degrees[position] = degreeAt(adjacency, position)
      continue
    }
    degrees[position] = copies[position]! - 1
    for (let i = adjacency.offsets[position]!; i < adjacency.offsets[position + 1]!; i++) {
      degrees[position]! += copies[adjacency.neighbours[i]!]!
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
