// What one field says about pairs, learned from what the other fields say about them (evidence.ts).

import { sumOf } from '../../model/sum.js'
import { BINS, maxBits, NO_BIN, RANGES } from './levels.js'

/** How many observed pairs the initial guess is worth: one for each grade (Laplace's rule of succession). */
const GUESS_WEIGHT = BINS / RANGES
/** The share of matches in which a value is simply wrong and agrees only as often as in random records (Copas and Hilton, 1990). */
export const WRONG = 0.05

/** The probability of log2 odds. */
export function probabilityOf(bits: number): number {
  return 1 / (1 + Math.exp(-Math.LN2 * bits))
}

/** Counts of the candidates in each bin of a field. */
interface SeenBins {
  readonly counts: Float64Array
  /** The candidates weighted by how decisive the other fields are about them. */
  readonly judged: Float64Array
  /** The judged candidates weighted by their probability, and in `winning` also by the share of their records that they win. */
  readonly matching: Float64Array
  readonly winning: Float64Array
}

/** @param bits the evidence of the field, which is left out of `silent`, the evidence of all fields */
export function countBins(
  bins: Uint8Array,
  bits: Float64Array,
  {
    silent,
    probabilities,
    wins,
    weight,
  }: {
    readonly silent: Float64Array
    readonly probabilities: Float64Array
    readonly wins: Float64Array
    readonly weight: number
  },
): SeenBins {
  const [counts, judged, matching, winning] = [0, 0, 0, 0].map(() => new Float64Array(BINS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let i = 0; i < bins.length; i++) {
    const bin = bins[i]!
    if (bin === NO_BIN) continue
    const others = silent[i]! - weight * bits[bin]!
    const certainty = Math.abs(2 * probabilityOf(others) - 1)
    counts[bin]!++
    judged[bin]! += certainty
    matching[bin]! += certainty * probabilities[i]!
    winning[bin]! += certainty * wins[i]! * probabilities[i]!
  }
  return { counts, judged, matching, winning }
}

/** The evidence of each bin of a field, in bits. */
export function learnField(
  { counts, judged, matching, winning }: SeenBins,
  {
    guess,
    guessed,
    random,
    inside,
    pairs,
    prior,
  }: {
    readonly guess: Float64Array
    readonly guessed: Float64Array
    readonly random: Float64Array
    readonly inside: Float64Array | undefined
    readonly pairs: number
    readonly prior: number
  },
): Float64Array {
  const assumed = random.map((share, bin) => share * 2 ** guess[bin]!)
  const totalAssumed = sumOf(assumed)
  const m = counts.map((count, bin) => {
    const share = (winning[bin]! + GUESS_WEIGHT * guessed[bin]!) / (judged[bin]! + GUESS_WEIGHT)
    return count * share + (GUESS_WEIGHT * assumed[bin]!) / totalAssumed
  })
  const allMatches = sumOf(m)
  const u = counts.map((count, bin) => {
    const share =
      (judged[bin]! - matching[bin]! + GUESS_WEIGHT * (1 - guessed[bin]!)) / (judged[bin]! + GUESS_WEIGHT)
    const among = (count * share + 0.5) / pairs
    return Math.max(random[bin]!, inside === undefined ? among : Math.min(among, inside[bin]!))
  })
  const learned = risingBits(
    m.map((mass) => mass / allMatches),
    u,
  )
  // Where the other fields say nothing about the pairs of a bin, keep the guess, unless pairs within the tables, which are
  // not matches, are just as frequent in it.
  return learned.map((bits, bin) => {
    const share = counts[bin] === 0 ? 1 : judged[bin]! / counts[bin]!
    const others = inside === undefined ? 0 : Math.min(counts[bin]!, inside[bin]! * pairs)
    const left = (counts[bin]! - others + GUESS_WEIGHT * guessed[bin]!) / (counts[bin]! + GUESS_WEIGHT)
    const alone =
      inside === undefined ? guess[bin]! : Math.min(guess[bin]!, Math.log2(left / (1 - left)) - prior)
    return share * bits + (1 - share) * alone
  })
}

/** log2(m / u), made non-decreasing in surprise within each grade by pooling neighbors that violate the order. */
function risingBits(m: Float64Array, u: Float64Array): Float64Array {
  const bits = new Float64Array(BINS)
  for (let first = 0; first < BINS; first += RANGES) {
    const blocks: { m: number; u: number; bins: number }[] = []
    for (let bin = first; bin < first + RANGES; bin++) {
      let block = { m: m[bin]!, u: u[bin]!, bins: 1 }
      for (
        let last = blocks.at(-1);
        last !== undefined && last.m * block.u > block.m * last.u;
        last = blocks.at(-1)
      ) {
        block = { m: last.m + block.m, u: last.u + block.u, bins: last.bins + block.bins }
        blocks.pop()
      }
      blocks.push(block)
    }
    let bin = first
    for (const block of blocks) {
      const learned = Math.log2(((1 - WRONG) * block.m) / block.u + WRONG)
      for (const end = bin + block.bins; bin < end; bin++) bits[bin] = Math.min(learned, maxBits(bin))
    }
  }
  return bits
}

/** The share of pairs in each bin, out of `of` or else of all pairs that have a bin; no share is 0. */
export function sharesOf(bins: Uint8Array, unseen: number, of?: number): Float64Array {
  const counts = new Float64Array(BINS).fill(unseen)
  for (const bin of bins) if (bin !== NO_BIN) counts[bin]!++
  const total = Math.max(1, of ?? sumOf(counts))
  return counts.map((count) => count / total)
}
