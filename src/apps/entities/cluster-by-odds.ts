import type { Candidates } from '../../model/pair.js'
import { Heap } from './heap.js'
import { WRONG } from './learn-field.js'

/**
 * The most that one pair can count for or against merging two clusters, in bits, so that no pair outweighs many: what all its
 * values say may be wrong as often as one of them.
 */
export const MAX_BITS = Math.log2((1 - WRONG) / WRONG)

/**
 * Clusters records of the same thing: merges the two clusters with the most evidence, averaged over all pairs between them, until no
 * average favors a merge. Pairs that were not compared count against it. Unlike with chains of pairs, one wrong pair cannot connect two
 * clusters. (Average linkage, a greedy form of correlation clustering: Bansal, Blum and Chawla, 2004.)
 *
 * @param strengths for each pair the bits for a match, below 0 against it
 * @param uncompared the bits that a pair that was not compared counts against a merge
 * @returns for each record the number of its cluster
 */
export function clusterByOdds(
  records: number,
  { count, a, b }: Candidates,
  strengths: Float64Array,
  uncompared = MAX_BITS,
): Uint32Array {
  const roots = Uint32Array.from({ length: records }, (_, record) => record)
  const sizes = new Uint32Array(records).fill(1)
  const ties = new Map<number, Map<number, Tie>>()
  const tiesOf = (cluster: number) => {
    const known = ties.get(cluster)
    if (known !== undefined) return known
    const made = new Map<number, Tie>()
    ties.set(cluster, made)
    return made
  }
  const heap = new Heap<Merge>((one, other) => other.mean - one.mean || one.a - other.a || one.b - other.b)
  const offer = (one: number, other: number, { sum, pairs }: Tie) => {
    const all = sizes[one]! * sizes[other]!
    const mean = (sum - (all - pairs) * uncompared) / all
    if (mean > 0) heap.push({ mean, a: one, b: other, sizes: sizes[one]! + sizes[other]! })
  }
  const isTied = new Uint8Array(records)
  for (let i = 0; i < count; i++) if (strengths[i]! > 0) isTied[a[i]!] = isTied[b[i]!] = 1
  for (let i = 0; i < count; i++) {
    const [one, other] = [a[i]!, b[i]!]
    if (isTied[one] === 0 || isTied[other] === 0) continue
    const tie = { sum: Math.max(-MAX_BITS, Math.min(MAX_BITS, strengths[i]!)), pairs: 1 }
    tiesOf(one).set(other, tie)
    tiesOf(other).set(one, tie)
    offer(one, other, tie)
  }
  for (let merge = heap.pop(); merge !== undefined; merge = heap.pop()) {
    const isStale =
      !ties.has(merge.a) || !ties.has(merge.b) || sizes[merge.a]! + sizes[merge.b]! !== merge.sizes
    if (isStale) continue
    const [kept, gone] =
      tiesOf(merge.a).size >= tiesOf(merge.b).size ? [merge.a, merge.b] : [merge.b, merge.a]
    const [own, more] = [tiesOf(kept), tiesOf(gone)]
    own.delete(gone)
    more.delete(kept)
    ties.delete(gone)
    roots[gone] = kept
    sizes[kept]! += sizes[gone]!
    for (const [other, tie] of more) {
      const known = own.get(other)
      const both = known === undefined ? tie : { sum: known.sum + tie.sum, pairs: known.pairs + tie.pairs }
      own.set(other, both)
      tiesOf(other).delete(gone)
      tiesOf(other).set(kept, both)
    }
    for (const [other, tie] of own) offer(kept, other, tie)
  }
  return roots.map((_, record) => rootOf(roots, record))
}

/** The total evidence of the pairs between two clusters, and their number. */
interface Tie {
  readonly sum: number
  readonly pairs: number
}

interface Merge {
  readonly mean: number
  readonly a: number
  readonly b: number
  /** The combined size of both clusters when this was queued; a cluster that has grown since has a newer entry. */
  readonly sizes: number
}

function rootOf(roots: Uint32Array, record: number): number {
  let at = record
  while (roots[at] !== at) at = roots[at]!
  return at
}
