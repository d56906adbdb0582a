/** Values with fewer points hardly agree or do not agree at all: the last two grades. */
export const MIN_AGREEING = 45
/** The lower ends of the bands of points, from full points down; a comparison belongs to the first band that it reaches. */
const LEVELS: readonly number[] = [100, 95, 85, 70, MIN_AGREEING, 15, 0]
export const LEVEL_COUNT = LEVELS.length

export function levelOf(points: number): number {
  let level = 0
  while (points < LEVELS[level]!) level++
  return level
}

/** The grade of each level; the levels of a grade are weighed together. */
const GRADES: readonly number[] = [0, 1, 1, 2, 2, 3, 4]
/**
 * The assumed distribution of matches over the grades before any is seen: most agree, a few differ in a letter or a word,
 * and some are completely wrong.
 */
const GUESS: readonly number[] = [0.6, 0.18, 0.11, 0.04, 0.07]
/** The boundaries between ranges of surprise, in bits. */
const EDGES: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 40]
/** The number of ranges of surprise for each grade. */
export const RANGES = EDGES.length + 1
/** Stands for any surprise beyond the last edge. */
const LARGEST_SURPRISE = 45

/** Bins below this hold values that agree or nearly agree: the first two grades. */
const NEARLY_AGREEING = 2 * RANGES
/** Bins from here on hold values that hardly agree or do not agree at all: the last two grades. */
export const DISAGREEING = 3 * RANGES
/** Bins from here on hold values that do not agree at all: the last grade. */
export const APART = 4 * RANGES

/** The number of kinds of agreement that are weighed separately: one for each grade and range of surprise. */
export const BINS = GUESS.length * RANGES
/** Stands for "not compared". */
export const NO_BIN = 255

export function binOf(level: number, surprise: number): number {
  let range = 0
  while (range < EDGES.length && surprise >= EDGES[range]!) range++
  return GRADES[level]! * RANGES + range
}

/** The evidence assumed for each bin before anything is learned, in bits; at most that of full agreement with `maxSurprise`. */
export function guessedBits(maxSurprise: number): Float64Array {
  const maxBits = Math.log2(GUESS[0]!) + maxSurprise
  return Float64Array.from({ length: BINS }, (_, bin) => {
    const range = bin % RANGES
    const surprise = ((EDGES[range - 1] ?? 0) + (EDGES[range] ?? LARGEST_SURPRISE)) / 2
    return Math.min(maxBits, Math.log2(GUESS[Math.floor(bin / RANGES)]!) + surprise)
  })
}

/** The maximum evidence of agreement, in bits: as much as it surprises, given everything else that is shared. */
export function maxBits(bin: number): number {
  return EDGES[bin % RANGES] ?? Number.POSITIVE_INFINITY
}

/** Whether values are equal: the first grade. */
export function isEqual(bin: number): boolean {
  return bin < RANGES
}

/** Whether values agree or nearly agree; partial agreement, which most dates have, counts neither as agreement nor as disagreement. */
export function agrees(bin: number): boolean {
  return bin < NEARLY_AGREEING
}

/** Whether values hardly agree or do not agree at all. */
export function disagrees(bin: number): boolean {
  return bin !== NO_BIN && bin >= DISAGREEING
}

/** The share of compared values that agree. */
export function shareAgreeing(bins: ArrayLike<number>): number {
  const compared = Array.from(bins).filter((bin) => bin !== NO_BIN)
  return compared.filter(agrees).length / Math.max(1, compared.length)
}
