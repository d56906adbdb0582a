import { editDistance } from './edit.js'

/** The known name that looks most like the given one, if any does: at most half of its letters apart. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.ceil(given.length / 2)) + 1
  for (const name of known) {
    const distance = editDistance(given.slice(0, 100), name)
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}
