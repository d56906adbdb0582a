import type { OmittedPairs } from '../model/report.js'
import type { Interval } from './binomial-interval.js'

/** How a list of pairs leaves some out on purpose: those of two documents that both have too many similar ones. */
export interface LimitedList {
  /** A document has too many similar ones if it makes a group of more than this many documents with them. */
  readonly maxGroup: number
  /** Pairs left out, as the run counted or estimated them. */
  readonly omitted: OmittedPairs
  /** The lowest probability with which the method finds a true pair, in (0, 1]: 1 for an exact search. */
  readonly guaranteed: number
}

/** A share with its interval. */
export interface EstimatedShare extends Interval {
  readonly measured: number
}

/**
 * The recall of a list that leaves out pairs: the share of true pairs that are listed or left out on purpose, which an audit
 * measures, times the listed share of these, which the run knows. Measured directly it would be all chance: the pairs that are listed of
 * a large group are those of a few hubs, and an audit samples these hubs or does not.
 *
 * The two errors are independent, so that their logarithms add up as squares (Zou and Donner, 2008). What the method
 * missed between documents of large groups looks like what was left out; its share is at most 1 − `guaranteed`, by which the interval
 * is extended downwards.
 *
 * @param accounted the share of true pairs that are listed or left out
 * @param listed pairs listed, more than 0
 */
export function listedRecall(
  accounted: EstimatedShare,
  listed: number,
  { omitted, guaranteed }: LimitedList,
): EstimatedShare {
  const share = (left: number) => listed / (listed + left)
  const { low, high } = omitted.interval ?? { low: omitted.count, high: omitted.count }
  const middle = share(omitted.count)
  const measured = accounted.measured * middle
  if (measured === 0) return { measured, low: 0, high: accounted.high * share(low) }
  const below = Math.hypot(Math.log(accounted.measured / accounted.low), Math.log(middle / share(high)))
  const above = Math.hypot(Math.log(accounted.high / accounted.measured), Math.log(share(low) / middle))
  return {
    measured,
    low: measured * Math.exp(-below) * guaranteed,
    high: Math.min(1, measured * Math.exp(above)),
  }
}
