// What a recommender is measured against: the most popular items, and the usual item–item cosine similarity.

import { Best } from '../../join/best.js'
import { NearestIndex, type Neighbours } from '../../join/nearest.js'
import { setAt } from '../../model/set-collection.js'
import type { Tastes } from './tastes.js'

/** A list of items for a customer, by numbers. */
export type ListItems = (customer: number, most: number) => Uint32Array

/** The items that most customers took and that the customer does not know. */
export function mostPopular({ incidence, known }: Tastes): ListItems {
  const { starts, universe } = incidence
  const holders = (item: number) => starts[item + 1]! - starts[item]!
  const order = Uint32Array.from({ length: universe }, (_, item) => item).sort(
    (one, other) => holders(other) - holders(one) || one - other,
  )
  return (customer, most) => {
    const list: number[] = []
    for (const item of order) {
      if (list.length === most) break
      if (!known[customer]!.has(item)) list.push(item)
    }
    return Uint32Array.from(list)
  }
}

/**
 * Item–item cosine: items as vectors of customers, 1 or 0, shared / √(one · other); each item of a customer votes with its
 * similarity for its `neighbours` nearest items.
 */
export function itemCosine({ incidence, known }: Tastes, neighbours: number): ListItems {
  const { sets } = incidence
  const index = new NearestIndex({ incidence }, 'elements', 'cosine')
  const near = new Map<number, Neighbours>()
  const nearTo = (item: number) => {
    const list = near.get(item) ?? index.nearest(item, neighbours)
    near.set(item, list)
    return list
  }
  return (customer, most) => {
    const scores = new Map<number, number>()
    for (const item of setAt(sets, customer)) {
      const { numbers, similarity } = nearTo(item)
      numbers.forEach((other, i) => {
        scores.set(other, (scores.get(other) ?? 0) + similarity[i]!)
      })
    }
    const best = new Best(most)
    for (const [item, score] of scores) if (!known[customer]!.has(item)) best.offer(item, score)
    return best.list().numbers
  }
}
