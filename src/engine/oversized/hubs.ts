import { HUB_STANDARD_ERRORS } from '../../band/bucket-limit.js'
import type { UniformRandom } from '../../hash/uniform-random.js'

/** A document sampled from the large buckets. */
export interface Hub {
  readonly position: number
  /** The number of times it was sampled. */
  readonly times: number
  /** How many documents each draw of it represents, including copies. */
  readonly represents: number
}

/**
 * Draws documents with replacement. The weight of a document is the number of members of its buckets, so those with the most pairs are the
 * most likely.
 *
 * @param copiesOf how many identical documents the one at a position represents
 * @param range the positions to draw from; `total` is their total weight. Default: all
 * @returns hubs by ascending position
 */
export function sampleHubs(
  weights: Uint32Array,
  total: number,
  draws: number,
  copiesOf: (position: number) => number,
  random: UniformRandom,
  range: { readonly from: number; readonly to: number } = { from: 0, to: weights.length },
): Hub[] {
  const targets = Float64Array.from({ length: draws }, () => random.unit() * total).sort()
  const hubs: Hub[] = []
  let [next, sum] = [0, 0]
  for (let position = range.from; position < range.to && next < draws; position++) {
    sum += weights[position]!
    let times = 0
    for (; next < draws && targets[next]! < sum; next++) times++
    if (times === 0) continue
    hubs.push({ position, times, represents: (copiesOf(position) * total) / weights[position]! })
  }
  return hubs
}

/** What the hubs show about a document: its group certainly exceeds the limit, may exceed it, or is unlikely to. */
export type HubVerdict = 'oversized' | 'undecided' | 'ordinary'

/**
 * Judges whether a document that is similar to these hubs has more similar documents than the limit. Their number is estimated by the
 * Horvitz–Thompson estimator, in which a hub counts as the inverse of its probability, and the lower confidence limit is compared. The
 * error is at least that of a single draw, so that a document that matches every hub is judged with caution, too.
 *
 * @param matched the numbers of the hubs that it is similar to
 */
export function judge(hubs: readonly Hub[], matched: Uint32Array, draws: number, limit: number): HubVerdict {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < matched.length; i++) {
    const { times, represents } = hubs[matched[i]!]!
    sum += times * represents
    squares += times * represents ** 2
  }
  if (sum / draws <= limit) return 'ordinary'
  const variance = Math.max(squares - sum ** 2 / draws, squares / draws)
  return (sum - HUB_STANDARD_ERRORS * Math.sqrt(variance)) / draws > limit ? 'oversized' : 'undecided'
}
