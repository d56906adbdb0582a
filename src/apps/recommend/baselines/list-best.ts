import { Best } from '../../../join/best.js'
import { setAt } from '../../../model/set-collection.js'
import type { Preferences } from '../preferences.js'

/** The items with the best scores, without those that the customer knows and those that nobody took. */
export function listBest(
  { incidence, known }: Preferences,
  customer: number,
  limit: number,
  scores: Float64Array,
): Uint32Array {
  const { starts, universe } = incidence
  const own = new Set(setAt(known, customer))
  const best = new Best(Math.min(limit, universe))
  for (let item = 0; item < universe; item++) {
    if (starts[item + 1]! > starts[item]! && !own.has(item)) best.offer(item, scores[item]!)
  }
  return best.list().numbers
}
