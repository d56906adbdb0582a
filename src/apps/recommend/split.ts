import { Random } from '../../hash/random.js'
import { checkWhole } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import { type Events, gatherHistories, type Histories } from './histories.js'

/** How many events of each customer to hold out: a number, or a share, rounded up. */
export type Holdout = { readonly last: number } | { readonly share: number }

/** Training events and held-out events; customers and items have the same numbers in both. */
export interface Split {
  readonly train: Histories
  /** Customers who would have nothing left to learn from have no held-out events. */
  readonly test: Histories
}

/**
 * Holds out the latest events of each customer, by time and then by input order. Of repeated events only the latest is used,
 * so that no held-out item is already known.
 *
 * @example splitByTime(events, { last: 1 }) // leave-last-out
 */
export function splitByTime(events: Events, holdout: Holdout): Split {
  const histories = gatherHistories(events)
  const { offsets } = histories
  const isKept = new Uint8Array(histories.item.length)
  visitHeld(histories, holdout, (customer, count) => {
    isKept.fill(1, offsets[customer + 1]! - count, offsets[customer + 1]!)
  })
  return { train: filterEvents(histories, isKept, 0), test: filterEvents(histories, isKept, 1) }
}

/** Holds out random events of each customer, for data without an order in time. */
export function splitAtRandom(events: Events, holdout: Holdout, seed: number): Split {
  const histories = gatherHistories(events)
  const random = new Random(seed)
  const isKept = new Uint8Array(histories.item.length)
  visitHeld(histories, holdout, (customer, count) => {
    const from = histories.offsets[customer]!
    const length = histories.offsets[customer + 1]! - from
    // Each event is chosen with probability missing / remaining: exactly `count` are chosen, every choice being equally likely.
    for (let at = 0, missing = count; missing > 0; at++) {
      if (random.below(length - at) >= missing) continue
      isKept[from + at] = 1
      missing--
    }
  })
  return { train: filterEvents(histories, isKept, 0), test: filterEvents(histories, isKept, 1) }
}

/** Keeps the events of every `step`-th customer only; the others keep their numbers but lose their events. */
export function everyCustomer(histories: Histories, step: number): Histories {
  const { customers, offsets, item } = histories
  const isOut = new Uint8Array(item.length)
  for (let customer = 0; customer < customers.length; customer++) {
    if (customer % step !== 0) isOut.fill(1, offsets[customer]!, offsets[customer + 1]!)
  }
  return filterEvents(histories, isOut, 0)
}

function visitHeld(
  { customers, offsets }: Histories,
  holdout: Holdout,
  hold: (customer: number, count: number) => void,
): void {
  for (let customer = 0; customer < customers.length; customer++) {
    const length = offsets[customer + 1]! - offsets[customer]!
    const count = heldCount(length, holdout)
    if (count > 0 && count < length) hold(customer, count)
  }
}

function heldCount(length: number, holdout: Holdout): number {
  if ('last' in holdout) return checkWhole('last', holdout.last, 1, 2 ** 32)
  if (!(holdout.share > 0 && holdout.share < 1))
    throw new InvalidOption('share', holdout.share, 'a number above 0 and below 1')
  return length - Math.floor(length * (1 - holdout.share))
}

/** The events with this flag. */
function filterEvents(histories: Histories, flags: Uint8Array, flag: number): Histories {
  const { customers, offsets, item, rating } = histories
  const newOffsets = new Uint32Array(customers.length + 1)
  for (let customer = 0, count = 0; customer < customers.length; customer++) {
    for (let event = offsets[customer]!; event < offsets[customer + 1]!; event++)
      if (flags[event] === flag) count++
    newOffsets[customer + 1] = count
  }
  const isWanted = (_: number, event: number) => flags[event] === flag
  return { ...histories, offsets: newOffsets, item: item.filter(isWanted), rating: rating.filter(isWanted) }
}
