import type { OnProgress } from '../../model/on-progress.js'
import { type Candidates, PairBuilder } from '../../model/pair.js'
import { type ComparedPairs, comparePairs, type RecordComparer } from './compare-records.js'
import { type EvidenceInput, levelOf, NO_LEVEL, pairBits, probabilityOf, weighEvidence } from './evidence.js'
import { findOverlaps } from './overlap.js'
import { learnSynonyms } from './synonyms.js'
import type { Tuning } from './tuning.js'

export interface ScoredCandidates extends Pick<ComparedPairs, 'points' | 'possible'> {
  /** In [0, 1]. */
  readonly scores: Float64Array
  /** The same order, told apart near 1 too: log2 of the odds for evidence, the scores themselves for points. */
  readonly strengths: Float64Array
  /** What points in a field say about a pair with record `a`, in bits; for evidence. */
  readonly bitsOf: ((field: number, points: number, a: number) => number) | undefined
}

export interface ScoreWishes {
  readonly split: number | undefined
  readonly by: 'evidence' | 'points'
  readonly weights: readonly number[]
  readonly tuning: Pick<Tuning, 'trust' | 'likely'>
  readonly onProgress: OnProgress
}

/** A value that only the two records of a pair have is one of at least so many, however small the tables. */
const SMALL_WORLD = 50
/** Matches from which synonyms are learned are this sure, in bits: 8 to 1. */
const SURE = 3

/** Scores the candidates by the share of their points, or by what agreement in each field is worth. */
export function scoreCandidates(
  comparer: RecordComparer,
  candidates: Candidates,
  random: Candidates,
  { split, by, weights, tuning: { trust, likely }, onProgress }: ScoreWishes,
): ScoredCandidates {
  const compared = comparePairs(comparer, candidates, weights, onProgress)
  const { shares } = compared
  if (by === 'points') return { ...compared, scores: shares, strengths: shares, bitsOf: undefined }

  const { columns } = comparer
  const records = columns[0]?.codes.length ?? 0
  const agreement = columns.map(agreementOf)
  const rarityOf = (field: number, record: number) => {
    const { codes, counts, filled } = columns[field]!
    const count = counts[codes[record]!]!
    return Math.log2(agreement[field]! / (count <= 2 ? 1 / Math.max(filled, SMALL_WORLD) : count / filled))
  }
  const allPairs = split === undefined ? (records * (records - 1)) / 2 : split * (records - split)
  const apart = comparePairs(comparer, random, weights)
  onProgress('weighing the fields', 0, 1)
  const input: EvidenceInput = {
    levels: compared.levels,
    random: apart.levels.map((levels) =>
      levels.map((level, i) => (apart.shares[i]! > likely ? NO_LEVEL : level)),
    ),
    agreement,
    allPairs,
    rarity: (field, candidate) => rarityOf(field, candidates.a[candidate]!),
    weights,
    trust,
    overlaps: findOverlaps({ candidates: compared, random: apart, agreement, allPairs }),
    start: (candidate) => (shares[candidate]! > likely ? 0.9 : 0),
  }
  let evidence = weighEvidence(input)
  const weigh = () => Float64Array.from({ length: candidates.count }, (_, i) => pairBits(input, evidence, i))
  let strengths = weigh()
  // Two tables may have words of their own for the same things.
  if (split !== undefined) {
    const sure = sureOf(candidates, strengths)
    columns.forEach((column, field) => {
      const synonyms = learnSynonyms(column, sure)
      if (synonyms === undefined) return
      comparer.learn(field, synonyms)
      synonyms.mark(column, candidates, input.levels[field]!)
      synonyms.mark(column, random, input.random[field]!)
    })
    evidence = weighEvidence(input)
    strengths = weigh()
  }
  return {
    ...compared,
    scores: strengths.map(probabilityOf),
    strengths,
    bitsOf: (field, points, a) => {
      const level = levelOf(points)
      return weights[field]! * (evidence.bits[field]![level]! + (level === 0 ? rarityOf(field, a) : 0))
    },
  }
}

/** The probability that two random records have the same value. */
function agreementOf({ counts, filled }: RecordComparer['columns'][number]): number {
  let sum = 0
  for (const count of counts) sum += (count / filled) ** 2
  return sum
}

function sureOf(candidates: Candidates, strengths: Float64Array): Candidates {
  const sure = new PairBuilder()
  strengths.forEach((bits, i) => {
    if (bits >= SURE) sure.add(candidates.a[i]!, candidates.b[i]!)
  })
  return sure.candidates()
}
