import { findRoot, makeForest, unite } from '../../../src/cluster/union-find.js'
import type { ReportPairs } from '../../../src/report/report-data.js'

/** The documents that pairs at or above a threshold connect. */
export interface Clustering {
  /** Pairs at or above the threshold. */
  readonly pairs: number
  /** Documents in clusters. */
  readonly documents: number
  /** The largest cluster first; members rise. */
  readonly clusters: readonly Uint32Array[]
  /** For each document the number of its cluster; −1: none. */
  readonly clusterOf: Int32Array
}

export function clusterAt(
  documents: number,
  { a, b, similarity }: ReportPairs,
  threshold: number,
): Clustering {
  // Similarities are stored in single precision.
  const limit = Math.fround(threshold)
  const trees = makeForest(documents)
  let pairs = 0
  for (let i = 0; i < a.length; i++) {
    if (similarity[i]! < limit) continue
    unite(trees, a[i]!, b[i]!)
    pairs++
  }
  const sizes = new Uint32Array(documents)
  for (let i = 0; i < documents; i++) sizes[findRoot(trees, i)]!++
  const roots: number[] = []
  for (let i = 0; i < documents; i++) if (sizes[i]! > 1) roots.push(i)
  roots.sort((x, y) => sizes[y]! - sizes[x]! || x - y)
  const numberOf = new Int32Array(documents).fill(-1)
  roots.forEach((root, number) => {
    numberOf[root] = number
  })
  const clusters = roots.map((root) => new Uint32Array(sizes[root]!))
  const filled = new Uint32Array(roots.length)
  const clusterOf = new Int32Array(documents)
  for (let i = 0; i < documents; i++) {
    const cluster = numberOf[findRoot(trees, i)]!
    clusterOf[i] = cluster
    if (cluster >= 0) clusters[cluster]![filled[cluster]!++] = i
  }
  return { pairs, documents: clusters.reduce((sum, { length }) => sum + length, 0), clusters, clusterOf }
}
