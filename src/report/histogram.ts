const STEPS = 100

/** Counts pairs by similarity, from 0 to 1 in bins of equal width. */
export class Histogram {
  readonly counts: number[] = new Array<number>(STEPS).fill(0)

  add(similarity: number): void {
    this.counts[Math.min(Math.floor(similarity * STEPS), STEPS - 1)]!++
  }
}
