import type { OmittedPairs } from '../model/report.js'
import type { Interval } from './binomial-interval.js'

/** The pairs that a list omits on purpose: those of two documents that both have too many similar documents. */
export interface LimitedList {
  /** A document has too many similar ones if it forms a group of more than this many documents with them. */
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
 * The recall of a list that omits pairs: the share of true pairs that are listed or omitted on purpose, which an audit measures, times the
 * listed share of these, which the run knows. Measured directly, it would depend on chance: the listed pairs of a large group are those of
 * a few hubs, and an audit may or may not sample these hubs.
 *
 * The two errors are independent, so the squares of their logarithms are added (Zou and Donner, 2008). Pairs of large groups that the
 * method missed look like omitted ones. Their share is at most 1 − `guaranteed`, by which the interval is extended downwards.
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
