/**
 * What experience chose about the comparison of records, gathered here so that a measurement can try other values on one
 * part of labelled data and report on another (bench/cases/match.js). Users have no reason to change it.
 */
export interface Tuning {
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
  similarWords: 0.7,
  similarGrams: 0.5,
  partShare: 0.5,
  moreWords: 0.5,
  spelling: 0.5,
}
