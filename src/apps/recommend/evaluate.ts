import { checkWhole } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import type { ListItems } from './baselines.js'
import type { TasteEvent, Tastes } from './tastes.js'

/** What is kept back of each customer, the latest of what he did: so many events, or such a share of them. */
export type Holdout = { readonly last: number } | { readonly share: number }

/** Events to learn from, and events that were kept back. */
export interface Split {
  readonly learn: readonly TasteEvent[]
  /** By customer; those of whom nothing would be left to learn from are not in it. */
  readonly kept: ReadonlyMap<string, readonly TasteEvent[]>
}

/**
 * Keeps back the latest events of each customer, by time and then by the order of the input. A later event of the same
 * customer and item replaces the earlier one first, so that nothing kept back is known.
 *
 * @example splitByTime(events, { last: 1 }) // leave-last-out
 */
export function splitByTime(events: readonly TasteEvent[], holdout: Holdout): Split {
  const histories = new Map<string, Map<string, { event: TasteEvent; position: number }>>()
  events.forEach((event, position) => {
    const history = histories.get(event.customer) ?? new Map()
    histories.set(event.customer, history)
    const before = history.get(event.item)
    if (before === undefined || timeOf(before) <= timeOf({ event, position }))
      history.set(event.item, { event, position })
  })
  const kept = new Map<string, readonly TasteEvent[]>()
  const held = new Set<number>()
  const alive = new Set<number>()
  for (const [customer, history] of histories) {
    const ordered = [...history.values()].sort(
      (one, other) => timeOf(one) - timeOf(other) || one.position - other.position,
    )
    for (const { position } of ordered) alive.add(position)
    const count = heldCount(ordered.length, holdout)
    if (count === 0 || count >= ordered.length) continue
    const last = ordered.slice(-count)
    kept.set(
      customer,
      last.map(({ event }) => event),
    )
    for (const { position } of last) held.add(position)
  }
  return { learn: events.filter((_, position) => alive.has(position) && !held.has(position)), kept }
}

function timeOf({ event, position }: { event: TasteEvent; position: number }): number {
  return event.time ?? position
}

function heldCount(length: number, holdout: Holdout): number {
  if ('last' in holdout) return checkWhole('last', holdout.last, 1, 2 ** 32)
  if (!(holdout.share > 0 && holdout.share < 1))
    throw new InvalidOption('share', holdout.share, 'a number above 0 and below 1')
  return length - Math.floor(length * (1 - holdout.share))
}

/** How well lists of recommendations foretell what customers did next. */
export interface Hits {
  /** Customers of whom something was kept back that counts. */
  readonly customers: number
  /** The share of them with at least one such item in their list. */
  readonly hitRate: number
  /** The mean share of a list that is such an item; lists count as full. */
  readonly precision: number
}

/**
 * Compares lists with what was kept back.
 *
 * @param list the items recommended to a customer, at most `most`
 * @param counts which of the events kept back are hits; default: all
 */
export function countHits(
  { kept }: Split,
  list: (customer: string, most: number) => readonly string[],
  most = 10,
  counts: (event: TasteEvent) => boolean = () => true,
): Hits {
  let customers = 0
  let hit = 0
  let precision = 0
  for (const [customer, events] of kept) {
    const wanted = new Set(events.filter(counts).map(({ item }) => item))
    if (wanted.size === 0) continue
    customers++
    const hits = list(customer, most).filter((item) => wanted.has(item)).length
    if (hits > 0) hit++
    precision += hits / most
  }
  return {
    customers,
    hitRate: customers === 0 ? 0 : hit / customers,
    precision: customers === 0 ? 0 : precision / customers,
  }
}

/** A list of names out of a list of numbers. */
export function byNames(tastes: Tastes, list: ListItems): (customer: string, most: number) => string[] {
  const numbers = new Map(tastes.customers.map((name, number) => [name, number]))
  return (customer, most) => Array.from(list(numbers.get(customer)!, most), (item) => tastes.items[item]!)
}
