/**
 * Constants for comparing records that were chosen by experiment, gathered here so that a benchmark can try other values on
 * some labeled sets and report on another (bench/cases/constants.js). Users have no reason to change them.
 */
export interface Tuning {
  /** The minimum Jaccard similarity of two similar values, by their words or three-letter runs: as much in common as apart. */
  readonly similar: number
  /**
   * If one side has all words of the other and more, the share of their full cost that the additional words cost: a word that is
   * missing on the other side is as likely to be left out as to be different.
   */
  readonly moreWords: number
}

export const TUNING: Tuning = {
  similar: 0.5,
  moreWords: 0.5,
}
