import { binomialInterval } from '../../audit/binomial-interval.js'

/** A point of the cumulative match characteristic (CMC). */
export interface RankPoint {
  readonly rank: number
  /** The share of probes whose finger is among the first so many prints. */
  readonly share: number
  /** Its 95 % confidence interval. */
  readonly low: number
  readonly high: number
}

/** Ranks at which the curve is given, as far as there are prints. */
const RANKS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]

/**
 * How often the finger of a probe is among the first prints, for several numbers of them. Probes of one finger are not
 * independent, so the intervals count fingers, not probes.
 *
 * @param ranks of the first right print of each probe, from 1; Infinity where it was not found
 * @param fingers how many the probes are of
 * @param prints that each probe was compared with
 */
export function rankCurve(ranks: readonly number[], fingers: number, prints: number): RankPoint[] {
  return RANKS.filter((rank, i) => i === 0 || rank <= prints).map((rank) => {
    const share = ranks.filter((one) => one <= rank).length / ranks.length
    return { rank, share, ...binomialInterval(share * fingers, fingers) }
  })
}
