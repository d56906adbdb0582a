import { InvalidValue } from '../../model/errors.js'

/** A customer took or rated an item. */
export interface RatingEvent {
  readonly customer: string
  readonly item: string
  /** On any scale; undefined: a purchase, which counts as liked. */
  readonly rating?: number | undefined
  /** In any unit that increases; undefined: events are in order of time. */
  readonly time?: number | undefined
}

/** The events of every customer in order of time, as columns with one entry per event. */
export interface Histories {
  readonly customers: readonly string[]
  readonly items: readonly string[]
  /** The events of customer c are `offsets[c] … offsets[c + 1] - 1`, the earliest first; no item occurs twice. */
  readonly offsets: Uint32Array
  /** The item of each event. */
  readonly item: Uint32Array
  /** The rating of each event; NaN for a purchase. */
  readonly rating: Float64Array
  /** Whether histories are in order of time. */
  readonly isTimed: boolean
  /** Events that were repeated later by the same customer for the same item. Only the latest counts. */
  readonly repeated: number
}

/** Events from a caller, or histories built from them before. */
export type Events = Iterable<RatingEvent> | Histories

/**
 * Groups events by customer and orders them by time, then by input order. Customers and items keep the order of their first
 * appearance; of two events with the same customer and item the later one counts. Throws `InvalidValue` for a rating that is
 * not a finite number.
 *
 * @example gatherHistories([{ customer: 'Ann', item: 'Alien', rating: 5 }])
 */
export function gatherHistories(events: Events): Histories {
  if ('offsets' in events) return events
  const builder = new HistoryBuilder()
  for (const { customer, item, rating, time } of events) builder.add(customer, item, rating, time)
  return builder.finish()
}

/** Builds histories from events added one by one. */
export class HistoryBuilder {
  readonly #customers = new Numbering()
  readonly #items = new Numbering()
  #customer = new Uint32Array(1024)
  #item = new Uint32Array(1024)
  #rating = new Float64Array(1024)
  #time = new Float64Array(1024)
  #count = 0
  #isTimed = true

  /** The number of events added. */
  get count(): number {
    return this.#count
  }

  add(customer: string, item: string, rating?: number, time?: number): void {
    const at = this.#count
    if (rating !== undefined && !Number.isFinite(rating))
      throw new InvalidValue('a rating', rating, at, 'a number, or none for a purchase')
    if (at === this.#item.length) this.#grow()
    this.#customer[at] = this.#customers.of(customer)
    this.#item[at] = this.#items.of(item)
    this.#rating[at] = rating ?? Number.NaN
    this.#time[at] = time ?? at
    if (time === undefined) this.#isTimed = false
    this.#count++
  }

  finish(): Histories {
    const count = this.#count
    const customers = this.#customers.names
    const items = this.#items.names
    const order = this.#orderByCustomerAndTime(customers.length)
    const offsets = new Uint32Array(customers.length + 1)
    // The later of two events with the same item is kept, so histories are read from the end.
    const seenBy = new Uint32Array(items.length)
    const isDropped = new Uint8Array(count)
    let repeated = 0
    for (let at = count - 1; at >= 0; at--) {
      const event = order[at]!
      const customer = this.#customer[event]!
      const item = this.#item[event]!
      if (seenBy[item] === customer + 1) {
        isDropped[at] = 1
        repeated++
      } else {
        seenBy[item] = customer + 1
        offsets[customer + 1]!++
      }
    }
    for (let customer = 0; customer < customers.length; customer++)
      offsets[customer + 1]! += offsets[customer]!
    const item = new Uint32Array(count - repeated)
    const rating = new Float64Array(count - repeated)
    for (let at = 0, to = 0; at < count; at++) {
      if (isDropped[at] === 1) continue
      item[to] = this.#item[order[at]!]!
      rating[to++] = this.#rating[order[at]!]!
    }
    return { customers, items, offsets, item, rating, isTimed: this.#isTimed, repeated }
  }

  /** The numbers of all events, by customer, then by time, then in input order. */
  #orderByCustomerAndTime(customers: number): Uint32Array {
    const count = this.#count
    const time = this.#time
    const ends = new Uint32Array(customers + 1)
    for (let event = 0; event < count; event++) ends[this.#customer[event]! + 1]!++
    for (let customer = 0; customer < customers; customer++) ends[customer + 1]! += ends[customer]!
    const order = new Uint32Array(count)
    // Afterwards ends[c] is the end of customer c.
    for (let event = 0; event < count; event++) order[ends[this.#customer[event]!]!++] = event
    for (let customer = 0, from = 0; customer < customers; customer++) {
      const end = ends[customer]!
      let isOrdered = true
      for (let at = from + 1; at < end && isOrdered; at++)
        isOrdered = time[order[at - 1]!]! <= time[order[at]!]!
      if (!isOrdered) order.subarray(from, end).sort((one, two) => time[one]! - time[two]! || one - two)
      from = end
    }
    return order
  }

  #grow(): void {
    const size = 2 * this.#item.length
    const grown = <Column extends Uint32Array | Float64Array>(longer: Column, column: Column): Column => {
      longer.set(column)
      return longer
    }
    this.#customer = grown(new Uint32Array(size), this.#customer)
    this.#item = grown(new Uint32Array(size), this.#item)
    this.#rating = grown(new Float64Array(size), this.#rating)
    this.#time = grown(new Float64Array(size), this.#time)
  }
}

/** Numbers names 0, 1, 2, … in order of first appearance. */
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
