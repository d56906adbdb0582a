import { findRoot, makeForest, unite } from '../../../src/cluster/union-find.js'
import type { ReportPairs } from '../../../src/report/report-data.js'
import { sortedIndexes } from './sorted-indexes.js'

const NONE: ReadonlySet<number> = new Set()

/** The documents connected by pairs at or above a threshold. */
export interface Clustering {
  /** The number of pairs at or above the threshold. */
  readonly pairs: number
  /** The number of documents in clusters. */
  readonly documents: number
  readonly clusters: ClusterList
  /** For each document, the number of its cluster; −1: none. */
  readonly clusterOf: Int32Array
}

/**
 * Clusters, largest first, with members in ascending order. All members are in one array, because there can be hundreds of thousands of
 * clusters.
 */
class ClusterList {
  readonly #members: Uint32Array
  readonly #offsets: Uint32Array

  constructor(members: Uint32Array, offsets: Uint32Array) {
    this.#members = members
    this.#offsets = offsets
  }

  get length(): number {
    return this.#offsets.length - 1
  }

  /** The members of a cluster. */
  at(cluster: number): Uint32Array {
    return this.#members.subarray(this.#offsets[cluster], this.#offsets[cluster + 1])
  }
}

/** @param apart the numbers of pairs that connect nothing */
export function clusterAt(
  documents: number,
  { a, b, similarity }: ReportPairs,
  threshold: number,
  apart: ReadonlySet<number> = NONE,
): Clustering {
  // Similarities are stored in single precision.
  const limit = Math.fround(threshold)
  const trees = makeForest(documents)
  let pairs = 0
  for (let i = 0; i < a.length; i++) {
    if (similarity[i]! < limit || (apart.size > 0 && apart.has(i))) continue
    unite(trees, a[i]!, b[i]!)
    pairs++
  }
  const sizes = new Uint32Array(documents)
  for (let i = 0; i < documents; i++) sizes[findRoot(trees, i)]!++
  const roots = largestFirst(sizes)
  const offsets = new Uint32Array(roots.length + 1)
  const numberOf = new Int32Array(documents).fill(-1)
  roots.forEach((root, number) => {
    numberOf[root] = number
    offsets[number + 1] = offsets[number]! + sizes[root]!
  })
  const members = new Uint32Array(offsets[roots.length]!)
  const filled = offsets.slice()
  const clusterOf = new Int32Array(documents)
  for (let i = 0; i < documents; i++) {
    const cluster = numberOf[findRoot(trees, i)]!
    clusterOf[i] = cluster
    if (cluster >= 0) members[filled[cluster]!++] = i
  }
  return { pairs, documents: members.length, clusters: new ClusterList(members, offsets), clusterOf }
}

/** The roots of clusters of two or more, by descending size, then by ascending root. */
function largestFirst(sizes: Uint32Array): Uint32Array {
  const roots = new Uint32Array(sizes.length)
  let count = 0
  for (let i = 0; i < sizes.length; i++) if (sizes[i]! > 1) roots[count++] = i
  const found = roots.subarray(0, count)
  const order = sortedIndexes(Uint32Array.from(found, (root) => 0xffffffff - sizes[root]!))
  return order.map((index) => found[index]!)
}
