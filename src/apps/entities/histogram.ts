/** How many pairs have scores from `from` up to the next `from`; the last bin holds 1 itself too. */
export interface HistogramBin {
  readonly from: number
  readonly pairs: number
}

const BINS = 20
/** Where the walk down begins, and what is taken where no valley comes. */
const SLOPE = 0.4
const NO_VALLEY = 0.8

/** Scores in [0, 1], in bins of a twentieth. */
export function scoreHistogram(scores: Float64Array): HistogramBin[] {
  const counts = new Float64Array(BINS)
  for (const score of scores) counts[binOf(score)]!++
  return Array.from(counts, (pairs, bin) => ({ from: bin / BINS, pairs }))
}

/**
 * The threshold at the valley of a histogram: most candidates make a mountain at its lower end, matches a hill at the
 * upper one; from 0.4 on it goes down as long as the mean of three bins falls. 0.8 where it never rises again.
 */
export function valleyThreshold(bins: readonly HistogramBin[]): number {
  const smooth = bins.map((_, bin) => {
    const near = bins.slice(Math.max(0, bin - 1), bin + 2)
    return near.reduce((sum, { pairs }) => sum + pairs, 0) / near.length
  })
  let valley = Math.floor(SLOPE * bins.length)
  while (valley + 1 < bins.length && smooth[valley + 1]! <= smooth[valley]!) valley++
  return valley === bins.length - 1 ? NO_VALLEY : bins[valley]!.from
}

function binOf(score: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor(score * BINS)))
}
