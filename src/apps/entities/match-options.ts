import { joinSets } from '../../join/fast/join-sets.js'
import type { SetJoin } from '../../join/set-join.js'
import {
  checkChoice,
  checkFunction,
  checkNames,
  checkShare,
  checkWhole,
  conflicting,
  incomplete,
} from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import type { OnProgress } from '../../model/on-progress.js'
import { checkColumn, chooseFields, type FieldOptions } from './choose-fields.js'
import { ignoredAnswers, type MatchField, shapeOf } from './fields.js'
import type { MatchLabel } from './labels.js'
import type { MatchModel } from './match-model.js'
import { NICKNAMES } from './nicknames.js'
import type { RecordFields } from './record.js'

/** How records are matched. */
export interface MatchOptions {
  /**
   * Default: all columns that both tables have, by name or by their values, without record numbers (one word with a digit, a
   * different one in every record; unless they are a key to both tables), answers (`cluster`, `label`, …), columns with a single
   * value per table, and columns that repeat what others contain.
   */
  readonly fields?: readonly (string | FieldOptions)[]
  /** Settings for some of the fields, without selecting which are compared. */
  readonly adjust?: readonly FieldOptions[]
  /** Columns that are not compared. */
  readonly ignore?: readonly string[]
  /**
   * `evidence` (default): the probability that two records match, learned from the data without labels. `points`: the score
   * of Mining of Massive Datasets, 3.8: the points of all fields, as a share of those of two equal records.
   */
  readonly score?: 'evidence' | 'points'
  /** The minimum score of a pair, in (0, 1]. Default: 0.5 for evidence; for points, the score with the best expected F1. */
  readonly threshold?: number
  /**
   * For one table: the minimum score at which records are merged into clusters, in (0, 1]. Default: the threshold of pairs. A higher one
   * merges only what is certain, while the pairs also list what is likely.
   */
  readonly clusterThreshold?: number
  /**
   * For two tables: whether a record has at most one match. Default: true if few records within either table match each
   * other. `true` also limits each record to one pair if the threshold is low.
   */
  readonly oneToOne?: boolean
  /** Groups of names of one person. Default: `NICKNAMES`. */
  readonly nicknames?: readonly (readonly string[])[]
  /** A column that is not compared but used to estimate how many of the matches are correct. */
  readonly checkField?: string
  /**
   * The maximum number of other records to compare each record with: those that have most in common with it. Default: 10, or
   * more if there are fewer than 20,000 records.
   */
  readonly partners?: number
  /**
   * Labeled pairs. They determine how much each field counts, and their label is their score; fifty are worth the effort.
   * `RecordMatches.suggest` returns the pairs whose labels would help most. Only for the score by evidence.
   */
  readonly labels?: readonly MatchLabel[]
  /** A model learned from other rows of the same kind. Its fields are compared, and nothing is learned from these records. */
  readonly model?: MatchModel
  /** The seed for the choice of random pairs. Default: 1. */
  readonly seed?: number
  /** The join that finds similar values. Default: `joinSets`. It does not change the result. */
  readonly join?: SetJoin
  /** Called before each record or pair of a stage. */
  readonly onProgress?: OnProgress
}

export type MatchSettings = Required<
  Omit<
    MatchOptions,
    'fields' | 'adjust' | 'ignore' | 'threshold' | 'clusterThreshold' | 'checkField' | 'oneToOne' | 'model'
  >
> &
  Pick<MatchOptions, 'threshold' | 'clusterThreshold' | 'model'> & {
    readonly fields: readonly MatchField[]
    /** The columns that are not compared because they are named like answers. */
    readonly answers: readonly string[]
    readonly oneToOne: boolean | undefined
    /** The column in each table. */
    readonly checkField: Pick<MatchField, 'a' | 'b'> | undefined
  }

const FEW_PARTNERS = 10
const FEW_PAIRS = 200_000

/** Fills in the defaults and finds the fields. Throws `InvalidOption` for invalid options. */
export function checkMatchOptions(
  a: readonly RecordFields[],
  b: readonly RecordFields[] | undefined,
  options: MatchOptions,
): MatchSettings {
  checkNames(options, OPTION_NAMES)
  const {
    score = 'evidence',
    threshold,
    clusterThreshold,
    oneToOne,
    nicknames = NICKNAMES,
    checkField,
    labels = [],
    model,
    seed = 1,
    join = joinSets,
    onProgress = () => {},
  } = options
  const records = a.length + (b?.length ?? 0)
  const { partners = Math.max(FEW_PARTNERS, Math.ceil(FEW_PAIRS / Math.max(1, records))) } = options
  checkChoice('score', score, ['evidence', 'points'])
  if (threshold !== undefined) checkShare('threshold', threshold)
  if (clusterThreshold !== undefined) checkShare('clusterThreshold', clusterThreshold)
  if (clusterThreshold !== undefined && b !== undefined)
    throw new InvalidOption('clusterThreshold', clusterThreshold, 'one table: two tables have no clusters')
  if (oneToOne && b === undefined) throw incomplete('oneToOne', oneToOne, 'a second table')
  checkWhole('partners', partners, 1, 2 ** 24)
  checkWhole('seed', seed, 0, 2 ** 32 - 1)
  checkFunction('join', join)
  if (score === 'points' && (labels.length > 0 || model !== undefined)) {
    throw new InvalidOption('score', score, 'evidence, which labels and models require')
  }
  const fields = model === undefined ? chooseFields(a, b, options) : fieldsOfModel(model, a, b, options)
  const checkedInB = options.adjust?.find((request) => request.a === checkField)?.b ?? checkField
  return {
    fields,
    answers:
      (model?.fields ?? options.fields) === undefined
        ? ignoredAnswers(b === undefined ? [a] : [a, b], options)
        : [],
    score,
    oneToOne,
    nicknames,
    partners,
    labels,
    seed,
    join,
    onProgress,
    checkField:
      checkField === undefined || checkedInB === undefined ? undefined : { a: checkField, b: checkedInB },
    ...(threshold !== undefined && { threshold }),
    ...(clusterThreshold !== undefined && { clusterThreshold }),
    ...(model !== undefined && { model }),
  }
}

const OPTION_NAMES = [
  'fields',
  'adjust',
  'ignore',
  'score',
  'threshold',
  'clusterThreshold',
  'oneToOne',
  'nicknames',
  'checkField',
  'partners',
  'labels',
  'model',
  'seed',
  'join',
  'onProgress',
]

/** The fields of a model, which the tables must have. */
function fieldsOfModel(
  model: MatchModel,
  a: readonly RecordFields[],
  b: readonly RecordFields[] | undefined,
  { fields, adjust = [] }: MatchOptions,
): readonly MatchField[] {
  if (fields !== undefined || adjust.length > 0) {
    throw conflicting('fields', fields, '`model`, which sets the fields')
  }
  const columns = [shapeOf(a).columns, shapeOf(b ?? a).columns] as const
  for (const field of model.fields) {
    for (const [side, column] of [field.a, b === undefined ? field.a : field.b].entries()) {
      const records = side === 0 ? a : (b ?? a)
      if (records.length > 0) checkColumn('model', column, columns[side]!)
    }
  }
  return model.fields
}
