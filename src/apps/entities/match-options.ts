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
import { plainName } from '../../model/field-names.js'
import type { OnProgress } from '../../model/on-progress.js'
import {
  comparableColumns,
  expectedFields,
  ignoredAnswers,
  kindOfColumns,
  type MatchField,
  mapColumns,
  shapeOf,
  shortName,
  type TableShape,
  varyingColumns,
} from './fields.js'
import { isSharedKey } from './id-columns.js'
import { FIELD_KINDS, type FieldKind } from './kind.js'
import type { MatchLabel } from './labels.js'
import type { MatchModel } from './match-model.js'
import { NICKNAMES } from './nicknames.js'
import type { RecordFields } from './record.js'

/** Settings for a field, by its column in the first table. */
export interface FieldOptions {
  readonly a: string
  /** The column in the second table. Default: the one of the same name, or with most words in common. */
  readonly b?: string
  /** Default: guessed from the column's name and values. */
  readonly kind?: FieldKind
  /** The weight of its points, above 0. Default: 1. */
  readonly weight?: number
}

/** How records are matched. */
export interface MatchOptions {
  /**
   * Default: all columns that both tables have, by name or by their values, without record numbers (one word with a digit, a
   * different one in every record; unless they are a key to both tables) and without answers (`cluster`, `label`, …).
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

function chooseFields(
  a: readonly RecordFields[],
  b: readonly RecordFields[] | undefined,
  { fields, adjust = [], ignore: ignored = [], checkField }: MatchOptions,
): MatchField[] {
  const [shapeA, shapeB] = [shapeOf(a), b === undefined ? undefined : shapeOf(b)]
  const columnsOfB = (shapeB ?? shapeA).columns
  const known = [...new Set([...shapeA.columns, ...columnsOfB])]
  for (const column of ignored) checkColumn('ignore', column, known)
  if (checkField !== undefined) checkColumn('checkField', checkField, known)
  const ignore = [...ignored, ...(checkField === undefined ? [] : [checkField])]
  const requests = new Map(adjust.map((request) => [request.a, request]))
  for (const request of fields ?? []) {
    const { a: column, ...rest } = typeof request === 'string' ? { a: request } : request
    requests.set(column, { ...requests.get(column), a: column, ...rest })
  }
  for (const request of requests.values()) checkFieldRequest(request, shapeA.columns, columnsOfB)
  const isFree = (column: string) => !ignore.includes(column)
  const chosen = fields?.map((request) => (typeof request === 'string' ? request : request.a))
  const comparable = comparableColumns(shapeA).filter(isFree)
  const ofA = chosen ?? (b === undefined ? varyingColumns(a, comparable) : comparable)
  const mapped = new Map(
    ofA.flatMap((column) => mapRequested(column, requests.get(column), shapeB === undefined)),
  )
  if (b !== undefined && shapeB !== undefined) {
    const taken = new Set(mapped.values())
    const free = (chosen === undefined ? comparableColumns(shapeB).filter(isFree) : columnsOfB).filter(
      (column) => !taken.has(column),
    )
    const left = ofA.filter((column) => !mapped.has(column))
    for (const [one, other] of mapColumns(a, left, b, free)) mapped.set(one, other)
    if (chosen === undefined) addSharedKeys(mapped, [a, shapeA], [b, shapeB], isFree)
  }
  const missing = chosen?.find((column) => !mapped.has(column))
  if (missing !== undefined)
    throw new InvalidOption(
      'fields',
      missing,
      `a column for it in the second table: ${columnsOfB.join(', ')}`,
    )
  if (mapped.size === 0 && a.length > 0 && b?.length !== 0)
    throw new InvalidOption('fields', 'none', expectedFields(shapeA.columns, b && columnsOfB))
  const compared = [...ofA, ...[...mapped.keys()].filter((column) => !ofA.includes(column))]
  const short = new Map(compared.map((column) => [column, shortName(column)]))
  return compared.flatMap((one) => {
    const other = mapped.get(one)
    if (other === undefined) return []
    const { kind = kindOfColumns(a, one, b ?? a, other), weight = 1 } = requests.get(one) ?? {}
    const isAlone = [...short.values()].filter((name) => name === short.get(one)).length === 1
    return [{ name: isAlone ? short.get(one)! : one, a: one, b: other, kind, weight }]
  })
}

/** Adds columns that number the records of both tables and are a key to both, such as an ISBN or a social security number. */
function addSharedKeys(
  mapped: Map<string, string>,
  [a, shapeA]: readonly [readonly RecordFields[], TableShape],
  [b, shapeB]: readonly [readonly RecordFields[], TableShape],
  isFree: (column: string) => boolean,
): void {
  const others = [...mapped]
  for (const one of shapeA.numbering) {
    const other = shapeB.numbering.find((column) => plainName(column) === plainName(one))
    if (other === undefined || !isFree(one) || !isFree(other)) continue
    if (isSharedKey(a, b, [one, other], others)) mapped.set(one, other)
  }
}

function mapRequested(column: string, request: FieldOptions | undefined, isOne: boolean): [string, string][] {
  if (isOne) return [[column, column]]
  return request?.b === undefined ? [] : [[column, request.b]]
}

function checkFieldRequest(
  { a, b, kind, weight }: FieldOptions,
  ofA: readonly string[],
  ofB: readonly string[],
): void {
  checkColumn('fields', a, ofA)
  if (b !== undefined) checkColumn('fields', b, ofB)
  if (kind !== undefined) checkChoice('kind', kind, FIELD_KINDS)
  if (weight !== undefined && !(weight > 0 && weight < Number.POSITIVE_INFINITY)) {
    throw new InvalidOption('weight', weight, 'a number above 0')
  }
}

function checkColumn(option: string, column: string, columns: readonly string[]): void {
  if (!columns.includes(column))
    throw new InvalidOption(option, column, `one of the columns: ${columns.join(', ')}`)
}
