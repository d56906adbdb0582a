import type { PairBatch } from '../model/pair.js'

/** The number of similarity ranges from which pairs are chosen in turn. */
const STEPS = 20

/**
 * Pairs in the order in which a report shows their texts: one from each range of similarity in turn, starting with the range at the
 * threshold, so that readers see borderline pairs as well as certain ones, however many there are of each. Within a range, pairs are
 * spread over the input.
 */
export function* orderToShow({ count, similarity }: PairBatch, threshold: number): Iterable<number> {
  const width = (1 - threshold) / STEPS || 1
  const steps: number[][] = Array.from({ length: STEPS }, () => [])
  for (let i = 0; i < count; i++) {
    const step = Math.floor((similarity[i]! - threshold) / width)
    steps[Math.min(Math.max(step, 0), STEPS - 1)]!.push(i)
  }
  const longest = Math.max(...steps.map((step) => step.length))
  const spread = steps.map((step) => spreadOut(step.length))
  for (let turn = 0; turn < longest; turn++) {
    for (const [at, step] of steps.entries()) {
      if (turn < step.length) yield step[spread[at]!(turn)]!
    }
  }
}

/** The positions below `count`, each once, in an order that keeps neighbors far apart: steps of the golden ratio. */
function spreadOut(count: number): (turn: number) => number {
  let stride = Math.max(Math.round(count * 0.618), 1)
  while (greatestCommonDivisor(stride, count) > 1) stride++
  return (turn) => (turn * stride) % count
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
