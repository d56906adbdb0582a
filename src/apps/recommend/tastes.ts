import { type Incidence, makeIncidence } from '../../join/incidence.js'
import { InvalidValue } from '../../model/errors.js'
import { findScale, opinionOf, type Scale, type ScaleOptions } from './scale.js'

/** A customer took or rated an item. */
export interface TasteEvent {
  readonly customer: string
  readonly item: string
  /** On any scale; none: a purchase, which counts as liked. */
  readonly rating?: number | undefined
  /** In any unit that grows; none: the order of the events is their order in time. */
  readonly time?: number | undefined
}

/** Customers as sets of items and items as sets of customers: one incidence, with columns beside its entries. */
export interface Tastes {
  readonly customers: readonly string[]
  readonly items: readonly string[]
  /** Sets are customers, elements are items. */
  readonly incidence: Incidence
  /** Of each entry: how many copies of the item are in the customer's bag; 1 in a set. */
  readonly copies: Uint8Array
  /** Of each entry: 1 for "hated", 0 for "liked". */
  readonly hated: Uint8Array
  /** Of each entry: its place in the customer's history, the earliest first, from 0. */
  readonly places: Uint32Array
  /** For each customer all items of the input, whatever became of their ratings: they are not recommended again. */
  readonly known: readonly ReadonlySet<number>[]
  readonly scale: Scale
  /** Whether the order of a history is one in time. */
  readonly isTimed: boolean
  /** Events whose customer and item came again later. The later one counts. */
  readonly repeated: number
  /** Ratings that are neither liked nor hated. */
  readonly dropped: number
}

/** One opinion of a customer, by the number of the item. */
interface Taken {
  readonly item: number
  readonly rating: number | undefined
  readonly time: number
  readonly position: number
}

/**
 * Gathers events into sets both ways. Customers and items keep the order of their first appearance; of two events with
 * the same customer and item the later one counts.
 *
 * @example makeTastes([{ customer: 'Ann', item: 'Alien', rating: 5 }])
 */
export function makeTastes(events: Iterable<TasteEvent>, options: ScaleOptions = {}): Tastes {
  const customers = new Numbering()
  const items = new Numbering()
  const histories: Map<number, Taken>[] = []
  let isTimed = true
  let position = 0
  let repeated = 0
  for (const { customer, item, rating, time } of events) {
    if (rating !== undefined && !Number.isFinite(rating))
      throw new InvalidValue('a rating', rating, position, 'a number, or none for a purchase')
    const taken = { item: items.of(item), rating, time: time ?? position, position }
    if (time === undefined) isTimed = false
    const number = customers.of(customer)
    histories[number] ??= new Map()
    const history = histories[number]
    const before = history.get(taken.item)
    if (before !== undefined) repeated++
    if (before === undefined || before.time <= taken.time) history.set(taken.item, taken)
    position++
  }
  const scale = findScale(ratingsOf(histories), options)
  return {
    ...gather(histories, items.names.length, scale),
    ...{ scale, isTimed, repeated },
    ...namesOf(customers, items),
  }
}

function namesOf(customers: Numbering, items: Numbering): Pick<Tastes, 'customers' | 'items'> {
  return { customers: customers.names, items: items.names }
}

function* ratingsOf(histories: readonly ReadonlyMap<number, Taken>[]): Iterable<number | undefined> {
  for (const history of histories) for (const { rating } of history.values()) yield rating
}

function gather(histories: readonly ReadonlyMap<number, Taken>[], items: number, scale: Scale) {
  const offsets = new Uint32Array(histories.length + 1)
  const elements: number[] = []
  const copies: number[] = []
  const hated: number[] = []
  const places: number[] = []
  let dropped = 0
  histories.forEach((history, customer) => {
    const kept: { item: number; copies: number; isHated: boolean; place: number }[] = []
    for (const { item, rating } of [...history.values()].sort(byTime)) {
      const opinion = opinionOf(scale, rating)
      if (opinion === undefined) dropped++
      else kept.push({ item, ...opinion, place: kept.length })
    }
    for (const entry of kept.sort((one, other) => one.item - other.item)) {
      elements.push(entry.item)
      copies.push(entry.copies)
      hated.push(entry.isHated ? 1 : 0)
      places.push(entry.place)
    }
    offsets[customer + 1] = elements.length
  })
  const sets = { count: histories.length, offsets, elements: Uint32Array.from(elements) }
  return {
    incidence: makeIncidence(sets, items),
    copies: Uint8Array.from(copies),
    hated: Uint8Array.from(hated),
    places: Uint32Array.from(places),
    known: histories.map((history) => new Set(history.keys())),
    dropped,
  }
}

/** By time, then by the order of the input. */
function byTime(one: Taken, other: Taken): number {
  return one.time - other.time || one.position - other.position
}

/** Numbers names 0, 1, 2, … as they come. */
class Numbering {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  of(name: string): number {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      number = this.names.length
      this.#numbers.set(name, number)
      this.names.push(name)
    }
    return number
  }
}
