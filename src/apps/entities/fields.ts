import { isIdName, plainName } from '../../model/field-names.js'
import { words } from '../../text/tokens.js'
import { type FieldKind, guessKind } from './kind.js'
import { plainText } from './normalize-value.js'
import { fieldText, type RecordFields } from './record.js'

/** A field that is compared: a column of each table. */
export interface MatchField {
  /** How it is called in results. */
  readonly name: string
  /** The column in the first table, and in the second; the same for one table. */
  readonly a: string
  readonly b: string
  readonly kind: FieldKind
  /** How often its points count; 1 unless wished otherwise. */
  readonly weight: number
}

/** What a table has besides fields to compare. */
export interface TableShape {
  readonly columns: readonly string[]
  /** The column that names each record, if there is one. */
  readonly id: string | undefined
}

/** Names of columns that hold the answer that is looked for: to compare by them would be to copy it. */
const ANSWER_NAMES =
  /^(cluster|cluster id|label|truth|ground truth|gold|is match|is duplicate|duplicate of|entity cluster|true id)$/

/** Values of a column that are looked at when columns are mapped. */
const SAMPLE = 2000
/** The least Jaccard similarity of the words of two columns that hold the same. */
const ALIKE = 0.1

/** The columns of records in the order in which they appear, and the one that names the records. */
export function shapeOf(records: readonly RecordFields[]): TableShape {
  const columns = new Set<string>()
  for (const record of records) for (const column in record) columns.add(column)
  return { columns: [...columns], id: findId(records, [...columns]) }
}

/** Of the columns named like an id the first that has another value in every record. */
function findId(records: readonly RecordFields[], columns: readonly string[]): string | undefined {
  return columns.find((column) => {
    if (!isIdName(column)) return false
    const values = new Set(records.map((record) => fieldText(record, column)))
    return values.size === records.length && !values.has(undefined)
  })
}

/** Columns that are compared unless the caller says which: all but ids and answers. */
export function comparableColumns({ columns, id }: TableShape): string[] {
  return columns.filter((column) => column !== id && !ANSWER_NAMES.test(plainName(column)))
}

/**
 * Which column of the second table holds what a column of the first does: those of one name (case, punctuation and the
 * path of an ontology aside) first, then those whose values have most words in common.
 */
export function mapColumns(
  a: readonly RecordFields[],
  columnsOfA: readonly string[],
  b: readonly RecordFields[],
  columnsOfB: readonly string[],
): (readonly [string, string])[] {
  const mapped = new Map<string, string>()
  const free = new Set(columnsOfB)
  const take = (one: string, other: string) => {
    mapped.set(one, other)
    free.delete(other)
  }
  for (const column of columnsOfA) if (free.has(column)) take(column, column)
  for (const column of columnsOfA) {
    const same = [...free].find((other) => plainName(other) === plainName(column))
    if (!mapped.has(column) && same !== undefined) take(column, same)
  }
  const left = columnsOfA.filter((column) => !mapped.has(column))
  const wordsOf = (records: readonly RecordFields[], column: string) =>
    new Set(sampleOf(records, column).flatMap((value) => words(plainText(value))))
  const wordsOfB = new Map([...free].map((column) => [column, wordsOf(b, column)]))
  left
    .flatMap((one) => {
      const own = wordsOf(a, one)
      return [...free].map((other) => ({ one, other, alike: jaccardOf(own, wordsOfB.get(other)!) }))
    })
    .filter(({ alike }) => alike >= ALIKE)
    .sort((x, y) => y.alike - x.alike)
    .forEach(({ one, other }) => {
      if (!mapped.has(one) && free.has(other)) take(one, other)
    })
  return columnsOfA.flatMap((column) => (mapped.has(column) ? [[column, mapped.get(column)!] as const] : []))
}

/** What a column of either table holds, by both together. */
export function kindOfColumns(
  a: readonly RecordFields[],
  one: string,
  b: readonly RecordFields[],
  other: string,
): FieldKind {
  return guessKind(one, [...sampleOf(a, one), ...sampleOf(b, other)])
}

/** The name without the path of an ontology, for people. */
export function shortName(column: string): string {
  return /^https?:/.test(column) ? (column.split(/[#/]/).at(-1) ?? column) : column
}

function sampleOf(records: readonly RecordFields[], column: string): string[] {
  const step = Math.max(1, Math.floor(records.length / SAMPLE))
  const values: string[] = []
  for (let i = 0; i < records.length; i += step) {
    const text = fieldText(records[i]!, column, i)
    if (text !== undefined) values.push(text)
  }
  return values
}

function jaccardOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common++
  const union = one.size + other.size - common
  return union === 0 ? 0 : common / union
}
