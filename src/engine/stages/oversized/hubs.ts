import type { Random } from '../../../hash/random.js'
import type { Copies } from '../identical/copies.js'

/** A document drawn from the large buckets. */
export interface Hub {
  readonly position: number
  /** How often it was drawn. */
  readonly times: number
  /** For how many documents a draw of it stands, copies counted. */
  readonly standsFor: number
}

/** How far below the estimate the lower confidence limit lies, in standard errors: fewer than 2 in 1000 lie below it. */
const STANDARD_ERRORS = 3

/**
 * Draws documents with replacement, each in proportion to its weight, the members of its buckets: so that those are likely which
 * have the most pairs.
 *
 * @param range positions from which they are drawn; the total is of these. Default: all
 * @returns by rising positions
 */
export function drawHubs(
  weights: Uint32Array,
  total: number,
  draws: number,
  copies: Copies,
  random: Random,
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
    hubs.push({ position, times, standsFor: (copiesOf(copies, position) * total) / weights[position]! })
  }
  return hubs
}

/** What hubs say of a document: its group is larger than the limit beyond doubt, may well be, or is not likely to be. */
export type Judgement = 'oversized' | 'undecided' | 'ordinary'

/**
 * Judges whether a document that is similar to these hubs has more similar documents than the limit. The number is estimated by
 * Horvitz and Thompson, a hub standing for the inverse of its probability, and its lower confidence limit is compared. The error
 * is at least that of one draw in all, so that a document that matches every hub is judged with caution too.
 *
 * @param matched the numbers of the hubs to which it is similar
 */
export function judge(hubs: readonly Hub[], matched: Uint32Array, draws: number, limit: number): Judgement {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < matched.length; i++) {
    const { times, standsFor } = hubs[matched[i]!]!
    sum += times * standsFor
    squares += times * standsFor ** 2
  }
  if (sum / draws <= limit) return 'ordinary'
  const variance = Math.max(squares - sum ** 2 / draws, squares / draws)
  return (sum - STANDARD_ERRORS * Math.sqrt(variance)) / draws > limit ? 'oversized' : 'undecided'
}

/** How many identical documents one stands for. */
function copiesOf({ firsts, offsets }: Copies, position: number): number {
  let [low, high] = [0, firsts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (firsts[middle]! < position) low = middle + 1
    else high = middle
  }
  return firsts[low] === position ? offsets[low + 1]! - offsets[low]! : 1
}
