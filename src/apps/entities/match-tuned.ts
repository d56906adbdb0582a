import { assignOneToOne } from '../../cluster/assign.js'
import { clusterPairs } from '../../cluster/cluster.js'
import { Random } from '../../hash/random.js'
import type { Cluster } from '../../model/cluster.js'
import { InvalidValue } from '../../model/errors.js'
import { type Candidates, type PairBatch, PairBuilder } from '../../model/pair.js'
import { findRecordCandidates } from './candidates.js'
import { checkByField, type FieldCheck } from './check-field.js'
import { hasWords, makeColumn } from './column.js'
import { RecordComparer } from './compare-records.js'
import { FULL_POINTS, type ValueComparison } from './compare-values.js'
import type { MatchField } from './fields.js'
import { type HistogramBin, scoreHistogram, valleyThreshold } from './histogram.js'
import { checkMatchOptions, type MatchOptions } from './match-options.js'
import { NicknameTable } from './nicknames.js'
import { fieldText, type RecordFields } from './record.js'
import { type ScoredCandidates, scoreCandidates } from './score-candidates.js'
import type { Tuning } from './tuning.js'
import { makeVocabulary } from './vocabulary.js'

/** One field of a pair: how it compares, and what that says. */
export interface FieldExplanation extends Partial<ValueComparison> {
  readonly field: string
  /** Whether one of the records has no value; then there are no points. */
  readonly missing: boolean
  /** What it says for a match (above 0) or against it, in bits; for the score by evidence. */
  readonly bits?: number
}

/** Why a pair has its score. */
export interface MatchExplanation {
  readonly points: number
  /** 100 for each field that both records have, times its weight. */
  readonly possible: number
  readonly fields: readonly FieldExplanation[]
}

/** Records of the same thing. */
export interface RecordMatches {
  readonly fields: readonly MatchField[]
  /**
   * The pairs that reach the threshold, by positions, with their score as similarity. Of two tables `a` is a position in
   * the first, `b` one in the second; of one table a < b.
   */
  readonly pairs: PairBatch
  /** The records of one table that belong together; empty for two tables. */
  readonly clusters: readonly Cluster[]
  readonly threshold: number
  /** Pairs that were compared. */
  readonly candidates: number
  /** Values that too many records share to bring any of them together. */
  readonly valuesSkipped: number
  /** The scores of all pairs that were compared. */
  readonly histogram: readonly HistogramBin[]
  /** The share of true matches among the pairs that their probabilities lead to expect; for the score by evidence. */
  readonly expectedPrecision: number | undefined
  /** What the field `checkField` says. */
  readonly check: FieldCheck | undefined
  /** Why the pair of two positions has its score. */
  explain(a: number, b: number): MatchExplanation
}

const RANDOM_PAIRS = 30_000
const BEYOND_DOUBT = 0.99

/** As `matchRecords`, with any constants: for those who measure what they do (bench/cases/match.js). */
export function matchTuned(
  a: readonly RecordFields[],
  b: readonly RecordFields[] | undefined,
  options: MatchOptions,
  tuning: Tuning,
): RecordMatches {
  checkRecords(a)
  if (b !== undefined) checkRecords(b)
  const settings = checkMatchOptions(a, b, options)
  const { fields, score, oneToOne, checkField } = settings
  const records = [...a, ...(b ?? [])]
  const split = b === undefined ? undefined : a.length
  const textsOf = (ofA: string, ofB: string) =>
    records.map((record, i) => fieldText(record, i < a.length ? ofA : ofB, i))
  const columns = fields.map((field) => makeColumn(field.name, field.kind, textsOf(field.a, field.b)))
  const vocabularies = columns.map((column) => (hasWords(column.kind) ? makeVocabulary(column) : undefined))
  const comparer = new RecordComparer(columns, vocabularies, NicknameTable.of(settings.nicknames), tuning)
  const { partners, join, onProgress } = settings
  const found = findRecordCandidates(columns, vocabularies, { split, partners, join, tuning, onProgress })
  const random = randomPairs(records.length, split, settings.seed)
  const scored = scoreCandidates(comparer, found, random, {
    split,
    by: score,
    weights: fields.map(({ weight }) => weight),
    tuning,
    onProgress,
  })
  const histogram = scoreHistogram(scored.scores)
  const threshold = settings.threshold ?? (score === 'evidence' ? 0.5 : valleyThreshold(histogram))
  const reached = choose(found, scored, threshold)
  const chosen = oneToOne ? assignOneToOne(records.length, reached.pairs, reached.strengths) : reached.pairs
  const check =
    checkField === undefined
      ? undefined
      : checkByField(checkField.a, textsOf(checkField.a, checkField.b), {
          sure: equalPairs(found, scored),
          random,
          found: chosen,
        })
  return {
    fields,
    pairs: split === undefined ? chosen : { ...chosen, b: chosen.b.map((position) => position - split) },
    clusters: split === undefined ? clusterPairs(records.length, chosen) : [],
    threshold,
    candidates: found.count,
    valuesSkipped: found.valuesSkipped,
    histogram,
    expectedPrecision: score === 'evidence' && chosen.count > 0 ? mean(chosen.similarity) : undefined,
    check,
    explain: (one, other) => explain(comparer, fields, scored, one, other + (split ?? 0)),
  }
}

function checkRecords(records: readonly RecordFields[]): void {
  if (!Array.isArray(records)) throw new InvalidValue('records', records, undefined, 'a list of records')
  records.forEach((record: unknown, position) => {
    if (typeof record !== 'object' || record === null) {
      throw new InvalidValue('a record', record, position, 'an object with a value for each field')
    }
  })
}

/** Candidates that reach the threshold. */
function choose(
  found: Candidates,
  { scores, strengths }: ScoredCandidates,
  threshold: number,
): { readonly pairs: PairBatch; readonly strengths: Float64Array } {
  const pairs = new PairBuilder()
  const reached = scores.map((score) => (score >= threshold ? 1 : 0))
  reached.forEach((isReached, i) => {
    if (isReached === 1) pairs.add(found.a[i]!, found.b[i]!, scores[i]!)
  })
  return { pairs: pairs.pairs(), strengths: strengths.filter((_, i) => reached[i] === 1) }
}

/** Candidates that are equal in all fields that both have, at least two of them, and score high: matches beyond doubt. */
function equalPairs(found: Candidates, { scores, points, possible }: ScoredCandidates): Candidates {
  const pairs = new PairBuilder()
  for (let i = 0; i < found.count; i++) {
    const isEqual = possible[i]! >= 2 * FULL_POINTS && points[i] === possible[i]
    if (isEqual && scores[i]! >= BEYOND_DOUBT) pairs.add(found.a[i]!, found.b[i]!)
  }
  return pairs.candidates()
}

/** Pairs of different records, of both tables where there are two: drawn at random, or all where there are few. */
function randomPairs(records: number, split: number | undefined, seed: number): Candidates {
  const pairs = new PairBuilder()
  const [left, right] = [split ?? records, split ?? 0]
  if (left * (records - right) <= RANDOM_PAIRS) {
    for (let a = 0; a < left; a++) {
      for (let b = split ?? a + 1; b < records; b++) pairs.add(a, b)
    }
    return pairs.candidates()
  }
  const random = new Random(seed)
  while (pairs.count < RANDOM_PAIRS) {
    const [one, other] = [random.below(left), right + random.below(records - right)]
    if (one !== other) pairs.add(Math.min(one, other), Math.max(one, other))
  }
  return pairs.candidates()
}

function explain(
  comparer: RecordComparer,
  fields: readonly MatchField[],
  { bitsOf }: ScoredCandidates,
  a: number,
  b: number,
): MatchExplanation {
  const compared = comparer.compare(a, b)
  let [points, possible] = [0, 0]
  const explained = fields.map(({ name, weight }, field): FieldExplanation => {
    const comparison = compared[field]
    if (comparison === undefined) return { field: name, missing: true }
    points += weight * comparison.points
    possible += weight * FULL_POINTS
    const bits = bitsOf?.(field, comparison.points, a)
    return { field: name, missing: false, ...comparison, ...(bits !== undefined && { bits }) }
  })
  return { points, possible, fields: explained }
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
