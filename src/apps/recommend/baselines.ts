// What a recommender is measured against: the most popular items, and the usual item–item cosine similarity.

import { Best } from '../../join/best.js'
import { visitElementsAlike } from '../../join/incidence.js'
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
  const { starts, sets, universe } = incidence
  const holders = (item: number) => starts[item + 1]! - starts[item]!
  const shared = new Float64Array(universe)
  const near = new Map<number, ReturnType<Best['list']>>()
  const nearTo = (item: number) => {
    let list = near.get(item)
    if (list !== undefined) return list
    const met: number[] = []
    visitElementsAlike(incidence, item, (other) => {
      if (shared[other] === 0) met.push(other)
      shared[other]!++
    })
    const best = new Best(neighbours)
    for (const other of met) {
      best.offer(other, shared[other]! / Math.sqrt(holders(item) * holders(other)))
      shared[other] = 0
    }
    list = best.list()
    near.set(item, list)
    return list
  }
  return (customer, most) => {
    const scores = new Map<number, number>()
    for (const item of sets.elements.subarray(sets.offsets[customer]!, sets.offsets[customer + 1]!)) {
      const { numbers, scores: similarities } = nearTo(item)
      numbers.forEach((other, i) => {
        scores.set(other, (scores.get(other) ?? 0) + similarities[i]!)
      })
    }
    const best = new Best(most)
    for (const [item, score] of scores) if (!known[customer]!.has(item)) best.offer(item, score)
    return best.list().numbers
  }
}
