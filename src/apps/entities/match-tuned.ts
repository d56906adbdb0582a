import { clusterPairs } from '../../cluster/cluster.js'
import type { Cluster } from '../../model/cluster.js'
import { InvalidValue } from '../../model/errors.js'
import type { Candidates, PairBatch } from '../../model/pair.js'
import type { FieldAgreement } from './agreement-table.js'
import { similarPairs } from './beyond-chance.js'
import { type CandidateRequest, findRecordCandidates } from './candidates.js'
import { checkByField, type FieldCheck } from './check-field.js'
import { byProbability, chooseMatches, equalPairs, LIKELY } from './choose-matches.js'
import { bestThreshold, reaching } from './choose-pairs.js'
import { makeColumn, type ValueColumn } from './column.js'
import { type Expectations, expectations, withoutGuesses } from './expectations.js'
import { explainMatch, type MatchExplanation } from './explain-match.js'
import { fallBack, type ModelProblem, modelProblem } from './fallback.js'
import type { MatchField } from './fields.js'
import { type ScoreBin, scoreHistogram } from './histogram.js'
import { labelsByIndex, withLabeled } from './labels.js'
import { type MatchModel, makeModel } from './match-model.js'
import { checkMatchOptions, type MatchOptions } from './match-options.js'
import { type PairInput, type PairStages, PairTools, stagesHere } from './pair-stages.js'
import { randomPairs } from './random-pairs.js'
import { fieldText, type RecordFields } from './record.js'
import { scoreCandidates } from './score-candidates.js'
import { shuffledColumn } from './shuffle-values.js'
import { type SuggestedPair, suggestPairs } from './suggest-pairs.js'
import type { Tuning } from './tuning.js'
import type { Vocabulary } from './vocabulary.js'

/** The result of `matchRecords`. */
export interface RecordMatches extends Expectations {
  readonly fields: readonly MatchField[]
  /** Columns that were not compared because they are named like answers (`cluster`, `label`, …). To compare one, select it with `fields`. */
  readonly answers: readonly string[]
  /**
   * The pairs that reach the threshold, by position, with their score as the similarity. For two tables, `a` is a position
   * in the first and `b` in the second; for one table, a < b.
   */
  readonly pairs: PairBatch
  /** Clusters of the records of one table; empty for two tables. */
  readonly clusters: readonly Cluster[]
  readonly threshold: number
  /**
   * How the pairs were chosen: as requested or, if nothing useful could be learned about two tables, as mutual best pairs,
   * where each record is the other's best by the cosine of their words and letters. That cosine is then the score.
   */
  readonly method: 'evidence' | 'points' | 'mutual-best'
  /** What is wrong with the learned model, if anything; with `model`, what was wrong when it was learned. */
  readonly modelProblem: ModelProblem | undefined
  /** The names of fields that agree and disagree together in matches: see `relatedPairs`. */
  readonly relatedFields: readonly string[]
  /** The number of pairs that were compared. */
  readonly candidates: number
  /** The number of values that were skipped because too many records share them. */
  readonly valuesSkipped: number
  /** The scores of all pairs that were compared. */
  readonly histogram: readonly ScoreBin[]
  /** The result of the check with `checkField`. */
  readonly check: FieldCheck | undefined
  /** The learned model, which you can apply to other rows of the same kind: see `MatchOptions.model`. */
  readonly model: MatchModel
  /** Returns the pairs whose labels would help most, by position, up to the given number. See `MatchOptions.labels`. */
  suggest(count: number): SuggestedPair[]
  /** How often matches and random pairs agree in each field: the m and u of Fellegi and Sunter. */
  agreement(): FieldAgreement[]
  /** Why the pair of two positions has its score. */
  explain(a: number, b: number): MatchExplanation
}

/** To see how pairs within a table agree, fewer partners than between tables are enough. */
const PARTNERS_INSIDE = 10

/**
 * Like `matchRecords`, with adjustable constants.
 *
 * @param stagesOn makes the stages that look at every pair; default: they run on this thread
 */
export function matchTuned(
  a: readonly RecordFields[],
  b: readonly RecordFields[] | undefined,
  options: MatchOptions,
  tuning: Tuning,
  stagesOn: (tools: PairTools, input: PairInput) => PairStages = stagesHere,
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
  const input = { columns, nicknames: settings.nicknames, tuning }
  const tools = new PairTools(input)
  const stages = stagesOn(tools, input)
  const { vocabularies } = tools
  const { partners, join, onProgress } = settings
  const request = { split, partners, join, tuning, onProgress }
  const labels = labelsByIndex(settings.labels, [a.length, b?.length])
  // Nothing confirms a single column of one table but a comparison with shuffled values.
  const isUnconfirmed =
    split === undefined && columns.length === 1 && labels.length === 0 && settings.model === undefined
  const similar = isUnconfirmed
    ? { given: similarPairs(columns[0]!), shuffled: similarPairs(shuffledColumn(columns[0]!, settings.seed)) }
    : undefined
  const found = withLabeled(
    findRecordCandidates(columns, vocabularies, { ...request, similar: similar?.given.pairs }),
    labels,
  )
  const random = randomPairs(records.length, split, settings.seed)
  const insideWith = (most: number) => pairsInside(columns, vocabularies, { ...request, partners: most })
  const inside = split === undefined ? undefined : insideWith(Math.min(PARTNERS_INSIDE, partners))
  const scored = scoreCandidates({
    tools,
    stages,
    candidates: found,
    random,
    inside,
    split,
    similar,
    oneToOne: oneToOne ?? (b === undefined ? undefined : settings.model?.oneToOne),
    weights: fields.map(({ weight }) => (settings.model === undefined ? weight : 1)),
    known: settings.model && {
      ...settings.model,
      bits: settings.model.bits.map((bits) => Float64Array.from(bits)),
    },
    labels,
    onProgress,
  })
  const { probabilities, shares } = scored
  const threshold =
    settings.threshold ?? (score === 'evidence' ? LIKELY : bestThreshold(shares, probabilities))
  const matchesFrom = (minScore: number) =>
    chooseMatches(records.length, found, scored, {
      score,
      threshold: minScore,
      oneToOne: oneToOne === true,
      split,
    })
  const learnedPairs = matchesFrom(threshold)
  // A model is judged by the pairs that it finds likely, whichever threshold or score was requested.
  const likelyPairs =
    score === 'evidence' && threshold === LIKELY
      ? learnedPairs.pairs.count
      : reaching(found, probabilities, LIKELY).count
  // Points also depend on the model: it chooses their threshold and estimates their quality.
  const problem =
    settings.model === undefined
      ? modelProblem(likelyPairs, scored, Math.min(a.length, b?.length ?? a.length))
      : settings.model.problem
  const learnedExpectations = expectations(
    score === 'evidence'
      ? learnedPairs.pairs
      : byProbability(learnedPairs.pairs, found, probabilities, learnedPairs.probabilityOf),
    found,
    scored,
    learnedPairs.probabilityOf,
  )
  const isFixed =
    score === 'points' ||
    settings.model !== undefined ||
    labels.length > 0 ||
    settings.threshold !== undefined
  const instead =
    inside === undefined || isFixed
      ? undefined
      : fallBack(
          columns,
          { ...learnedExpectations, problem, pairs: learnedPairs.pairs.count, isOneToOne: scored.isOneToOne },
          { candidates: found, split: a.length },
          () => insideWith(partners),
        )
  const chosen = instead?.pairs ?? learnedPairs.pairs
  // What shuffling shows about a single column is not part of the model.
  // Few matches are no problem of a new model unless mutual best pairs show that there are more.
  const lasting = settings.model === undefined && problem === 'few-matches' ? undefined : problem
  const savedProblem = instead?.problem ?? lasting ?? (isUnconfirmed ? 'single-field' : undefined)
  const { clusterThreshold } = settings
  const clustered = clusterThreshold === undefined ? chosen : matchesFrom(clusterThreshold).pairs
  const scores = score === 'evidence' ? probabilities : shares
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
    answers: settings.answers,
    pairs: split === undefined ? chosen : { ...chosen, b: chosen.b.map((position) => position - split) },
    clusters: split === undefined ? clusterPairs(records.length, clustered) : [],
    threshold: instead?.threshold ?? threshold,
    method: instead === undefined ? score : 'mutual-best',
    modelProblem: instead?.problem ?? problem,
    relatedFields: scored.related.fields.map((field) => fields[field]!.name),
    candidates: found.count,
    valuesSkipped: found.valuesSkipped,
    histogram: scoreHistogram(scores),
    ...withoutGuesses(instead?.expected ?? learnedExpectations),
    check,
    model: makeModel({
      fields,
      bits: scored.learned.bits.map((bits) => [...bits]),
      shift: scored.learned.shift,
      matched: scored.learned.matched,
      oneToOne: scored.isOneToOne,
      ...(scored.learned.correction !== undefined && { correction: scored.learned.correction }),
      ...(savedProblem !== undefined && { problem: savedProblem }),
    }),
    suggest: (count) => suggestPairs(found, probabilities, labels, split ?? 0, count),
    agreement: scored.agreement,
    explain: (one, other) => explainMatch(tools.comparer, fields, scored, one, other + (split ?? 0)),
  }
}

/** The pairs within either table that have most in common. */
function pairsInside(
  columns: readonly ValueColumn[],
  vocabularies: readonly (Vocabulary | undefined)[],
  request: CandidateRequest,
): Candidates {
  const { count, a, b } = findRecordCandidates(columns, vocabularies, { ...request, inside: true })
  return { count, a, b }
}

function checkRecords(records: readonly RecordFields[]): void {
  if (!Array.isArray(records)) throw new InvalidValue('records', records, undefined, 'a list of records')
  records.forEach((record: unknown, position) => {
    if (typeof record !== 'object' || record === null) {
      throw new InvalidValue('a record', record, position, 'an object with a value for each field')
    }
  })
}
