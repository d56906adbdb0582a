import type { Preferences } from './preferences.js'

/** How fast the past of a customer fades; counts only by items, and where events have times. */
export interface Fading {
  /** What the next earlier item of a history counts beside the one after it, in (0, 1]. Default 0.7. */
  readonly fade: number
  /** What the earliest items of a history count at least, in [0, 1]. Default 0.02. */
  readonly floor: number
}

/** What is tried: the last few items count, the last dozens, or all alike. */
export const FADINGS: readonly Fading[] = [
  { fade: 0.7, floor: 0.02 },
  { fade: 0.9, floor: 0.05 },
  { fade: 1, floor: 1 },
]

/** Calls `visit` with each item of a customer and what it counts, the latest first; what is disliked counts below 0. */
export function weighHistory(
  { incidence, positions, disliked, copies }: Preferences,
  customer: number,
  { fade, floor }: Fading,
  visit: (item: number, weight: number) => void,
): void {
  const { offsets, elements } = incidence.sets
  const from = offsets[customer]!
  const latestFirst = new Uint32Array(offsets[customer + 1]! - from)
  for (let i = 0; i < latestFirst.length; i++) {
    latestFirst[latestFirst.length - 1 - positions[from + i]!] = from + i
  }
  let freshness = 1
  for (const entry of latestFirst) {
    const weight = (floor + (1 - floor) * freshness) * copies[entry]!
    visit(elements[entry]!, disliked[entry] === 1 ? -weight : weight)
    freshness *= fade
  }
}
