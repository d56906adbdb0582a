import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { cosineOf, type WeightedSet } from './mutual-best.js'

/**
 * The pairs of weighted sets whose cosine reaches a minimum. The features of a set are ordered from the rarest on; those after
 * which less than the minimum is left are its prefix. Two sets with no feature of both prefixes in common cannot reach the
 * minimum (Bayardo, Ma and Srikant, 2007).
 *
 * @param maxSteps frequent features are skipped once all pairs of the rarer ones are this many
 */
export function cosineJoin(sets: readonly WeightedSet[], minCosine: number, maxSteps: number): PairBatch {
  const counts = featureCounts(sets)
  const prefixes = sets.map((set) => prefixOf(set, counts, minCosine))
  const postings = new Map<number, number[]>()
  prefixes.forEach((prefix, i) => {
    for (const feature of prefix) {
      const list = postings.get(feature)
      if (list === undefined) postings.set(feature, [i])
      else list.push(i)
    }
  })
  let steps = 0
  for (const [feature, list] of [...postings].sort(([, one], [, other]) => one.length - other.length)) {
    steps += list.length ** 2
    if (steps > maxSteps) postings.delete(feature)
  }
  const pairs = new PairBuilder()
  const seenBy = new Int32Array(sets.length).fill(-1)
  prefixes.forEach((prefix, i) => {
    for (const feature of prefix) {
      for (const j of postings.get(feature) ?? []) {
        if (j <= i || seenBy[j] === i) continue
        seenBy[j] = i
        const cosine = cosineOf(sets[i]!, sets[j]!)
        if (cosine >= minCosine) pairs.add(i, j, cosine)
      }
    }
  })
  return pairs.pairs()
}

/** The number of sets that have each feature. */
function featureCounts(sets: readonly WeightedSet[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { features } of sets) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return counts
}

function prefixOf(
  { features, weights }: WeightedSet,
  counts: ReadonlyMap<number, number>,
  minCosine: number,
): number[] {
  const order = Array.from(features.keys()).sort(
    (i, j) => counts.get(features[i]!)! - counts.get(features[j]!)! || features[i]! - features[j]!,
  )
  let rest = weights.reduce((sum, weight) => sum + weight * weight, 0)
  const prefix: number[] = []
  for (const i of order) {
    if (rest < minCosine * minCosine) break
    prefix.push(features[i]!)
    rest -= weights[i]! ** 2
  }
  return prefix
}
