// What a recommender is measured against: the most popular items, and the usual item–item cosine similarity.

import { Best } from '../../../join/best.js'
import { NearestIndex, type Neighbors } from '../../../join/nearest.js'
import { setAt } from '../../../model/set-collection.js'
import { type Fading, weighHistory } from '../fading.js'
import type { Preferences } from '../preferences.js'
import { byPopularity, Scores } from '../scores.js'
import type { ListItems } from './list-items.js'

/** The most popular items that the customer does not know. */
export function mostPopular({ incidence, known }: Preferences): ListItems {
  const { starts, universe } = incidence
  const order = byPopularity(
    Uint32Array.from({ length: universe }, (_, item) => starts[item + 1]! - starts[item]!),
  )
  return (customer, limit) => {
    const own = new Set(setAt(known, customer))
    const list: number[] = []
    for (const item of order) {
      if (list.length === limit) break
      if (!own.has(item)) list.push(item)
    }
    return Uint32Array.from(list)
  }
}

/**
 * Item–item cosine: items as 0/1 vectors of customers, shared / √(one · other). Each item of a customer votes for its
 * `neighbors` nearest items with its similarity; with fading, the latest items of a customer weigh most.
 */
export function itemCosine(preferences: Preferences, neighbors: number, fading?: Fading): ListItems {
  const { incidence } = preferences
  const index = new NearestIndex({ incidence }, 'elements', 'cosine')
  const near: (Neighbors | undefined)[] = []
  const scores = new Scores(incidence.universe)
  const none = { fade: 1, floor: 1 }
  return (customer, limit) => {
    const used = preferences.isTimed ? (fading ?? none) : none
    const { items, weights } = weighHistory(preferences, customer, used)
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!
      near[item] ??= index.nearest(item, neighbors)
      scores.addAll(near[item].numbers, near[item].similarity, Math.abs(weights[i]!))
    }
    return bestUnknown(preferences, customer, limit, scores)
  }
}

/** The items with the best scores above 0 that a customer does not know. */
function bestUnknown({ known }: Preferences, customer: number, limit: number, scores: Scores): Uint32Array {
  const own = new Set(setAt(known, customer))
  const best = new Best(Math.min(limit, scores.count))
  scores.drain((item, score) => {
    if (score > 0 && !own.has(item)) best.offer(item, score)
  })
  return best.list().numbers
}
