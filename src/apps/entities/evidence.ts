import type { Candidates } from '../../model/pair.js'
import { sumOf } from '../../model/sum.js'
import type { BinnedPairs } from './binned-pairs.js'
import { countBins, learnField, probabilityOf, sharesOf } from './learn-field.js'
import { guessedBits, NO_BIN } from './levels.js'
import { freeShare, oneToOneProbabilities } from './one-to-one-odds.js'
import type { Correction } from './recalibrate.js'

/** Stop iterating once the expected number of matches changes by less than this share. */
const CONVERGED = 1e-3
const ROUNDS = 20
/** Initial guess: the share of records that have a match, of the smaller of two tables or of a single table. */
const MATCHED_OF_TWO = 0.3
const MATCHED_OF_ONE = 0.1
/**
 * The odds of a match if the only evidence is a shared value that no other record has: what one observation gives with
 * Jeffreys' prior, as for the pairs of a single column (beyond-chance.ts).
 */
const UNIQUE_VALUE_ODDS = 3

/** How much each kind of agreement in each field counts. */
export interface Evidence {
  /** log2(m / u) for each field and bin, in bits: above 0 for a match, below 0 against it. */
  readonly bits: readonly Float64Array[]
  /** log2 of the prior odds that two arbitrary records match. */
  readonly prior: number
  /** The expected number of matches among the candidates. */
  readonly matches: number
  /** For each candidate, the prior plus the evidence of all fields, in bits. */
  readonly strengths: Float64Array
  readonly probabilities: Float64Array
}

export interface EvidenceInput {
  readonly candidates: BinnedPairs
  readonly random: BinnedPairs
  /** Candidates within either of the two tables, where few matches or none are expected; undefined if there are none to use. */
  readonly inside: BinnedPairs | undefined
  readonly records: number
  /** The position of the first record of the second table; undefined for one table. */
  readonly split: number | undefined
  /** Whether a record has at most one match. */
  readonly oneToOne: boolean
  /** For each field, the number of pairs in which both records have a value: pairs that may match, and pairs within a table. */
  readonly pairs: readonly number[]
  readonly pairsInside: readonly number[]
  /** The factor by which each field's bits are multiplied. */
  readonly weights: readonly number[]
  /** Evidence learned earlier; if given, nothing is learned here. */
  readonly known?: KnownEvidence
}

/** Evidence and match rate learned from other tables. */
export interface KnownEvidence {
  readonly bits: readonly Float64Array[]
  /** Added to every pair, in bits. */
  readonly shift: number
  /** Matches per record of the smaller table, or of the only one. */
  readonly matched: number
  /** Corrects the strengths; see recalibrate.ts. */
  readonly correction?: Correction
}

/**
 * Learns without labels what agreement in each field is worth (Fellegi and Sunter, "A theory for record linkage", 1969), by
 * expectation-maximization over the candidates. Each field is learned from what the other fields say about a pair; where
 * they say nothing, as with a single column, the initial guess is kept. How matches agree is learned from the pairs that win
 * the competition for their records, so that a family of near relations does not get one vote per pair. How non-matches
 * agree is counted: in random pairs, in candidates that do not match, and in pairs within either table.
 */
export function weighEvidence(input: EvidenceInput): Evidence {
  if (input.known !== undefined) return weighKnown(input, input.known)
  const { candidates, records, split } = input
  const { left, right, allPairs } = sizesOf(input)
  let matches = Math.max(
    1,
    split === undefined ? MATCHED_OF_ONE * records : MATCHED_OF_TWO * Math.min(left, right),
  )
  const first = matches
  const randomShares = input.random.bins.map((bins) => sharesOf(bins, 1e-3))
  let bits: readonly Float64Array[] | undefined
  for (let round = 1; ; round++) {
    const prior = Math.log2(Math.min(0.5, matches / allPairs))
    const { guess, guessed } = guessWith(input, Math.min(first, matches))
    bits ??= candidates.bins.map(() => guess)
    const strengths = strengthsOf(candidates, bits, input.weights, prior)
    const probabilities = pairProbabilities(input, strengths, matches)
    const before = matches
    matches = Math.max(1, sumOf(probabilities))
    const hasConverged = round > 2 && Math.abs(before - matches) < CONVERGED * matches
    if (hasConverged || round === ROUNDS) return { bits, prior, matches, strengths, probabilities }
    const wins = competition(candidates, strengths, records)
    const silent = strengths.map((strength) => strength - prior)
    const known = bits
    bits = candidates.bins.map((bins, field) => {
      const seen = countBins(bins, known[field]!, {
        silent,
        probabilities,
        wins,
        weight: input.weights[field]!,
      })
      return learnField(seen, {
        guess,
        guessed,
        random: randomShares[field]!,
        inside: input.inside && sharesOf(input.inside.bins[field]!, 0.5, input.pairsInside[field]!),
        pairs: Math.max(1, input.pairs[field]!),
        prior,
      })
    })
  }
}

/**
 * The evidence assumed for each kind of agreement where nothing is learned about it, and the share of such pairs that then
 * match. A shared value that no other record has is worth the same however few matches there are, so that a low number of
 * matches does not shrink further each round. That worth already includes competition, which raises the odds of all pairs.
 */
function guessWith(input: EvidenceInput, matches: number) {
  const { left, right, allPairs } = sizesOf(input)
  const raised = input.oneToOne ? -Math.log2(freeShare({ sizes: [left, right], matches })) : 0
  const assumed = Math.log2(matches / allPairs) + raised
  const guess = guessedBits(Math.log2(UNIQUE_VALUE_ODDS) - assumed)
  return { guess, guessed: guess.map((bits) => probabilityOf(assumed + bits)) }
}

/** Like `weighEvidence`, but uses known evidence instead of learning. */
function weighKnown(input: EvidenceInput, { bits, shift, matched }: KnownEvidence): Evidence {
  const { candidates, weights } = input
  const { smaller, allPairs } = sizesOf(input)
  const prior = Math.log2(Math.min(0.5, (matched * smaller) / allPairs)) + shift
  const strengths = strengthsOf(candidates, bits, weights, prior)
  const probabilities = pairProbabilities(input, strengths, Math.max(1, matched * smaller))
  return { bits, prior, matches: Math.max(1, sumOf(probabilities)), strengths, probabilities }
}

/** The number of records in each table (for one table, its size twice) and in the smaller one, and of pairs that may match. */
export function sizesOf({ records, split }: Pick<EvidenceInput, 'records' | 'split'>) {
  const [left, right] = split === undefined ? [records, records] : [split, records - split]
  return {
    left,
    right,
    smaller: Math.min(left, right),
    allPairs: Math.max(1, split === undefined ? (records * (records - 1)) / 2 : left * right),
  }
}

/** The probability of each candidate: on its own, or in competition if a record has at most one match. */
export function pairProbabilities(
  input: Pick<EvidenceInput, 'candidates' | 'oneToOne' | 'records' | 'split'>,
  strengths: Float64Array,
  matches: number,
): Float64Array {
  const { left, right } = sizesOf(input)
  return input.oneToOne
    ? oneToOneProbabilities(input.candidates, strengths, { sizes: [left, right], matches })
    : strengths.map(probabilityOf)
}

/** For each pair, the prior plus the evidence of all fields, in bits: log2 of the odds that it matches, regardless of other pairs. */
export function strengthsOf(
  { count, bins }: BinnedPairs,
  bits: readonly Float64Array[],
  weights: readonly number[],
  prior: number,
): Float64Array {
  const strengths = new Float64Array(count).fill(prior)
  bins.forEach((of, field) => {
    for (let i = 0; i < count; i++) {
      if (of[i] !== NO_BIN) strengths[i]! += weights[field]! * bits[field]![of[i]!]!
    }
  })
  return strengths
}

/** The share of its two records that each pair wins: its odds relative to those of all their pairs and of having no match. */
function competition({ count, a, b }: Candidates, strengths: Float64Array, records: number): Float64Array {
  const totals = new Float64Array(records).fill(1)
  const odds = strengths.map((bits) => 2 ** Math.min(60, bits))
  for (let i = 0; i < count; i++) {
    totals[a[i]!]! += odds[i]!
    totals[b[i]!]! += odds[i]!
  }
  return odds.map((own, i) => (own / totals[a[i]!]! + own / totals[b[i]!]!) / 2)
}
