import type { Preferences } from './preferences.js'

/** How fast a customer's past fades; used only by items, and if events have times. */
export interface Fading {
  /** The weight of an item relative to the next later one in the history, in (0, 1]. Default 0.7. */
  readonly fade: number
  /** The minimum weight of the earliest items in a history, in [0, 1]. Default 0.02. */
  readonly floor: number
}

/** The settings tried: only the last few items count, the last dozens, or all equally. */
export const FADINGS: readonly Fading[] = [
  { fade: 0.7, floor: 0.02 },
  { fade: 0.9, floor: 0.05 },
  { fade: 1, floor: 1 },
]

/** Items and the weight of each. */
export interface WeighedItems {
  readonly items: Uint32Array
  readonly weights: Float64Array
}

/** The items of a customer with their weights, the latest first; disliked items have negative weights. */
export function weighHistory(
  { incidence, positions, disliked, copies }: Preferences,
  customer: number,
  { fade, floor }: Fading,
): WeighedItems {
  const { offsets, elements } = incidence.sets
  const from = offsets[customer]!
  const latestFirst = new Uint32Array(offsets[customer + 1]! - from)
  for (let i = 0; i < latestFirst.length; i++) {
    latestFirst[latestFirst.length - 1 - positions[from + i]!] = from + i
  }
  const items = new Uint32Array(latestFirst.length)
  const weights = new Float64Array(latestFirst.length)
  let freshness = 1
  for (let i = 0; i < latestFirst.length; i++) {
    const entry = latestFirst[i]!
    const weight = (floor + (1 - floor) * freshness) * copies[entry]!
    items[i] = elements[entry]!
    weights[i] = disliked[entry] === 1 ? -weight : weight
    freshness *= fade
  }
  return { items, weights }
}
