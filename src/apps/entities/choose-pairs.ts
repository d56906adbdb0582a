import { type Candidates, type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import { chainedProbabilities, membersOf } from './chained-odds.js'
import { clusterByOdds } from './cluster-by-odds.js'

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

/**
 * The pairs of records of one table that belong together, found by clustering: being the same thing is transitive.
 *
 * @param strengths log2 of the odds of each candidate
 */
export function pairsOfClusters(
  records: number,
  candidates: Candidates,
  strengths: Float64Array,
  threshold: number,
): ClusteredPairs {
  const minStrength = Math.log2(threshold / (1 - threshold))
  const clusters = clusterByOdds(
    records,
    candidates,
    strengths.map((bits) => bits - minStrength),
  )
  const probabilityOf = chainedProbabilities(clusters, candidates, strengths)
  const pairs = new PairBuilder()
  for (const group of membersOf(clusters).values()) {
    group.forEach((a, position) => {
      for (const b of group.slice(position + 1)) pairs.add(a, b, probabilityOf(a, b))
    })
  }
  return { pairs: sortPairs(pairs.pairs()), probabilityOf }
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
