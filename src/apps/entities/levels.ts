/** The bands of points that are distinguished, from full points down: a comparison belongs to the first that it reaches. */
const LEVELS: readonly number[] = [100, 95, 85, 70, 45, 15, 0]
export const LEVEL_COUNT = LEVELS.length

export function levelOf(points: number): number {
  let level = 0
  while (points < LEVELS[level]!) level++
  return level
}

/** Neighboring levels that are weighed as one. */
const GRADES: readonly number[] = [0, 1, 1, 2, 2, 3, 4]
/**
 * How matches are guessed to fall on the grades before any is seen: most agree, a few differ in a letter or a word, and some
 * are wrong altogether.
 */
const GUESS: readonly number[] = [0.6, 0.18, 0.11, 0.04, 0.07]
/** Where one range of surprise ends and the next begins, in bits. */
const EDGES: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30, 40]
/** Ranges of surprise for each grade. */
export const RANGES = EDGES.length + 1
/** Beyond the last edge. */
const LARGEST_SURPRISE = 45

/** Bins below this are of values that agree, or nearly so: of the first two grades. */
export const NEARLY_AGREEING = 2 * RANGES
/** Bins from here on are of values that hardly agree or not at all: of the last two grades. */
export const DISAGREEING = 3 * RANGES

/** Kinds of agreement that are weighed apart: a grade and a range of surprise. */
export const BINS = GUESS.length * RANGES
/** Stands for "not compared". */
export const NO_BIN = 255

export function binOf(level: number, surprise: number): number {
  let range = 0
  while (range < EDGES.length && surprise >= EDGES[range]!) range++
  return GRADES[level]! * RANGES + range
}

/** What a bin is believed to say before anything is learned, in bits; none says more than full agreement with `maxSurprise`. */
export function guessedBits(maxSurprise: number): Float64Array {
  const maxBits = Math.log2(GUESS[0]!) + maxSurprise
  return Float64Array.from({ length: BINS }, (_, bin) => {
    const range = bin % RANGES
    const surprise = ((EDGES[range - 1] ?? 0) + (EDGES[range] ?? LARGEST_SURPRISE)) / 2
    return Math.min(maxBits, Math.log2(GUESS[Math.floor(bin / RANGES)]!) + surprise)
  })
}

/** What agreement can say at most, in bits: as much as it surprises, given all that is shared already. */
export function maxBits(bin: number): number {
  return EDGES[bin % RANGES] ?? Number.POSITIVE_INFINITY
}
