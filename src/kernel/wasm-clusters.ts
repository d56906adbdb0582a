import { type ClusterColumns, compareEvery } from '../cluster/cluster-columns.js'
import { NONE } from '../cluster/grouping.js'
import type { PairBatch } from '../model/pair.js'
import { Locations } from './wasm-arena.js'

/** The export of kernel/index.ts that clusters documents. */
export interface ClusterExports {
  clusterComponents(clustering: number, threshold: number): number
}

/** What `clusterColumns` takes, with pairs that need not reach the threshold. */
export interface ComponentOptions {
  readonly copies: Uint32Array
  readonly threshold: number
  readonly similarity: (a: number, b: number) => number
  readonly everyPairUpTo: number
  readonly isDirected: boolean
}

/** Words of a clustering, in the order of kernel/clusters.ts. */
const WORDS = 17
const OPENED = 16

/**
 * The columns of `clusterColumns` for components of verified pairs that have the value that `similarity` would return.
 *
 * @param reach returns the memory of the kernel, grown to at least an end
 * @param start the first byte of memory that can be overwritten
 */
export function clusterInKernel(
  exports: ClusterExports,
  reach: (end: number) => ArrayBuffer,
  start: number,
  { count, a, b, similarity }: PairBatch,
  { copies, threshold, similarity: compare, everyPairUpTo, isDirected }: ComponentOptions,
): ClusterColumns {
  const all = new Locations(start)
  const at = all.take(4 * WORDS)
  const documents = copies.length
  const words = () => all.take(4 * (documents + 1))
  const numbers = () => all.take(8 * documents)
  const [copiesAt, aAt, bAt, similarityAt] = [
    words(),
    all.take(4 * count),
    all.take(4 * count),
    all.take(8 * count),
  ]
  const [groupOf, offsetsAt, membersAt, overEveryAt, openAt] = [words(), words(), words(), words(), words()]
  const [pairsAt, minAt, meanAt] = [numbers(), numbers(), numbers()]
  const memory = reach(all.end)
  const table = new Uint32Array(memory, at, WORDS)
  table.set([documents, copiesAt, count, aAt, bAt, similarityAt, isDirected ? 2 : 1, everyPairUpTo])
  table.set([groupOf, offsetsAt, membersAt, pairsAt, minAt, meanAt, overEveryAt, openAt, 0], 8)
  new Uint32Array(memory, copiesAt).set(copies)
  new Uint32Array(memory, aAt).set(a)
  new Uint32Array(memory, bAt).set(b)
  new Float64Array(memory, similarityAt).set(similarity)
  const groups = exports.clusterComponents(at, threshold)
  const offsets = new Uint32Array(memory, offsetsAt, groups + 1).slice()
  const columns = {
    offsets,
    members: new Uint32Array(memory, membersAt, offsets[groups]).slice(),
    centers: new Uint32Array(groups).fill(NONE),
    pairs: new Float64Array(memory, pairsAt, groups).slice(),
    min: new Float64Array(memory, minAt, groups).slice(),
    mean: new Float64Array(memory, meanAt, groups).slice(),
    overEvery: new Uint32Array(memory, overEveryAt, groups).slice(),
  }
  const open = new Uint32Array(memory, openAt, table[OPENED])
  for (let i = 0; i < open.length; i++) compareEvery(columns, open[i]!, compare, copies)
  return columns
}
