import type { Overlap } from './overlap.js'

/** The bands of points that are weighed apart, from full points down: a comparison is at the first that it reaches. */
const LEVELS: readonly number[] = [100, 95, 85, 70, 45, 15, 0]
/** Stands for "not compared". */
export const NO_LEVEL = 255

/** Two fields agree together at this level or a higher one. */
const AGREES = 2

/** Rounds are over when no pair moves by more than this. */
const STILL = 1e-3
const ROUNDS = 30
/** Pairs that the guess is worth beside what is seen. */
const BELIEF = 5
/** How matches are guessed to fall on the levels before any is seen. */
const GUESS: readonly number[] = [0.6, 0.1, 0.08, 0.06, 0.05, 0.04, 0.07]

export function levelOf(points: number): number {
  let level = 0
  while (points < LEVELS[level]!) level++
  return level
}

/** What each field says at each level. */
export interface Evidence {
  /** For each field and level log2(m / u): bits for a match, below 0 against it. */
  readonly bits: readonly Float64Array[]
  /** The matches that are expected among all pairs. */
  readonly matches: number
  /** log2 of the odds that any two records match. */
  readonly prior: number
}

export interface EvidenceInput {
  /** For each field the level of every candidate, or `NO_LEVEL`. */
  readonly levels: readonly Uint8Array[]
  /** For each field the levels of random pairs, those left out that look like matches. */
  readonly random: readonly Uint8Array[]
  /** For each field the probability that two random records have the same value, which is known exactly. */
  readonly agreement: readonly number[]
  /** What full agreement of a candidate in a field is worth more (or less) than on average, in bits. */
  readonly rarity: (field: number, candidate: number) => number
  /** How often a field's bits count. */
  readonly weights: readonly number[]
  /** Fields that say the same. */
  readonly overlaps: readonly Overlap[]
  /** The number of all pairs of records. */
  readonly allPairs: number
  /** How much of its weight each level keeps when it speaks for a match. */
  readonly trust: readonly number[]
  /** A first guess for each candidate: the probability that it matches. */
  readonly start: (candidate: number) => number
}

/**
 * Learns without labels what agreement in each field is worth (Fellegi and Sunter, "A theory for record linkage", 1969).
 * How two random records fall on the levels (u) is counted. How two records of one thing do (m) is found by expectation
 * and maximisation over the candidates; all other pairs are taken for non-matches. Refused: learning u from the
 * candidates too, which mistakes whole families for matches where true ones are few.
 */
export function weighEvidence(input: EvidenceInput): Evidence {
  const { levels, random, agreement, allPairs, trust, start } = input
  const count = levels[0]?.length ?? 0
  const u = random.map((sample, field) => randomShares(sample, agreement[field]!))
  let probabilities = Float64Array.from({ length: count }, (_, i) => start(i))
  for (let round = 1; ; round++) {
    const matches = Math.max(1, sum(probabilities))
    const bits = levels.map((of, field) => levelBits(matchShares(of, probabilities), u[field]!, trust))
    const evidence = { bits, matches, prior: priorBits(matches, allPairs) }
    const next = Float64Array.from({ length: count }, (_, i) => probabilityOf(pairBits(input, evidence, i)))
    const isStill = next.every((value, i) => Math.abs(value - probabilities[i]!) < STILL)
    if (isStill || round === ROUNDS) return evidence
    probabilities = next
  }
}

/** log2 of the odds that a candidate matches: the prior and what all fields say. */
export function pairBits(
  { levels, rarity, weights, overlaps }: Pick<EvidenceInput, 'levels' | 'rarity' | 'weights' | 'overlaps'>,
  { bits, prior }: Evidence,
  candidate: number,
): number {
  let total = prior
  for (let field = 0; field < levels.length; field++) {
    const level = levels[field]![candidate]!
    if (level === NO_LEVEL) continue
    total += weights[field]! * (bits[field]![level]! + (level === 0 ? rarity(field, candidate) : 0))
  }
  for (const overlap of overlaps) {
    const [x, y] = [levels[overlap.one]![candidate]!, levels[overlap.other]![candidate]!]
    if (x > AGREES || y > AGREES) continue
    total -= Math.max(0, Math.min(overlap.bits, bits[overlap.one]![x]!, bits[overlap.other]![y]!))
  }
  return total
}

export function probabilityOf(bits: number): number {
  return 1 / (1 + 2 ** -bits)
}

function priorBits(matches: number, allPairs: number): number {
  const share = Math.min(0.5, matches / Math.max(1, allPairs))
  return Math.log2(share / (1 - share))
}

function randomShares(sample: Uint8Array, agreement: number): Float64Array {
  const seen = new Float64Array(LEVELS.length).fill(0.5)
  for (const level of sample) if (level !== NO_LEVEL) seen[level]!++
  seen[0] = 0
  const total = sum(seen)
  return seen.map((count, level) => (level === 0 ? agreement : (count / total) * (1 - agreement)))
}

function matchShares(levels: Uint8Array, probabilities: Float64Array): Float64Array {
  const seen = Float64Array.from(GUESS, (share) => share * BELIEF)
  for (let i = 0; i < levels.length; i++) if (levels[i] !== NO_LEVEL) seen[levels[i]!]! += probabilities[i]!
  const total = sum(seen)
  return seen.map((count) => count / total)
}

/** log2(m / u), never rising from a level to a lower one: neighbours that would are taken together. */
function levelBits(m: Float64Array, u: Float64Array, trust: readonly number[]): Float64Array {
  const blocks: { m: number; u: number; levels: number }[] = []
  m.forEach((share, level) => {
    let block = { m: share, u: u[level]!, levels: 1 }
    for (
      let last = blocks.at(-1);
      last !== undefined && last.m * block.u < block.m * last.u;
      last = blocks.at(-1)
    ) {
      block = { m: last.m + block.m, u: last.u + block.u, levels: last.levels + block.levels }
      blocks.pop()
    }
    blocks.push(block)
  })
  const bits = blocks.flatMap((block) => Array<number>(block.levels).fill(Math.log2(block.m / block.u)))
  return Float64Array.from(bits, (value, level) => (value > 0 ? value * trust[level]! : value))
}

function sum(values: Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
