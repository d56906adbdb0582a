import { type Candidates, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { chainedProbabilities, membersOf } from './chained-odds.js'
import { clusterByOdds } from './cluster-by-odds.js'
import { pairKey } from './pair-key.js'

/** Candidates whose scores reach the threshold. */
export function reaching({ count, a, b }: Candidates, scores: Float64Array, threshold: number): PairBatch {
  const pairs = new PairBuilder()
  for (let i = 0; i < count; i++) if (scores[i]! >= threshold) pairs.add(a[i]!, b[i]!, scores[i]!)
  return pairs.pairs()
}

/** The pairs of one table that belong together. */
export interface ClusteredPairs {
  readonly pairs: PairBatch
  /** The probability that two records belong together, whether or not they are in the same cluster. */
  readonly probabilityOf: (a: number, b: number) => number
}

/** From this strength on, in bits, a probability is rounded to 1. */
const MAX_STRENGTH = 53

/** log2 of the odds that a score in [0, 1] stands for. */
export function strengthOf(score: number): number {
  return Math.max(-MAX_STRENGTH, Math.min(MAX_STRENGTH, Math.log2(score / (1 - score))))
}

/**
 * Clusters the records of one table by how far the strengths of their pairs are above or below that of the threshold.
 *
 * @param strengths log2 of the odds of each candidate
 * @returns for each record the number of its cluster
 */
function clustersAt(
  records: number,
  candidates: Candidates,
  strengths: Float64Array,
  threshold: number,
): Uint32Array {
  const minStrength = strengthOf(threshold)
  return clusterByOdds(
    records,
    candidates,
    strengths.map((bits) => bits - minStrength),
  )
}

/** All pairs of records of the same cluster, in order, with their scores: being the same thing is transitive. */
export function pairsInClusters(clusters: Uint32Array, scoreOf: (a: number, b: number) => number): PairBatch {
  const pairs = new PairBuilder()
  for (const group of membersOf(clusters).values()) {
    group.forEach((a, position) => {
      for (const b of group.slice(position + 1)) pairs.add(a, b, scoreOf(a, b))
    })
  }
  return sortPairs(pairs.pairs())
}

/**
 * The pairs of records of one table that belong together, found by clustering.
 *
 * @param strengths log2 of the odds of each candidate
 */
export function pairsOfClusters(
  records: number,
  candidates: Candidates,
  strengths: Float64Array,
  threshold: number,
): ClusteredPairs {
  const clusters = clustersAt(records, candidates, strengths, threshold)
  const probabilityOf = chainedProbabilities(clusters, candidates, strengths)
  return { pairs: pairsInClusters(clusters, probabilityOf), probabilityOf }
}

/** Pairs of records that both match a third but were not candidates: a cluster is judged by all its pairs. */
export function closingPairs(
  records: number,
  { count, a, b }: Candidates,
  strengths: Float64Array,
): Candidates {
  const partners = new Map<number, number[]>()
  const known = new Set<number>()
  for (let i = 0; i < count; i++) {
    known.add(a[i]! * records + b[i]!)
    if (strengths[i]! <= 0) continue
    for (const [one, other] of [
      [a[i]!, b[i]!],
      [b[i]!, a[i]!],
    ] as const) {
      const list = partners.get(one)
      if (list === undefined) partners.set(one, [other])
      else list.push(other)
    }
  }
  const closing = new PairBuilder()
  for (const list of partners.values()) {
    for (const one of list) {
      for (const other of list) {
        const key = one * records + other
        if (one >= other || known.has(key)) continue
        known.add(key)
        closing.add(one, other)
        if (closing.count >= count) return closing.candidates()
      }
    }
  }
  return closing.candidates()
}

/** Pairs of records of one cluster that are not among the given ones: those of small clusters first, up to a number of pairs. */
export function uncomparedPairs(clusters: Uint32Array, { count, a, b }: Candidates, max: number): Candidates {
  const known = new Set<number>()
  for (let i = 0; i < count; i++) known.add(pairKey(a[i]!, b[i]!))
  const further = new PairBuilder()
  const groups = [...membersOf(clusters).values()].sort((one, other) => one.length - other.length)
  for (const group of groups) {
    for (const [position, one] of group.entries()) {
      for (const other of group.slice(position + 1)) {
        if (further.count >= max) return further.candidates()
        if (!known.has(pairKey(one, other))) further.add(one, other)
      }
    }
  }
  return further.candidates()
}

/** Concatenates two lists of pairs. */
export function joined(one: Candidates, other: Candidates): Candidates {
  const join = (x: Uint32Array, y: Uint32Array) => {
    const both = new Uint32Array(x.length + y.length)
    both.set(x)
    both.set(y, x.length)
    return both
  }
  return { count: one.count + other.count, a: join(one.a, other.a), b: join(one.b, other.b) }
}

/** The score threshold with the best expected F1, given the probability of each pair. */
export function bestThreshold(scores: Float64Array, probabilities: Float64Array): number {
  const order = Array.from(scores.keys()).sort((i, j) => scores[j]! - scores[i]!)
  const matches = probabilities.reduce((sum, probability) => sum + probability, 0)
  let [found, best, threshold] = [0, 0, 1]
  order.forEach((i, position) => {
    found += probabilities[i]!
    const isLast = position + 1 === order.length || scores[order[position + 1]!]! < scores[i]!
    const f1 = (2 * found) / (position + 1 + matches)
    if (isLast && scores[i]! > 0 && f1 > best) [best, threshold] = [f1, scores[i]!]
  })
  return threshold
}
