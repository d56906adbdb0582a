import { type Incidence, makeIncidence } from '../../join/incidence.js'
import type { SetCollection } from '../../model/set-collection.js'
import { type Events, gatherHistories, type Histories } from './histories.js'
import { findScale, type Opinion, opinionOf, type Scale, type ScaleOptions } from './scale.js'

/** Customers as sets of items and items as sets of customers: one incidence, with additional columns for its entries. */
export interface Preferences {
  readonly customers: readonly string[]
  readonly items: readonly string[]
  /** Sets are customers, elements are items. */
  readonly incidence: Incidence
  /** For each entry, the number of copies of the item in the customer's bag; 1 in a set. */
  readonly copies: Uint8Array
  /** For each entry, 1 for "disliked", 0 for "liked". */
  readonly disliked: Uint8Array
  /** For each entry, its position in the customer's history, from 0 for the earliest. */
  readonly positions: Uint32Array
  /** For each customer, all items in the input, however rated: they are not recommended again. */
  readonly known: SetCollection
  readonly scale: Scale
  /** Whether histories are in order of time. */
  readonly isTimed: boolean
  /** Events that were repeated later by the same customer for the same item. Only the latest counts. */
  readonly repeated: number
  /** Ratings that are neither liked nor disliked. */
  readonly dropped: number
}

/**
 * Turns events into sets, in both directions. Customers and items keep the order of their first appearance; of two events with
 * the same customer and item the later one counts.
 *
 * @example makePreferences([{ customer: 'Ann', item: 'Alien', rating: 5 }])
 */
export function makePreferences(events: Events, options: ScaleOptions = {}): Preferences {
  const histories = gatherHistories(events)
  const { customers, items, isTimed, repeated } = histories
  const scale = findScale(histories.rating, options)
  return { customers, items, scale, isTimed, repeated, ...gather(histories, scale) }
}

function gather({ customers, items, offsets, item, rating }: Histories, scale: Scale) {
  const count = item.length
  // For each event: its copies (0 if it is dropped), whether it is disliked, and its position among the events that count.
  const copiesOf = new Uint8Array(count)
  const dislikedOf = new Uint8Array(count)
  const positionOf = new Uint32Array(count)
  const opinions = new Map<number, Opinion | undefined>()
  const keptOffsets = new Uint32Array(customers.length + 1)
  for (let customer = 0; customer < customers.length; customer++) {
    let position = 0
    for (let event = offsets[customer]!; event < offsets[customer + 1]!; event++) {
      const stars = rating[event]!
      if (!opinions.has(stars)) opinions.set(stars, opinionOf(scale, Number.isNaN(stars) ? undefined : stars))
      const opinion = opinions.get(stars)
      if (opinion === undefined) continue
      copiesOf[event] = opinion.copies
      dislikedOf[event] = opinion.isDisliked ? 1 : 0
      positionOf[event] = position++
    }
    keptOffsets[customer + 1] = keptOffsets[customer]! + position
  }
  const kept = keptOffsets[customers.length]!
  const elements = new Uint32Array(kept)
  const copies = new Uint8Array(kept)
  const disliked = new Uint8Array(kept)
  const positions = new Uint32Array(kept)
  const known = new Uint32Array(count)
  const next = keptOffsets.slice()
  const nextKnown = offsets.slice()
  visitByItem({ customers, items, offsets, item }, (customer, event) => {
    known[nextKnown[customer]!++] = item[event]!
    if (copiesOf[event] === 0) return
    const entry = next[customer]!++
    elements[entry] = item[event]!
    copies[entry] = copiesOf[event]!
    disliked[entry] = dislikedOf[event]!
    positions[entry] = positionOf[event]!
  })
  const sets = { count: customers.length, offsets: keptOffsets, elements }
  return {
    incidence: makeIncidence(sets, items.length),
    copies,
    disliked,
    positions,
    known: { count: customers.length, offsets, elements: known },
    dropped: count - kept,
  }
}

/** Visits all events in ascending order of item, so that each customer's items are in the order of a set: two counting sorts. */
function visitByItem(
  { customers, items, offsets, item }: Pick<Histories, 'customers' | 'items' | 'offsets' | 'item'>,
  visit: (customer: number, event: number) => void,
): void {
  const next = new Uint32Array(items.length + 1)
  for (let event = 0; event < item.length; event++) next[item[event]! + 1]!++
  for (let number = 0; number < items.length; number++) next[number + 1]! += next[number]!
  const order = new Uint32Array(item.length)
  const owner = new Uint32Array(item.length)
  for (let customer = 0; customer < customers.length; customer++) {
    for (let event = offsets[customer]!; event < offsets[customer + 1]!; event++) {
      const to = next[item[event]!]!++
      order[to] = event
      owner[to] = customer
    }
  }
  for (let at = 0; at < order.length; at++) visit(owner[at]!, order[at]!)
}
