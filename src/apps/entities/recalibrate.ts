import type { BinnedPairs } from './binned-pairs.js'
import { DISAGREEING, NO_BIN } from './levels.js'

/**
 * Maps strengths to corrected ones, in bits: one value for the center of each bucket, interpolated in between. Strengths
 * beyond either end are unchanged.
 */
export type Correction = readonly number[]

const LOWEST = -8
const STEP = 2
export const BUCKETS = 9
/** From this strength on a pair counts as a certain match, and up to `LOWEST + STEP` as a certain non-match. */
const CERTAIN = LOWEST + BUCKETS * STEP
/** With fewer pairs a rate is not reliable. */
const MIN_PAIRS = 20
/** How many pairs the uncorrected strengths are worth in each bucket: as much as one observation (a unit information prior). */
const UNCORRECTED_WEIGHT = 1

export interface RecalibrationInput {
  readonly candidates: BinnedPairs
  readonly bits: readonly Float64Array[]
  readonly weights: readonly number[]
  readonly strengths: Float64Array
  /** Turns strengths into the probability of each candidate. */
  readonly probabilitiesOf: (strengths: Float64Array) => Float64Array
}

/** The correction by all fields together and, bucket by bucket, the lowest and the highest that any single field suggests. */
export interface Recalibration {
  readonly middle: Correction
  readonly low: Correction
  readonly high: Correction
}

/**
 * Checks the strengths against each field in turn while the others give the score, as with the field that is not compared in
 * Mining of Massive Datasets, 3.8.3. Among pairs to which the other fields give a certain strength, the rate of disagreement
 * in the held-out field is between that of sure matches and that of sure non-matches; where it is in between shows how many
 * of them match. Fields that fail together, such as the year and the venue of another edition, make true matches look too
 * weak; fields that agree together make non-matches look too strong. Returns undefined if no field can serve as a check.
 */
export function recalibrate(input: RecalibrationInput): Recalibration | undefined {
  const checks = input.candidates.bins.flatMap((_, field) => checkOf(input, field) ?? [])
  if (checks.length === 0) return undefined
  const [matches, pairWeights] = [new Float64Array(BUCKETS), new Float64Array(BUCKETS)]
  for (const check of checks) {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      matches[bucket]! += check.matches[bucket]!
      pairWeights[bucket]! += check.pairWeights[bucket]!
    }
  }
  // Where a field has few pairs in a bucket, its share is pulled toward that of all fields.
  const shares = sharesOf(matches, pairWeights, (bucket) => probabilityAt(centerOf(bucket)))
  const single = checks.map((check) =>
    sharesOf(check.matches, check.pairWeights, (bucket) => shares[bucket]!),
  )
  const extreme = (of: (...values: number[]) => number) =>
    shares.map((share, bucket) => of(share, ...single.map((own) => own[bucket]!)))
  return {
    middle: correctionOf(shares, pairWeights),
    low: correctionOf(extreme(Math.min), pairWeights),
    high: correctionOf(extreme(Math.max), pairWeights),
  }
}

interface FieldCheck {
  /** For each bucket, the matches according to the field and the pairs, both weighted by how well the field discriminates. */
  readonly matches: Float64Array
  readonly pairWeights: Float64Array
}

function checkOf(
  { candidates, bits, weights, strengths, probabilitiesOf }: RecalibrationInput,
  field: number,
): FieldCheck | undefined {
  const bins = candidates.bins[field]!
  const others = strengths.map((strength, i) =>
    bins[i] === NO_BIN ? strength : strength - weights[field]! * bits[field]![bins[i]!]!,
  )
  const probabilities = probabilitiesOf(others)
  const [pairs, apart] = [new Float64Array(BUCKETS + 1), new Float64Array(BUCKETS + 1)]
  for (let i = 0; i < candidates.count; i++) {
    const bin = bins[i]!
    if (bin === NO_BIN) continue
    const bucket = bucketOf(bitsOf(probabilities[i]!))
    pairs[bucket]!++
    if (bin >= DISAGREEING) apart[bucket]!++
  }
  if (pairs[BUCKETS]! < MIN_PAIRS || pairs[0]! < MIN_PAIRS) return undefined
  const [sure, none] = [apart[BUCKETS]! / pairs[BUCKETS]!, apart[0]! / pairs[0]!]
  // Least squares: the better a field separates matches from non-matches, the more it counts.
  const separation = Math.max(0, none - sure)
  return {
    matches: pairs.map((count, bucket) => separation * (none * count - apart[bucket]!)),
    pairWeights: pairs.map((count) => separation * separation * count),
  }
}

function sharesOf(
  matches: Float64Array,
  pairWeights: Float64Array,
  prior: (bucket: number) => number,
): number[] {
  return Array.from({ length: BUCKETS }, (_, bucket) => {
    const sum = Math.min(pairWeights[bucket]!, Math.max(0, matches[bucket]!))
    return (sum + UNCORRECTED_WEIGHT * prior(bucket)) / (pairWeights[bucket]! + UNCORRECTED_WEIGHT)
  })
}

function correctionOf(shares: readonly number[], pairWeights: Float64Array): Correction {
  const rising = risingShares(
    shares.map((share, bucket) => ({ share, weight: pairWeights[bucket]! + UNCORRECTED_WEIGHT })),
  )
  return rising.map((share, bucket) =>
    bucket === 0 ? centerOf(0) : Math.max(centerOf(0), Math.min(CERTAIN, bitsOf(share))),
  )
}

/** Applies a correction to strengths. */
export function corrected(strengths: Float64Array, correction: Correction | undefined): Float64Array {
  return correction === undefined ? strengths : strengths.map((bits) => correctedBits(bits, correction))
}

/** Applies a correction to one strength. */
export function correctedBits(bits: number, correction: Correction | undefined): number {
  const [low, high] = [centerOf(0), CERTAIN]
  if (correction === undefined || bits <= low || bits >= high) return bits
  const at = (bits - low) / STEP
  const before = Math.floor(at)
  const [from, to] = [correction[before]!, correction[before + 1] ?? high]
  const end = before + 1 < correction.length ? STEP : high - centerOf(before)
  return from + ((to - from) * (bits - centerOf(before))) / end
}

/** Inverts a correction: the lowest strengths that it maps to the given ones. */
export function uncorrected(strengths: Float64Array, correction: Correction): Float64Array {
  const [low, high] = [centerOf(0), CERTAIN]
  // The correction is unchanged up to the first center, then joins these points.
  const centers = [...correction.map((_, bucket) => centerOf(bucket)), high]
  const reached = [...correction, high]
  return strengths.map((bits) => {
    if (bits <= low || bits >= high) return bits
    let after = 0
    while (reached[after]! < bits) after++
    if (after === 0) return low
    const [from, to] = [reached[after - 1]!, reached[after]!]
    const share = (bits - from) / (to - from)
    return centers[after - 1]! + share * (centers[after]! - centers[after - 1]!)
  })
}

function bucketOf(bits: number): number {
  return Math.max(0, Math.min(BUCKETS, Math.floor((bits - LOWEST) / STEP)))
}

function centerOf(bucket: number): number {
  return LOWEST + (bucket + 0.5) * STEP
}

/** log2 of the odds. */
export function bitsOf(probability: number): number {
  return Math.log2(probability / (1 - probability))
}

function probabilityAt(bits: number): number {
  return 1 / (1 + 2 ** -bits)
}

/** Makes the shares non-decreasing by pooling neighbors that violate the order. */
function risingShares(shares: readonly { readonly share: number; readonly weight: number }[]): number[] {
  const blocks: { share: number; weight: number; count: number }[] = []
  for (const { share, weight } of shares) {
    let block = { share, weight, count: 1 }
    for (let last = blocks.at(-1); last !== undefined && last.share > block.share; last = blocks.at(-1)) {
      const sum = last.weight + block.weight
      block = {
        share: (last.share * last.weight + block.share * block.weight) / sum,
        weight: sum,
        count: last.count + block.count,
      }
      blocks.pop()
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ share, count }) => Array<number>(count).fill(share))
}
