/**
 * What experience chose about the comparison of records, gathered here so that a measurement can try other values on one
 * part of labelled data and report on another (bench/cases/match.js). Users have no reason to change it.
 */
export interface Tuning {
  /**
   * How much of its weight each level of points (see evidence.ts) keeps when it speaks for a match. Papers by the same
   * authors have titles in common, and neighbours their streets: what is half alike is so more often beside other
   * likeness than the fields alone say.
   */
  readonly trust: readonly number[]
  /** A pair of more than this share of its possible points is taken for a match before anything is learned. */
  readonly likely: number
  /** The least Jaccard similarity of two similar values, by their words and by their runs of three letters. */
  readonly similarWords: number
  readonly similarGrams: number
  /** What a word says beside the value that holds it, and a similar value beside an identical one. */
  readonly partShare: number
  /** What the words that one side has besides all those of the other cost, beside what they would. */
  readonly moreWords: number
  /** A word may differ by so many of its letters and be the same word. */
  readonly spelling: number
}

export const TUNING: Tuning = {
  trust: [1, 1, 1, 1, 0.5, 0, 0],
  likely: 0.7,
  similarWords: 0.7,
  similarGrams: 0.5,
  partShare: 0.5,
  moreWords: 0.5,
  spelling: 0.5,
}
