import type { OnProgress } from '../../model/on-progress.js'
import type { Candidates } from '../../model/pair.js'
import { sumOf } from '../../model/sum.js'
import { adjustToLabels, LABEL_BITS } from './adjust-to-labels.js'
import { agreementTable, type FieldAgreement } from './agreement-table.js'
import { beyondChance, type SimilarValues } from './beyond-chance.js'
import { pairBinner } from './bin-pairs.js'
import { MISSING, type ValueColumn } from './column.js'
import type { ComparedPairs } from './compare-pairs.js'
import { containDuplicates } from './contain-duplicates.js'
import { countOnePerThing } from './count-once.js'
import {
  type Evidence,
  type EvidenceInput,
  type KnownEvidence,
  pairProbabilities,
  sizesOf,
  strengthsOf,
  weighEvidence,
} from './evidence.js'
import { exactCopyBits, rowNumbers, withExactCopies } from './exact-copies.js'
import { identifyingFields } from './fields-by-chance.js'
import type { LabelCheck } from './label-check.js'
import type { MatchLabel } from './labels.js'
import { learnWords } from './learn-words.js'
import { NO_BIN } from './levels.js'
import { matchesOutside } from './matches-outside.js'
import type { PairStages, PairTools } from './pair-stages.js'
import { corrected, type Recalibration, recalibrate } from './recalibrate.js'
import { type RelatedPairs, relatedPairs } from './related-pairs.js'
import { singleFieldPairs } from './single-field-pairs.js'
import { surprises } from './surprise.js'

/** The scores of the candidates, and what was learned from them. */
export interface ScoredCandidates extends Pick<ComparedPairs, 'points' | 'possible' | 'shares'> {
  /** The probability that each candidate is a match. */
  readonly probabilities: Float64Array
  /** log2 of its odds on its own, regardless of the other candidates of its records. */
  readonly strengths: Float64Array
  readonly isOneToOne: boolean
  /** The check of the probabilities against each field in turn; undefined if no field can serve as a check. */
  readonly checked: Recalibration | undefined
  readonly labelCheck: LabelCheck
  /** Whether only one field says anything about a candidate, and whether others check that field elsewhere: see `singleFieldPairs`. */
  readonly singleField: Uint8Array
  /** Likely candidates that may be two related things rather than one: see `relatedPairs`. */
  readonly related: RelatedPairs
  /** The expected number of matches among pairs that share too little to be candidates. */
  readonly outside: number
  /** The expected number of matches among the candidates. */
  readonly matches: number
  /** What was learned, for use with other tables. */
  readonly learned: KnownEvidence
  /** How often matches and random pairs agree in each field. */
  readonly agreement: () => FieldAgreement[]
  /** log2 of the prior odds that two arbitrary records match. */
  readonly prior: number
  /** Scores other pairs with what was learned. */
  readonly score: (pairs: Candidates) => Float64Array
  /** The points of other pairs, as a share of what is possible. */
  readonly sharesOf: (pairs: Candidates) => Float64Array
  /** The evidence of each field for a pair, in bits; undefined where it was not compared. */
  readonly bitsOf: (a: number, b: number) => readonly (number | undefined)[]
}

export interface ScoreInput {
  readonly tools: PairTools
  readonly stages: PairStages
  readonly candidates: Candidates
  readonly random: Candidates
  /** Candidates within either of the two tables. */
  readonly inside: Candidates | undefined
  readonly split: number | undefined
  /** For a single column of one table without labels: its similar values, and those of its shuffled values. */
  readonly similar: { readonly given: SimilarValues; readonly shuffled: SimilarValues } | undefined
  /** Undefined: assumed for two tables that contain few duplicates of their own. */
  readonly oneToOne: boolean | undefined
  readonly weights: readonly number[]
  /** Evidence from other tables, used instead of learning from these. */
  readonly known: KnownEvidence | undefined
  /** Labeled pairs, by position in the list of all records; they are among the candidates. */
  readonly labels: readonly MatchLabel[]
  readonly onProgress: OnProgress
}

/** Scores the candidates by what agreement in each field is worth. */
export function scoreCandidates(input: ScoreInput): ScoredCandidates {
  const { tools, stages, candidates, random, inside, split, weights, known, onProgress } = input
  const { columns, comparer } = tools
  const records = columns[0]?.codes.length ?? 0
  const compared = stages.compare(candidates, weights, onProgress)
  const apart = stages.compare(random, weights)
  const within = inside && stages.compare(inside, weights)
  onProgress('weighing the fields', 0, 1)
  const { levels } = apart
  // Weights learned from these tables make up for duplicates; those from other tables do not.
  const isCounted =
    known === undefined || inside === undefined || split === undefined
      ? undefined
      : countOnePerThing({ ...input, levels, inside, split, known })
  const surprise = surpriseBy(tools, stages, isCounted)
  const { binned, randomSurprises } = pairBinner(surprise, random, apart.levels)
  const candidateSurprises = surprise(candidates)
  let evidenceInput: EvidenceInput = {
    candidates: binned(candidates, compared.levels, candidateSurprises),
    random: binned(random, apart.levels, randomSurprises),
    inside: inside && binned(inside, within!.levels),
    records,
    split,
    oneToOne: split !== undefined && input.oneToOne !== false,
    pairs: columns.map((column) => pairsWithValues(column, split)[0]),
    pairsInside: columns.map((column) => pairsWithValues(column, split)[1]),
    weights,
    ...(input.known !== undefined && { known: input.known }),
  }
  const weigh = (weighed: EvidenceInput) => {
    const evidence = weighEvidence(weighed)
    if (input.oneToOne !== undefined || !weighed.oneToOne || !containDuplicates(evidence, weighed)) {
      return { evidence, isOneToOne: weighed.oneToOne }
    }
    return { evidence: weighEvidence({ ...weighed, oneToOne: false, inside: undefined }), isOneToOne: false }
  }
  let { evidence, isOneToOne } = weigh(evidenceInput)
  // Two tables may use different words for the same things.
  if (split !== undefined && learnWords(comparer, candidates, evidence, [compared, apart], random)) {
    evidenceInput = {
      ...evidenceInput,
      candidates: binned(candidates, compared.levels, candidateSurprises),
      random: binned(random, apart.levels, randomSurprises),
    }
    ;({ evidence, isOneToOne } = weigh(evidenceInput))
  }
  const binsOf = (pairs: Candidates) => binned(pairs, stages.compare(pairs, weights).levels)
  const isCompeting = { ...evidenceInput, oneToOne: isOneToOne }
  const checkOf = (weighed: Evidence, weights: readonly number[]) =>
    recalibrate({
      ...weighed,
      weights,
      candidates: evidenceInput.candidates,
      probabilitiesOf: (strengths) => pairProbabilities(isCompeting, strengths, weighed.matches),
    })
  // Where records compete, the losers are near relations of the winners, and the check would count them as matches.
  const unlabeled = isOneToOne ? undefined : checkOf(evidence, weights)
  const correction = known === undefined ? unlabeled?.middle : known.correction
  const adjusted = adjustToLabels(evidence, isCompeting, binsOf, input.labels, correction)
  const weighted = adjusted.weights
  const checked = isOneToOne ? checkOf(adjusted, weighted) : unlabeled
  const rows = rowNumbers(columns)
  const minBits = split === undefined ? Number.NEGATIVE_INFINITY : exactCopyBits(rows, split, isCounted)
  const judged =
    input.similar === undefined
      ? (_: Candidates, bits: Float64Array) => bits
      : beyondChance(input.similar.given, input.similar.shuffled)
  const finalStrengths = (pairs: Candidates, bits: Float64Array) =>
    withExactCopies(pairs, judged(pairs, corrected(bits, correction)), rows, {
      minBits,
      judged: -LABEL_BITS,
    })
  const strengths = finalStrengths(candidates, adjusted.strengths)
  const learned = {
    ...adjusted,
    strengths,
    probabilities: pairProbabilities(isCompeting, strengths, adjusted.matches),
  }
  return {
    ...compared,
    probabilities: learned.probabilities,
    strengths: learned.strengths,
    isOneToOne,
    learned: {
      bits: learned.bits.map((bits, field) => bits.map((bit) => bit * weighted[field]!)),
      shift: learned.shift + (input.known?.shift ?? 0),
      matched: input.known?.matched ?? learned.matches / Math.max(1, sizesOf(evidenceInput).smaller),
      ...(correction !== undefined && { correction }),
    },
    checked,
    labelCheck: adjusted.labelCheck,
    prior: learned.prior,
    agreement: () =>
      agreementTable({
        names: columns.map(({ name }) => name),
        candidates: evidenceInput.candidates,
        random: evidenceInput.random,
        probabilities: learned.probabilities,
        bits: learned.bits.map((bits, field) => bits.map((bit) => bit * weighted[field]!)),
      }),
    singleField: singleFieldPairs(evidenceInput.candidates, learned.probabilities),
    related: relatedPairs(evidenceInput.candidates, evidenceInput.random, learned.probabilities, {
      identifying: identifyingFields(columns, split),
      isOneToOne,
    }),
    matches: input.similar === undefined ? learned.matches : sumOf(learned.probabilities),
    outside: matchesOutside(
      evidenceInput,
      finalStrengths(random, strengthsOf(evidenceInput.random, learned.bits, weighted, learned.prior)),
    ),
    score: (pairs) =>
      finalStrengths(pairs, strengthsOf(binsOf(pairs), learned.bits, weighted, learned.prior)),
    sharesOf: (pairs) => stages.compare(pairs, weights).shares,
    bitsOf: (a, b) => {
      const { bins } = binsOf({ count: 1, a: Uint32Array.of(a), b: Uint32Array.of(b) })
      return bins.map(([bin], field) =>
        bin === NO_BIN ? undefined : weighted[field]! * learned.bits[field]![bin!]!,
      )
    },
  }
}

/** How surprising what pairs share is, if only the marked records count. */
function surpriseBy(tools: PairTools, stages: PairStages, isCounted: Uint8Array | undefined) {
  if (isCounted === undefined) return (pairs: Candidates) => stages.surprises(pairs)
  const index = tools.indexOf(isCounted)
  return (pairs: Candidates) => surprises(tools.columns, index, pairs)
}

/** The number of pairs in which both records have a value: pairs that may match, and pairs within a table. */
function pairsWithValues({ codes, filled }: ValueColumn, split: number | undefined): [number, number] {
  if (split === undefined) return [(filled * (filled - 1)) / 2, 0]
  const left = codes.subarray(0, split).reduce((count, code) => count + Number(code !== MISSING), 0)
  const right = filled - left
  return [left * right, (left * (left - 1) + right * (right - 1)) / 2]
}
