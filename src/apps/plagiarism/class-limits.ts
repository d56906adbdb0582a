import { Random } from '../../hash/random.js'
import { type ChanceLaw, chanceLaw, LENGTHS, SHARES } from './chance.js'
import { type PassageSettings, sharedPassages } from './copy-passages.js'
import { copyScore } from './copy-score.js'
import type { CopyTokens } from './copy-tokens.js'
import { independentPairs } from './independent-pairs.js'
import { type PairLaw, pairLaw } from './pair-law.js'

/** How many pairs of a class are scored, and how many are searched for passages, to learn what is usual. */
const SCORED = 20_000
const WITH_PASSAGES = 1000
const SEED = 1
/** The number of bars in the histogram. */
const BARS = 20
/** Halvings of the interval in which a probability is searched. */
const STEPS = 40

/** Two documents, by their positions. */
type Positions = readonly [a: number, b: number]

/** The score, and the length of a passage, from which a pair is worth a look. */
export interface ClassLimits {
  /** For any pair. */
  readonly threshold: number
  /** The score from which two documents, by position, are worth a look: the threshold, or less if they are unusual. */
  readonly limitOf: (a: number, b: number) => number
  /** The lowest limit of any pair. */
  readonly minLimit: number
  readonly passage: number
  /** The number of pairs expected to reach either limit by chance; undefined with fewer than about ten documents. */
  readonly expected: number | undefined
  /** The distribution of the scores of pairs; undefined as above. */
  readonly histogram: ScoreHistogram | undefined
}

/** The number of sampled pairs with a score in each twentieth from 0 to 1. */
export interface ScoreHistogram {
  /** The number of sampled pairs: all of them, or 20,000. */
  readonly sampled: number
  readonly pairs: number
  readonly bars: readonly number[]
}

/** The options of the limits. */
export interface LimitOptions {
  /** The minimum limits. */
  readonly threshold: number
  readonly passage: number
  /** Whether the limit was set by the user, and so is not raised. */
  readonly isThresholdGiven: boolean
  readonly isPassageGiven: boolean
  /** The acceptable number of pairs that reach the limits by chance. */
  readonly byChance: number
}

/**
 * Limits relative to a class. What most of its pairs have in common is the task, not a copy, so a limit is raised until few
 * pairs are expected to reach it by chance.
 *
 * @param mayCopy false for two documents of one author
 */
export function classLimits(
  documents: readonly CopyTokens[],
  mayCopy: (a: number, b: number) => boolean,
  settings: PassageSettings,
  options: LimitOptions,
): ClassLimits {
  const { pairs: all, sampled } = samplePairs(documents.length, mayCopy)
  const scores = sampled.map(([a, b]) => copyScore(documents[a]!, documents[b]!).score)
  const { usual, share } = independentPairs(sampled, scores)
  const pairs = share * all
  const [usualPairs, usualScores] = [usual.map((i) => sampled[i]!), usual.map((i) => scores[i]!)]
  const independent = new Set(usualPairs.flat()).size
  const scoreLaw = chanceLaw(usualScores, independent, pairs, SHARES)
  const few = spaced(usualPairs, WITH_PASSAGES)
  const passageLaw =
    scoreLaw === undefined
      ? undefined
      : chanceLaw(
          few.map(([a, b]) => sharedPassages(documents[a]!, documents[b]!, settings).longest),
          independent,
          pairs,
          LENGTHS,
        )
  // Scores and passages each get half of the pairs allowed by chance, or what the other leaves of its half.
  const half = options.byChance / 2
  const remaining = (expected: number) => options.byChance - Math.min(half, expected)
  const score = scoreLimits(
    scoreLaw,
    // With a sample of the pairs, a document may seem to have no similar partners.
    options.isThresholdGiven || sampled.length < all
      ? undefined
      : pairLaw(documents.length, usualPairs, usualScores, SHARES),
    pairs,
    options,
    remaining(passageLaw === undefined ? half : expectedAt(passageLaw, options.passage)),
  )
  const passage = options.isPassageGiven
    ? options.passage
    : Math.max(options.passage, Math.ceil(passageLaw?.valueFor(remaining(score.expected)) ?? 0))
  const { threshold, limitOf } = score
  return {
    threshold,
    limitOf,
    minLimit: usualPairs.reduce((min, pair) => Math.min(min, limitOf(...pair)), threshold),
    passage,
    expected: passageLaw === undefined ? undefined : score.expected + passageLaw.expectedAt(passage),
    histogram:
      scoreLaw === undefined ? undefined : { sampled: sampled.length, pairs: all, bars: barsOf(scores) },
  }
}

/**
 * The limits of scores: one for all pairs, and lower ones for pairs of unusual documents. Independent pairs reach each of
 * them with the same probability: the highest one with which no more pairs than allowed are expected to reach either limit.
 */
function scoreLimits(
  law: ChanceLaw | undefined,
  ownLaw: PairLaw | undefined,
  pairs: number,
  { threshold: min, isThresholdGiven }: LimitOptions,
  allowed: number,
) {
  if (law === undefined || isThresholdGiven) {
    return { threshold: min, limitOf: () => min, expected: law === undefined ? 0 : expectedAt(law, min) }
  }
  const thresholdAt = (probability: number) => Math.max(min, law.valueFor(probability * pairs))
  const expectedWith = (probability: number) =>
    expectedAt(law, thresholdAt(probability)) + (ownLaw?.expectedAt(probability, min) ?? 0)
  let [low, high] = [0, Math.min(1, allowed / pairs)]
  if (expectedWith(high) <= allowed) low = high
  for (let i = 0; i < STEPS && low < high; i++) {
    const middle = (low + high) / 2
    if (expectedWith(middle) <= allowed) low = middle
    else high = middle
  }
  const threshold = thresholdAt(low)
  const ownLimit = ownLaw?.valuesFor(low) ?? (() => threshold)
  return {
    threshold,
    limitOf: (a: number, b: number) => Math.max(min, Math.min(threshold, ownLimit(a, b))),
    expected: expectedWith(low),
  }
}

/** Nothing reaches an infinite limit. */
function expectedAt(law: ChanceLaw, limit: number): number {
  return limit === Number.POSITIVE_INFINITY ? 0 : law.expectedAt(limit)
}

/** All pairs that may be copies, or a sample of them, and how many there are in all. */
function samplePairs(count: number, mayCopy: (a: number, b: number) => boolean) {
  const all = (count * (count - 1)) / 2
  if (all <= SCORED) {
    const sampled: Positions[] = []
    for (let b = 1; b < count; b++) for (let a = 0; a < b; a++) if (mayCopy(a, b)) sampled.push([a, b])
    return { pairs: sampled.length, sampled }
  }
  const random = new Random(SEED)
  const sampled: Positions[] = []
  for (let i = 0; i < SCORED; i++) {
    const b = random.below(count)
    const a = random.below(count)
    if (a !== b && mayCopy(a, b)) sampled.push([a, b])
  }
  return { pairs: Math.round((all * sampled.length) / SCORED), sampled }
}

/** At most `count` items of a list, evenly spaced. */
function spaced<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count)
  return Array.from({ length: Math.min(count, list.length) }, (_, i) => list[Math.floor(i * step)]!)
}

function barsOf(scores: readonly number[]): number[] {
  const bars = new Array<number>(BARS).fill(0)
  for (const score of scores) bars[Math.min(BARS - 1, Math.floor(score * BARS))]!++
  return bars
}
