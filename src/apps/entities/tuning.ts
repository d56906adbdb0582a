/**
 * Constants for comparing records that were chosen by experiment, gathered here so that a benchmark can try other values on
 * one part of labeled data and report on another (bench/cases/match.js). Users have no reason to change them.
 */
export interface Tuning {
  /** The minimum Jaccard similarity of two similar values, by their words and by their three-letter runs. */
  readonly similarWords: number
  readonly similarGrams: number
  /** How much a word counts relative to the value that contains it, and a similar value relative to an identical one. */
  readonly partShare: number
  /** If one side has all words of the other and more, the share of their full cost that the additional words cost. */
  readonly moreWords: number
  /** The share of its letters by which a word may differ and still be the same word. */
  readonly spelling: number
}

export const TUNING: Tuning = {
  similarWords: 0.7,
  similarGrams: 0.5,
  partShare: 0.5,
  moreWords: 0.5,
  spelling: 0.5,
}
