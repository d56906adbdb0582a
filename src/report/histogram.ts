import type { HistogramBin } from '../plan/similarity-histogram.js'

const STEPS = 100

/** Counts pairs by similarity, from 0 to 1 in bins of equal width. */
export class Histogram {
  readonly counts: number[] = new Array<number>(STEPS).fill(0)

  add(similarity: number): void {
    this.counts[Math.min(Math.floor(similarity * STEPS), STEPS - 1)]!++
  }
}

/** The estimated pairs below a similarity, in the same bins; within a bin of the estimate, pairs are spread evenly. */
export function histogramBelow(
  bins: readonly Pick<HistogramBin, 'from' | 'to' | 'pairs'>[],
  end: number,
): number[] {
  const counts = new Array<number>(STEPS).fill(0)
  for (const { from, to, pairs } of bins) {
    for (let i = Math.floor(from * STEPS); i < STEPS && i / STEPS < Math.min(to, end); i++) {
      const overlap = Math.min((i + 1) / STEPS, to, end) - Math.max(i / STEPS, from)
      if (overlap > 0) counts[i]! += (pairs * overlap) / (to - from)
    }
  }
  return counts
}
