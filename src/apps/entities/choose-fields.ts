import { checkChoice } from '../../model/check.js'
import { InvalidOption } from '../../model/errors.js'
import { plainName } from '../../model/field-names.js'
import {
  comparableColumns,
  expectedFields,
  kindOfColumns,
  type MatchField,
  mapColumns,
  shapeOf,
  shortName,
  type TableShape,
  varies,
} from './fields.js'
import { isSharedKey } from './id-columns.js'
import { FIELD_KINDS, type FieldKind } from './kind.js'
import type { RecordFields } from './record.js'
import { repeatedFields } from './repeated-fields.js'

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

/** The options that determine the fields: see `MatchOptions`. */
interface FieldChoice {
  readonly fields?: readonly (string | FieldOptions)[]
  readonly adjust?: readonly FieldOptions[]
  readonly ignore?: readonly string[]
  readonly checkField?: string
}

/** The fields that are compared: those requested, or all that can show whether records match. */
export function chooseFields(
  a: readonly RecordFields[],
  b: readonly RecordFields[] | undefined,
  { fields, adjust = [], ignore: ignored = [], checkField }: FieldChoice,
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
  const ofA = chosen ?? comparableColumns(shapeA).filter(isFree)
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
  if (chosen === undefined) removeConstants(mapped, a, b ?? a)
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
  const found = compared.flatMap((one) => {
    const other = mapped.get(one)
    if (other === undefined) return []
    const { kind = kindOfColumns(a, one, b ?? a, other), weight = 1 } = requests.get(one) ?? {}
    const isAlone = [...short.values()].filter((name) => name === short.get(one)).length === 1
    return [{ name: isAlone ? short.get(one)! : one, a: one, b: other, kind, weight }]
  })
  const repeated = repeatedFields(found, b === undefined ? [a] : [a, b])
  return found.filter((field) => chosen !== undefined || requests.has(field.a) || !repeated.has(field))
}

/** Removes columns with one value per table, which cannot distinguish its records, unless there are no others. */
function removeConstants(
  mapped: Map<string, string>,
  a: readonly RecordFields[],
  b: readonly RecordFields[],
): void {
  const constant = [...mapped].filter(([one, other]) => !varies(a, one) && !varies(b, other))
  if (constant.length < mapped.size) for (const [one] of constant) mapped.delete(one)
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

/** Throws if there is no such column. */
export function checkColumn(option: string, column: string, columns: readonly string[]): void {
  if (!columns.includes(column))
    throw new InvalidOption(option, column, `one of the columns: ${columns.join(', ')}`)
}
