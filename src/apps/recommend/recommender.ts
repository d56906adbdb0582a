import { Best } from '../../join/best.js'
import {
  type MakeNeighborStore,
  NearestIndex,
  type NeighborStore,
  type Neighbors,
} from '../../join/nearest.js'
import { checkFunction, checkWhole } from '../../model/check.js'
import { InvalidValue } from '../../model/errors.js'
import { setAt } from '../../model/set-collection.js'
import { type Fading, weighHistory } from './fading.js'
import { customersByGroup, groupItems } from './item-groups.js'
import { bagsOf, ItemComparer, type ItemWeights } from './neighbors.js'
import type { Preferences } from './preferences.js'
import {
  checkRecommendOptions,
  type Recommendation,
  type RecommendOptions,
  type SimilarName,
} from './recommend-options.js'
import { byPopularity, Scores } from './scores.js'

const REASONS = 3
const REASON_CUSTOMERS = 50

/**
 * Recommends items to customers of a collection. Items that a customer already has are never recommended. The most popular
 * items fill up the list, with a score of 0.
 *
 * @example
 * const recommender = new Recommender(makePreferences(events))
 * recommender.recommend('Ann', 10)[0] // { item: 'Aliens', score: 0.31, because: [{ item: 'Alien', share: 0.8 }], … }
 */
export class Recommender {
  readonly preferences: Preferences
  readonly #options: Required<Omit<RecommendOptions, 'groups' | 'store' | keyof ItemWeights>>
  readonly #comparer: ItemComparer
  readonly #nearItems: (Neighbors | undefined)[] = []
  readonly #similarCustomers: NeighborStore
  readonly #similarItems: NeighborStore
  readonly #customers: Map<string, number>
  readonly #items: Map<string, number>
  /** For each item, the number of customers who liked it. */
  readonly #likedBy: Uint32Array
  /** The score of each item; all 0 between queries. */
  readonly #scores: Scores
  /** For each item, 1 + the last queried customer who knows it. */
  readonly #knownBy: Uint32Array
  /** For each item, its rank among the recommendations, from 1; all 0 between queries. */
  readonly #rankOf: Uint32Array
  #popular: Uint32Array | undefined

  constructor(preferences: Preferences, options: RecommendOptions = {}) {
    const { groups, store = inMemory } = options
    const { by, neighbors, fade, floor, weights } = checkRecommendOptions(options)
    this.preferences = preferences
    this.#options = { by, neighbors, fade: preferences.isTimed ? fade : 1, floor }
    this.#comparer = new ItemComparer(preferences, weights)
    const makeStore = checkFunction('store', store)
    const customerSets =
      by === 'groups' ? customersByGroup(preferences, groupItems(preferences, groups)) : preferences
    this.#similarCustomers = makeStore(bagsOf(customerSets), 'sets')
    this.#similarItems = makeStore(bagsOf(preferences), 'elements')
    this.#customers = numbersOf(preferences.customers)
    this.#items = numbersOf(preferences.items)
    this.#scores = new Scores(preferences.items.length)
    this.#knownBy = new Uint32Array(preferences.items.length)
    this.#rankOf = new Uint32Array(preferences.items.length)
    this.#likedBy = new Uint32Array(preferences.items.length)
    preferences.incidence.sets.elements.forEach((item, entry) => {
      if (preferences.disliked[entry] === 0) this.#likedBy[item]!++
    })
  }

  /** The best items for a customer, at most `limit` (default 10). Throws `InvalidValue` for an unknown customer. */
  recommend(customer: string, limit = 10): Recommendation[] {
    const number = numberOf(this.#customers, 'the customer', customer)
    const { numbers, scores } = this.#top(number, checkWhole('limit', limit, 1, 2 ** 20))
    const { by, neighbors } = this.#options
    const near = this.#nearCustomers(number, by === 'items' ? REASON_CUSTOMERS : neighbors)
    const because = this.#because(number, numbers, scores, near)
    return Array.from(numbers, (item, i) => ({
      item: this.preferences.items[item]!,
      score: scores[i]!,
      because: because[i]!,
      customers: this.#likers(near, item),
      likedBy: this.#likedBy[item]!,
    }))
  }

  /** Returns only the numbers of the best items, for evaluation. */
  recommendNumbers(customer: number, limit: number, fading: Fading = this.#options): Uint32Array {
    return this.#top(customer, limit, fading).numbers
  }

  /** The items with the most similar customers, by plain Jaccard similarity; at most `limit` (default 10). */
  similarItems(item: string, limit = 10): SimilarName[] {
    const number = numberOf(this.#items, 'the item', item)
    return listSimilar(this.preferences.items, this.#similarItems.nearest(number, limit))
  }

  /** The customers with the most similar sets, by plain Jaccard similarity, or by that of groups. */
  similarCustomers(customer: string, limit = 10): SimilarName[] {
    const number = numberOf(this.#customers, 'the customer', customer)
    return listSimilar(this.preferences.customers, this.#nearCustomers(number, limit))
  }

  #top(
    customer: number,
    max: number,
    fading: Fading = this.#options,
  ): { numbers: Uint32Array; scores: Float64Array } {
    const scores = this.#scores
    if (this.#options.by === 'items') this.#addItems(customer, fading)
    else this.#addCustomers(customer)
    const knownBy = this.#knownBy
    for (const item of setAt(this.preferences.known, customer)) knownBy[item] = customer + 1
    const best = new Best(Math.min(max, scores.count))
    scores.drain((item, score) => {
      if (score > 0 && knownBy[item] !== customer + 1) best.offer(item, score)
    })
    const found = best.list()
    const missing = max - found.numbers.length
    if (missing === 0) return found
    const taken = new Set(found.numbers)
    const filling: number[] = []
    for (const item of this.#mostPopular()) {
      if (filling.length === missing) break
      if (knownBy[item] !== customer + 1 && !taken.has(item)) filling.push(item)
    }
    const numbers = Uint32Array.of(...found.numbers, ...filling)
    const all = new Float64Array(numbers.length)
    all.set(found.scores)
    return { numbers, scores: all }
  }

  /** Every item of the history counts for its neighbors, or against them if it is disliked. */
  #addItems(customer: number, fading: Fading): void {
    const { items, weights } = weighHistory(this.preferences, customer, fading)
    for (let i = 0; i < items.length; i++) {
      const { numbers, similarity } = this.#nearTo(items[i]!)
      this.#scores.addAll(numbers, similarity, weights[i]!)
    }
  }

  #addCustomers(customer: number): void {
    const { incidence, disliked, copies } = this.preferences
    const { sets } = incidence
    const { numbers, similarity } = this.#nearCustomers(customer, this.#options.neighbors)
    for (let i = 0; i < numbers.length; i++) {
      const other = numbers[i]!
      for (let entry = sets.offsets[other]!; entry < sets.offsets[other + 1]!; entry++) {
        const part = similarity[i]! * copies[entry]! * (disliked[entry] === 1 ? -1 : 1)
        this.#scores.add(sets.elements[entry]!, part)
      }
    }
  }

  /**
   * For each recommended item: by items, what each item of the history contributed; by customers, what those who liked it
   * have in common with the customer.
   */
  #because(
    customer: number,
    recommended: Uint32Array,
    scores: Float64Array,
    near: Neighbors,
  ): Recommendation['because'][] {
    const parts = Array.from(recommended, () => new Map<number, number>())
    const add = (at: number, own: number, part: number) =>
      parts[at]!.set(own, (parts[at]!.get(own) ?? 0) + part)
    if (this.#options.by === 'items') {
      const rankOf = this.#rankOf
      recommended.forEach((item, at) => {
        rankOf[item] = at + 1
      })
      const { items, weights } = weighHistory(this.preferences, customer, this.#options)
      for (let at = 0; at < items.length; at++) {
        if (weights[at]! <= 0) continue
        const { numbers, similarity } = this.#nearTo(items[at]!)
        for (let i = 0; i < numbers.length; i++) {
          const rank = rankOf[numbers[i]!]!
          if (rank > 0) add(rank - 1, items[at]!, weights[at]! * similarity[i]!)
        }
      }
      for (const item of recommended) rankOf[item] = 0
    } else {
      const { sets } = this.preferences.incidence
      const own = new Set(setAt(sets, customer))
      near.numbers.forEach((other, i) => {
        const shared = setAt(sets, other).filter((item) => own.has(item))
        recommended.forEach((item, at) => {
          if (this.#likes(other, item)) for (const one of shared) add(at, one, near.similarity[i]!)
        })
      })
    }
    return parts.map((part, at) => (scores[at]! > 0 ? this.#weightiest(part) : []))
  }

  #weightiest(parts: ReadonlyMap<number, number>): Recommendation['because'] {
    const total = Array.from(parts.values()).reduce((sum, part) => sum + part, 0)
    return [...parts]
      .sort(([one, part], [other, otherPart]) => otherPart - part || one - other)
      .slice(0, REASONS)
      .map(([own, part]) => ({ item: this.preferences.items[own]!, share: part / total }))
  }

  #likers({ numbers, similarity }: Neighbors, item: number): SimilarName[] {
    const likers: SimilarName[] = []
    for (let i = 0; i < numbers.length && likers.length < REASONS; i++) {
      const customer = numbers[i]!
      if (this.#likes(customer, item))
        likers.push({ name: this.preferences.customers[customer]!, similarity: similarity[i]! })
    }
    return likers
  }

  /** Whether a customer liked an item, by binary search in the customer's set. */
  #likes(customer: number, item: number): boolean {
    const { offsets, elements } = this.preferences.incidence.sets
    let from = offsets[customer]!
    let end = offsets[customer + 1]!
    while (from < end) {
      const middle = (from + end) >>> 1
      if (elements[middle]! < item) from = middle + 1
      else end = middle
    }
    return from < offsets[customer + 1]! && elements[from] === item && this.preferences.disliked[from] === 0
  }

  #nearTo(item: number): Neighbors {
    this.#nearItems[item] ??= this.#comparer.nearest(item, this.#options.neighbors)
    return this.#nearItems[item]
  }

  #nearCustomers(customer: number, max: number): Neighbors {
    return this.#similarCustomers.nearest(customer, max)
  }

  #mostPopular(): Uint32Array {
    this.#popular ??= byPopularity(this.#likedBy)
    return this.#popular
  }
}

const inMemory: MakeNeighborStore = (bags, side) => new NearestIndex(bags, side)

function listSimilar(names: readonly string[], { numbers, similarity }: Neighbors): SimilarName[] {
  return Array.from(numbers, (number, i) => ({ name: names[number]!, similarity: similarity[i]! }))
}

function numbersOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, number) => [name, number]))
}

function numberOf(numbers: ReadonlyMap<string, number>, what: string, name: string): number {
  const number = numbers.get(name)
  if (number === undefined) throw new InvalidValue(what, name, undefined, 'a name that occurs in the ratings')
  return number
}
