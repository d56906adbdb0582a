import type { OnProgress } from '../../model/on-progress.js'
import { type Candidates, PairBuilder } from '../../model/pair.js'
import { agreementTable, type FieldAgreement } from './agreement-table.js'
import type { BinnedPairs } from './binned-pairs.js'
import { MISSING, type ValueColumn } from './column.js'
import { type ComparedPairs, comparePairs, type RecordComparer } from './compare-records.js'
import {
  type Evidence,
  type EvidenceInput,
  type KnownEvidence,
  pairProbabilities,
  sizesOf,
  strengthsOf,
  weighEvidence,
} from './evidence.js'
import type { FeatureIndex } from './feature-index.js'
import { fitLabels, type MatchLabel } from './labels.js'
import { binOf, LEVEL_COUNT, NO_BIN } from './levels.js'
import { lonePairs } from './lone-pairs.js'
import { matchesOutside } from './matches-outside.js'
import { pairKey } from './pair-key.js'
import { corrected, type Recalibration, recalibrate } from './recalibrate.js'
import { type RelatedPairs, relatedPairs } from './related-pairs.js'
import { surprises } from './surprise.js'
import { learnSynonyms } from './synonyms.js'

/** The scores of the candidates, and what was learned from them. */
export interface ScoredCandidates extends Pick<ComparedPairs, 'points' | 'possible' | 'shares'> {
  /** The probability that each candidate is a match. */
  readonly probabilities: Float64Array
  /** log2 of its odds on its own, regardless of the other candidates of its records. */
  readonly strengths: Float64Array
  readonly isOneToOne: boolean
  /** The check of the probabilities against each field in turn; undefined if no field can serve as a check. */
  readonly checked: Recalibration | undefined
  /** Whether only one field says anything about a candidate, and whether others check that field elsewhere: see `lonePairs`. */
  readonly lone: Uint8Array
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
  /** The evidence of each field for a pair, in bits; undefined where it was not compared. */
  readonly bitsOf: (a: number, b: number) => readonly (number | undefined)[]
}

export interface ScoreInput {
  readonly comparer: RecordComparer
  readonly index: FeatureIndex
  readonly candidates: Candidates
  readonly random: Candidates
  /** Candidates within either of the two tables. */
  readonly inside: Candidates | undefined
  readonly split: number | undefined
  /** Undefined: assumed for two tables that contain few duplicates of their own. */
  readonly oneToOne: boolean | undefined
  readonly weights: readonly number[]
  /** Evidence from other tables, used instead of learning from these. */
  readonly known: KnownEvidence | undefined
  /** Labeled pairs, by position in the list of all records; they are among the candidates. */
  readonly labels: readonly MatchLabel[]
  readonly onProgress: OnProgress
}

/** The minimum probability of the matches from which synonyms are learned. */
const CERTAIN = 8 / 9
/** Two tables contain duplicates if the matches within them exceed this share of the matches between them. */
const FEW_DUPLICATES = 0.5

/** Scores the candidates by what agreement in each field is worth. */
export function scoreCandidates(input: ScoreInput): ScoredCandidates {
  const { comparer, index, candidates, random, inside, split, weights, onProgress } = input
  const { columns } = comparer
  const records = columns[0]?.codes.length ?? 0
  const compared = comparePairs(comparer, candidates, weights, onProgress)
  const apart = comparePairs(comparer, random, weights)
  const within = inside && comparePairs(comparer, inside, weights)
  onProgress('weighing the fields', 0, 1)
  const surprise = (pairs: Candidates) => surprises(columns, index, pairs)
  const surprisesApart = surprise(random)
  const byLevel = apart.levels.map((levels, field) => levelSurprises(levels, surprisesApart[field]!))
  const binned = (pairs: Candidates, levels: readonly Uint8Array[], bits = surprise(pairs)): BinnedPairs => ({
    ...pairs,
    bins: levels.map((of, field) => {
      const [shared, otherwise] = [bits[field]!, byLevel[field]!]
      return of.map((level, i) => {
        if (level === NO_BIN) return NO_BIN
        return binOf(level, Number.isNaN(shared[i]!) ? otherwise[level]! : shared[i]!)
      })
    }),
  })
  const evidenceInput: EvidenceInput = {
    candidates: binned(candidates, compared.levels),
    random: binned(random, apart.levels, surprisesApart),
    inside: inside && binned(inside, within!.levels),
    records,
    split,
    oneToOne: split !== undefined && input.oneToOne !== false,
    pairs: columns.map((column) => pairsWithValues(column, split)[0]),
    pairsInside: columns.map((column) => pairsWithValues(column, split)[1]),
    weights,
    ...(input.known !== undefined && { known: input.known }),
  }
  const weigh = (changed: Partial<EvidenceInput>) => {
    const weighed = { ...evidenceInput, ...changed }
    const evidence = weighEvidence(weighed)
    if (input.oneToOne !== undefined || !weighed.oneToOne || !containDuplicates(evidence, weighed)) {
      return { evidence, isOneToOne: weighed.oneToOne }
    }
    return { evidence: weighEvidence({ ...weighed, oneToOne: false, inside: undefined }), isOneToOne: false }
  }
  let { evidence, isOneToOne } = weigh({})
  // Two tables may use different words for the same things.
  if (split !== undefined && learnWords(comparer, candidates, evidence, [compared, apart], random)) {
    const changed = {
      candidates: binned(candidates, compared.levels),
      random: binned(random, apart.levels, surprisesApart),
    }
    ;({ evidence, isOneToOne } = weigh(changed))
  }
  const binsOf = (pairs: Candidates) => binned(pairs, comparePairs(comparer, pairs, weights).levels)
  const adjusted = adjustToLabels(evidence, { ...evidenceInput, oneToOne: isOneToOne }, binsOf, input.labels)
  const weighted = adjusted.weights
  const isCompeting = { ...evidenceInput, oneToOne: isOneToOne }
  const checked = recalibrate({
    ...adjusted,
    candidates: evidenceInput.candidates,
    probabilitiesOf: (strengths) => pairProbabilities(isCompeting, strengths, adjusted.matches),
  })
  // Where records compete, the losers are near relations of the winners, and the check would count them as matches.
  const isCorrected = !isOneToOne && input.known === undefined && input.labels.length === 0
  const correction = isCorrected ? checked?.middle : input.known?.correction
  const strengths = corrected(adjusted.strengths, correction)
  const learned =
    correction === undefined
      ? adjusted
      : { ...adjusted, strengths, probabilities: pairProbabilities(isCompeting, strengths, adjusted.matches) }
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
    prior: learned.prior,
    agreement: () =>
      agreementTable({
        names: columns.map(({ name }) => name),
        candidates: evidenceInput.candidates,
        random: evidenceInput.random,
        probabilities: learned.probabilities,
        bits: learned.bits.map((bits, field) => bits.map((bit) => bit * weighted[field]!)),
      }),
    lone: lonePairs(evidenceInput.candidates, learned.probabilities),
    related: relatedPairs(evidenceInput.candidates, evidenceInput.random, learned.probabilities),
    matches: learned.matches,
    outside: matchesOutside(
      evidenceInput,
      corrected(strengthsOf(evidenceInput.random, learned.bits, weighted, learned.prior), correction),
    ),
    score: (pairs) =>
      corrected(strengthsOf(binsOf(pairs), learned.bits, weighted, learned.prior), correction),
    bitsOf: (a, b) => {
      const { bins } = binsOf({ count: 1, a: Uint32Array.of(a), b: Uint32Array.of(b) })
      return bins.map(([bin], field) =>
        bin === NO_BIN ? undefined : weighted[field]! * learned.bits[field]![bin!]!,
      )
    },
  }
}

/** The strength of a labeled pair, in bits: no evidence outweighs it. */
const JUDGED = 60

interface LabelledEvidence extends Evidence {
  readonly weights: readonly number[]
  /** What the labels added to every pair, in bits. */
  readonly shift: number
}

/** Reweights the fields to fit the labeled pairs, whose label becomes their probability. */
function adjustToLabels(
  evidence: Evidence,
  input: EvidenceInput,
  binsOf: (pairs: Candidates) => BinnedPairs,
  labels: readonly MatchLabel[],
): LabelledEvidence {
  if (labels.length === 0) return { ...evidence, weights: input.weights, shift: 0 }
  const judged = binsOf({
    count: labels.length,
    a: Uint32Array.from(labels, ({ a }) => a),
    b: Uint32Array.from(labels, ({ b }) => b),
  })
  const labelledBits = labels.map((_, i) =>
    judged.bins.map((bins, field) => {
      const bin = bins[i]!
      return bin === NO_BIN ? undefined : input.weights[field]! * evidence.bits[field]![bin]!
    }),
  )
  const fit = fitLabels(
    labelledBits,
    labels.map(({ isMatch }) => isMatch),
    evidence.prior,
  )
  const weights = input.weights.map((weight, field) => weight * fit.weights[field]!)
  const prior = evidence.prior + fit.shift
  const strengths = strengthsOf(input.candidates, evidence.bits, weights, prior)
  const verdicts = new Map(labels.map(({ a, b, isMatch }) => [pairKey(a, b), isMatch]))
  const { count, a, b } = input.candidates
  for (let i = 0; i < count; i++) {
    const verdict = verdicts.get(pairKey(a[i]!, b[i]!))
    if (verdict !== undefined) strengths[i] = verdict ? JUDGED : -JUDGED
  }
  const probabilities = pairProbabilities(input, strengths, evidence.matches)
  const matches = Math.max(
    1,
    probabilities.reduce((total, probability) => total + probability, 0),
  )
  return { ...evidence, weights, shift: fit.shift, prior, strengths, probabilities, matches }
}

/** How surprising each level is where no word is shared, estimated from random pairs. */
function levelSurprises(levels: Uint8Array, shared: Float64Array): Float64Array {
  const counts = new Float64Array(LEVEL_COUNT).fill(0.5)
  levels.forEach((level, i) => {
    if (level !== NO_BIN && level > 0 && Number.isNaN(shared[i]!)) counts[level]!++
  })
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => -Math.log2(count / total))
}

/** The number of pairs in which both records have a value: pairs that may match, and pairs within a table. */
function pairsWithValues({ codes, filled }: ValueColumn, split: number | undefined): [number, number] {
  if (split === undefined) return [(filled * (filled - 1)) / 2, 0]
  const left = codes.subarray(0, split).reduce((count, code) => count + Number(code !== MISSING), 0)
  const right = filled - left
  return [left * right, (left * (left - 1) + right * (right - 1)) / 2]
}

/** Whether mutual best pairs within the tables look like matches nearly as often as pairs between the tables do. */
function containDuplicates(
  { bits, prior, matches }: Evidence,
  { inside, weights, records }: EvidenceInput,
): boolean {
  if (inside === undefined) return false
  const { count, a, b } = inside
  const strengths = strengthsOf(inside, bits, weights, prior)
  const best = new Float64Array(records).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < count; i++) {
    best[a[i]!] = Math.max(best[a[i]!]!, strengths[i]!)
    best[b[i]!] = Math.max(best[b[i]!]!, strengths[i]!)
  }
  let duplicates = 0
  for (let i = 0; i < count; i++) {
    const isBest = strengths[i] === best[a[i]!] && strengths[i] === best[b[i]!]
    if (isBest && strengths[i]! > 0) duplicates++
  }
  return duplicates > FEW_DUPLICATES * matches
}

/** Learns which words the two tables use for the same thing and marks the pairs that have them. Returns whether there are any. */
function learnWords(
  comparer: RecordComparer,
  candidates: Candidates,
  { probabilities }: Evidence,
  [compared, apart]: readonly [ComparedPairs, ComparedPairs],
  random: Candidates,
): boolean {
  const sure = new PairBuilder()
  probabilities.forEach((probability, i) => {
    if (probability >= CERTAIN) sure.add(candidates.a[i]!, candidates.b[i]!)
  })
  const matches = sure.candidates()
  return comparer.columns
    .map((column, field) => {
      const synonyms = learnSynonyms(column, matches)
      if (synonyms === undefined) return false
      comparer.learn(field, synonyms)
      synonyms.mark(column, candidates, compared.levels[field]!)
      synonyms.mark(column, random, apart.levels[field]!)
      return true
    })
    .some(Boolean)
}
