import { binomialInterval } from '../../audit/binomial-interval.js'

/** A point of the cumulative match characteristic (CMC). */
export interface RankPoint {
  readonly rank: number
  /** The share of probes whose finger is among the first `rank` prints. */
  readonly share: number
  /** Its 95 % confidence interval. */
  readonly low: number
  readonly high: number
}

/** The ranks at which the curve is given, up to the number of prints. */
const RANKS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]

/**
 * How often the finger of a probe is among the first prints, for several numbers of prints. Probes of one finger are not
 * independent, so the intervals count fingers, not probes.
 *
 * @param ranks the rank of the first correct print for each probe, from 1; Infinity if it was not found
 * @param fingers the number of fingers that the probes are of
 * @param prints the number of prints that each probe was compared with
 */
export function rankCurve(ranks: readonly number[], fingers: number, prints: number): RankPoint[] {
  return RANKS.filter((rank, i) => i === 0 || rank <= prints).map((rank) => {
    const share = ranks.filter((one) => one <= rank).length / ranks.length
    return { rank, share, ...binomialInterval(share * fingers, fingers) }
  })
}
