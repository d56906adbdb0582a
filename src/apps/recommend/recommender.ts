import { Best } from '../../join/best.js'
import {
  type MakeNeighbourStore,
  NearestIndex,
  type NeighbourStore,
  type Neighbours,
} from '../../join/nearest.js'
import { checkChoice, checkFunction, checkWhole } from '../../model/check.js'
import { InvalidOption, InvalidValue } from '../../model/errors.js'
import { setAt } from '../../model/set-collection.js'
import { customersByGroup, type GroupOptions, groupItems } from './item-groups.js'
import { bagsOf, ITEM_WEIGHTS, ItemComparer, type ItemWeights } from './neighbours.js'
import type { Tastes } from './tastes.js'

/** By what an item is recommended. */
export type RecommendBy = 'items' | 'customers' | 'groups'

/** How fast the past of a customer fades; counts only by items, and where events have times. */
export interface Fading {
  /** What the next earlier item of a history counts beside the one after it, in (0, 1]. Default 0.7. */
  readonly fade: number
  /** What the earliest items of a history count at least, in [0, 1]. Default 0.02. */
  readonly floor: number
}

export interface RecommendOptions extends ItemWeights, Partial<Fading> {
  /**
   * - `'items'` (default): items that are alike to what the customer liked, the latest first of all;
   * - `'customers'`: what the most similar customers liked;
   * - `'groups'`: the same, with customers compared by groups of items.
   */
  readonly by?: RecommendBy
  /** How many similar items speak for each item, or how many similar customers for each customer. Default 100; 25 by groups. */
  readonly neighbours?: number
  /** For `'groups'`. */
  readonly groups?: GroupOptions
  /**
   * Makes the store in which the most similar customers, or items, are found. Default: a `NearestIndex`, in memory. It does
   * not change the result.
   */
  readonly store?: MakeNeighbourStore
}

/** Another item or customer, and how alike they are. */
export interface Alike {
  readonly name: string
  readonly similarity: number
}

/** An item for a customer, and why. */
export interface Recommendation {
  readonly item: string
  /** Comparable inside one list alone; 0 where nothing speaks for it but that it is popular. */
  readonly score: number
  /** What the customer liked and what brought this item up, the weightiest first, with its part of the score. */
  readonly because: readonly { readonly item: string; readonly share: number }[]
  /** Those of the most similar customers who liked it, the most similar first. */
  readonly customers: readonly Alike[]
  /** How many customers liked it. */
  readonly likedBy: number
}

const REASONS = 3
const REASON_CUSTOMERS = 50

/**
 * Recommends items to customers of a collection. What a customer knows already is never recommended; where nothing is
 * left to say, the most popular items fill up, with score 0.
 *
 * @example
 * const recommender = new Recommender(makeTastes(events))
 * recommender.recommend('Ann', 10)[0] // { item: 'Aliens', score: 0.31, because: [{ item: 'Alien', share: 0.8 }], … }
 */
export class Recommender {
  readonly tastes: Tastes
  readonly #options: Required<Omit<RecommendOptions, 'groups' | 'store' | keyof ItemWeights>>
  readonly #comparer: ItemComparer
  readonly #nearItems = new Map<number, Neighbours>()
  readonly #similarCustomers: NeighbourStore
  readonly #similarItems: NeighbourStore
  readonly #customers: Map<string, number>
  readonly #items: Map<string, number>
  /** Of each item: how many liked it. */
  readonly #likedBy: Uint32Array
  #popular: Uint32Array | undefined

  constructor(tastes: Tastes, options: RecommendOptions = {}) {
    const { by = 'items', groups, store = inMemory, ...rest } = options
    checkChoice('by', by, ['items', 'customers', 'groups'])
    const { neighbours = by === 'groups' ? 25 : 100, fade = 0.7, floor = 0.02 } = rest
    checkWhole('neighbours', neighbours, 1, 2 ** 20)
    checkRange('fade', fade, fade > 0 && fade <= 1, 'a number above 0 and at most 1')
    checkRange('floor', floor, floor >= 0 && floor <= 1, 'a number from 0 to 1')
    const { together, apart, shrink } = { ...ITEM_WEIGHTS, ...rest }
    checkRange('together', together, together >= 0, 'a number of 0 and more')
    checkRange('apart', apart, apart > 0, 'a number above 0')
    checkRange('shrink', shrink, shrink >= 0, 'a number of 0 and more')
    this.tastes = tastes
    this.#options = { by, neighbours, fade: tastes.isTimed ? fade : 1, floor }
    this.#comparer = new ItemComparer(tastes, { together, apart, shrink })
    const makeStore = checkFunction('store', store)
    const customerSets = by === 'groups' ? customersByGroup(tastes, groupItems(tastes, groups)) : tastes
    this.#similarCustomers = makeStore(bagsOf(customerSets), 'sets')
    this.#similarItems = makeStore(bagsOf(tastes), 'elements')
    this.#customers = numbersOf(tastes.customers)
    this.#items = numbersOf(tastes.items)
    this.#likedBy = new Uint32Array(tastes.items.length)
    tastes.incidence.sets.elements.forEach((item, entry) => {
      if (tastes.hated[entry] === 0) this.#likedBy[item]!++
    })
  }

  /** The best items for a customer, at most `most` (default 10). Throws `InvalidValue` for an unknown customer. */
  recommend(customer: string, most = 10): Recommendation[] {
    const number = numberOf(this.#customers, 'the customer', customer)
    const { numbers, scores } = this.#top(number, checkWhole('most', most, 1, 2 ** 20))
    const { by, neighbours } = this.#options
    const near = this.#nearCustomers(number, by === 'items' ? REASON_CUSTOMERS : neighbours)
    return Array.from(numbers, (item, i) => ({
      item: this.tastes.items[item]!,
      score: scores[i]!,
      because: this.#because(number, item, scores[i]!, near),
      customers: this.#likers(near, item),
      likedBy: this.#likedBy[item]!,
    }))
  }

  /** The numbers of the best items alone, for those who measure. */
  recommendNumbers(customer: number, most: number, fading: Fading = this.#options): Uint32Array {
    return this.#top(customer, most, fading).numbers
  }

  /** The items whose customers are most like those of an item, by plain Jaccard similarity; at most `most` (default 10). */
  similarItems(item: string, most = 10): Alike[] {
    const number = numberOf(this.#items, 'the item', item)
    return listAlike(this.tastes.items, this.#similarItems.nearest(number, most))
  }

  /** The customers whose sets are most like that of a customer, by plain Jaccard similarity, or by that of groups. */
  similarCustomers(customer: string, most = 10): Alike[] {
    const number = numberOf(this.#customers, 'the customer', customer)
    return listAlike(this.tastes.customers, this.#nearCustomers(number, most))
  }

  #top(
    customer: number,
    most: number,
    fading: Fading = this.#options,
  ): { numbers: Uint32Array; scores: Float64Array } {
    const known = this.tastes.known[customer]!
    const best = new Best(most)
    const scores =
      this.#options.by === 'items' ? this.#byItems(customer, fading) : this.#byCustomers(customer)
    for (const [item, score] of scores) if (score > 0 && !known.has(item)) best.offer(item, score)
    const found = best.list()
    if (found.numbers.length === most) return found
    const taken = new Set(found.numbers)
    const filling = this.#mostPopular().filter((item) => !known.has(item) && !taken.has(item))
    const numbers = Uint32Array.of(...found.numbers, ...filling.subarray(0, most - found.numbers.length))
    const all = new Float64Array(numbers.length)
    all.set(found.scores)
    return { numbers, scores: all }
  }

  /** Every item of the history speaks for its neighbours, a hated one against them. */
  #byItems(customer: number, fading: Fading): Map<number, number> {
    const scores = new Map<number, number>()
    this.#visitHistory(customer, fading, (item, weight) => {
      const { numbers, similarity } = this.#nearTo(item)
      for (let i = 0; i < numbers.length; i++) {
        const other = numbers[i]!
        scores.set(other, (scores.get(other) ?? 0) + weight * similarity[i]!)
      }
    })
    return scores
  }

  #byCustomers(customer: number): Map<number, number> {
    const { incidence, hated, copies } = this.tastes
    const { sets } = incidence
    const scores = new Map<number, number>()
    const { numbers, similarity } = this.#nearCustomers(customer, this.#options.neighbours)
    for (let i = 0; i < numbers.length; i++) {
      const other = numbers[i]!
      for (let entry = sets.offsets[other]!; entry < sets.offsets[other + 1]!; entry++) {
        const item = sets.elements[entry]!
        const part = similarity[i]! * copies[entry]! * (hated[entry] === 1 ? -1 : 1)
        scores.set(item, (scores.get(item) ?? 0) + part)
      }
    }
    return scores
  }

  /** Calls `visit` with each item of a customer and what it counts, the latest first. */
  #visitHistory(
    customer: number,
    { fade, floor }: Fading,
    visit: (item: number, weight: number) => void,
  ): void {
    const { incidence, places, hated, copies } = this.tastes
    const { offsets, elements } = incidence.sets
    const from = offsets[customer]!
    const latestFirst = new Uint32Array(offsets[customer + 1]! - from)
    for (let i = 0; i < latestFirst.length; i++) {
      latestFirst[latestFirst.length - 1 - places[from + i]!] = from + i
    }
    let freshness = 1
    for (const entry of latestFirst) {
      const weight = (floor + (1 - floor) * freshness) * copies[entry]!
      visit(elements[entry]!, hated[entry] === 1 ? -weight : weight)
      freshness *= fade
    }
  }

  /** By items: what each item of the history gave. By customers: what those who liked it share with the customer. */
  #because(customer: number, item: number, score: number, near: Neighbours): Recommendation['because'] {
    if (score <= 0) return []
    const parts = new Map<number, number>()
    const add = (own: number, part: number) => parts.set(own, (parts.get(own) ?? 0) + part)
    if (this.#options.by === 'items') {
      this.#visitHistory(customer, this.#options, (own, weight) => {
        const { numbers, similarity } = this.#nearTo(own)
        const at = weight > 0 ? numbers.indexOf(item) : -1
        if (at >= 0) add(own, weight * similarity[at]!)
      })
    } else {
      const { sets } = this.tastes.incidence
      const own = new Set(setAt(sets, customer))
      const likers = this.#likersOf(item)
      near.numbers.forEach((other, i) => {
        if (!likers.has(other)) return
        for (const shared of setAt(sets, other)) if (own.has(shared)) add(shared, near.similarity[i]!)
      })
    }
    const total = Array.from(parts.values()).reduce((sum, part) => sum + part, 0)
    return [...parts]
      .sort(([one, part], [other, otherPart]) => otherPart - part || one - other)
      .slice(0, REASONS)
      .map(([own, part]) => ({ item: this.tastes.items[own]!, share: part / total }))
  }

  #likers({ numbers, similarity }: Neighbours, item: number): Alike[] {
    const likers = this.#likersOf(item)
    return Array.from(numbers, (customer, i) => ({ customer, similarity: similarity[i]! }))
      .filter(({ customer }) => likers.has(customer))
      .slice(0, REASONS)
      .map((one) => ({ name: this.tastes.customers[one.customer]!, similarity: one.similarity }))
  }

  #likersOf(item: number): Set<number> {
    const { incidence, hated } = this.tastes
    const { starts, entries, setOf } = incidence
    const likers = new Set<number>()
    for (const entry of entries.subarray(starts[item]!, starts[item + 1]!)) {
      if (hated[entry] === 0) likers.add(setOf[entry]!)
    }
    return likers
  }

  #nearTo(item: number): Neighbours {
    let near = this.#nearItems.get(item)
    if (near === undefined) {
      near = this.#comparer.nearest(item, this.#options.neighbours)
      this.#nearItems.set(item, near)
    }
    return near
  }

  #nearCustomers(customer: number, most: number): Neighbours {
    return this.#similarCustomers.nearest(customer, most)
  }

  #mostPopular(): Uint32Array {
    this.#popular ??= Uint32Array.from(this.#likedBy, (_, item) => item).sort(
      (one, other) => this.#likedBy[other]! - this.#likedBy[one]! || one - other,
    )
    return this.#popular
  }
}

const inMemory: MakeNeighbourStore = (bags, side) => new NearestIndex(bags, side)

function listAlike(names: readonly string[], { numbers, similarity }: Neighbours): Alike[] {
  return Array.from(numbers, (number, i) => ({ name: names[number]!, similarity: similarity[i]! }))
}

function numbersOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, number) => [name, number]))
}

function numberOf(numbers: ReadonlyMap<string, number>, what: string, name: string): number {
  const number = numbers.get(name)
  if (number === undefined) throw new InvalidValue(what, name, undefined, 'one that the ratings name')
  return number
}

function checkRange(option: string, value: number, isRight: boolean, expected: string): void {
  if (!isRight || !Number.isFinite(value)) throw new InvalidOption(option, value, expected)
}
