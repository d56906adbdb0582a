/** The number of pairs with scores from `from` up to the next `from`; the last bin includes 1. */
export interface ScoreBin {
  readonly from: number
  readonly pairs: number
}

const BINS = 20

/** Scores in [0, 1], in bins of a twentieth. */
export function scoreHistogram(scores: Float64Array): ScoreBin[] {
  const counts = new Float64Array(BINS)
  for (const score of scores) counts[binOf(score)]!++
  return Array.from(counts, (pairs, bin) => ({ from: bin / BINS, pairs }))
}

function binOf(score: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor(score * BINS)))
}
