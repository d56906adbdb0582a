import { plainName } from '../../model/field-names.js'
import { type CommonWords, commonWords, FAR_MORE, MIN_COMMON, sampleOf } from './common-words.js'
import { findId, idColumns } from './id-columns.js'
import { type FieldKind, guessKind } from './kind.js'
import { plainText } from './normalize-value.js'
import { fieldText, type RecordFields } from './record.js'

/** A field that is compared: a column of each table. */
export interface MatchField {
  /** Its name in results. */
  readonly name: string
  /** The column in the first table, and in the second; the same for one table. */
  readonly a: string
  readonly b: string
  readonly kind: FieldKind
  /** The weight of its points; 1 by default. */
  readonly weight: number
}

/** The columns of a table, and those that identify or number its records. */
export interface TableShape {
  readonly columns: readonly string[]
  /** The column that identifies each record, if there is one. */
  readonly id: string | undefined
  /** The columns that number the records. */
  readonly numbering: readonly string[]
}

/** Names of columns that hold the answer being looked for: comparing them would mean copying it. */
const ANSWER_NAMES =
  /^(cluster|cluster id|label|truth|ground truth|gold|is match|is duplicate|duplicate of|entity cluster|true id)$/

/** The columns of records in order of appearance, and those that identify or number the records. */
export function shapeOf(records: readonly RecordFields[]): TableShape {
  const list = columnsOf(records)
  const numbering = idColumns(records, list)
  return { columns: list, id: findId(records, list, numbering), numbering }
}

function columnsOf(records: readonly RecordFields[]): string[] {
  const columns = new Set<string>()
  for (const record of records) for (const column in record) columns.add(column)
  return [...columns]
}

/**
 * The columns that are named like answers and would be compared otherwise: those of one table, or of both, without those that
 * the user left out. Only a name can show that.
 */
export function ignoredAnswers(
  tables: readonly (readonly RecordFields[])[],
  { ignore = [], checkField }: { readonly ignore?: readonly string[]; readonly checkField?: string },
): string[] {
  const [columns = [], ...others] = tables.map((records) =>
    columnsOf(records).filter(
      (column) => isAnswer(column) && !ignore.includes(column) && column !== checkField,
    ),
  )
  return columns.filter((column) =>
    others.every((names) => names.some((name) => plainName(name) === plainName(column))),
  )
}

function isAnswer(column: string): boolean {
  return ANSWER_NAMES.test(plainName(column))
}

/** The columns that are compared by default: all but those that number the records and answers. */
export function comparableColumns({ columns, numbering }: TableShape): string[] {
  return columns.filter((column) => !numbering.includes(column) && !isAnswer(column))
}

/** Whether a column has more than one value, apart from case and punctuation; the column of a single record may. */
export function varies(records: readonly RecordFields[], column: string): boolean {
  if (records.length === 1) return true
  let first: string | undefined
  return records.some((record, position) => {
    const text = fieldText(record, column, position)
    const plain = text && (plainText(text) || text)
    first ??= plain
    return plain !== undefined && plain !== first
  })
}

/**
 * What is needed where no column can be compared.
 *
 * @param others the columns of the second table, if there is one
 */
export function expectedFields(columns: readonly string[], others: readonly string[] | undefined): string {
  if (columns.length === 0) return 'records with values that can be compared'
  return others === undefined
    ? `at least one of the columns ${columns.join(', ')}`
    : `columns that correspond to each other, by name or as mapped: ${columns.join(', ')} and ${others.join(', ')}`
}

/**
 * Maps each column of the first table to the column of the second that holds the same data: first by name (ignoring case,
 * punctuation and the path of an ontology), unless the values have much less in common than those of other columns; then by
 * the most words in common.
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
  const alike = commonWords(a, b)
  for (const one of misnamed(mapped, columnsOfB, alike)) {
    free.add(mapped.get(one)!)
    mapped.delete(one)
  }
  columnsOfA
    .filter((column) => !mapped.has(column))
    .flatMap((one) => [...free].map((other) => ({ one, other, common: alike(one, other) })))
    .filter(({ common }) => common >= MIN_COMMON)
    .sort((x, y) => y.common - x.common)
    .forEach(({ one, other }) => {
      if (!mapped.has(one) && free.has(other)) take(one, other)
    })
  return columnsOfA.flatMap((column) => (mapped.has(column) ? [[column, mapped.get(column)!] as const] : []))
}

/**
 * The columns of the first table whose namesake in the second holds different data: another column there has far more words
 * in common with them, and fewer with its own namesake. Includes the columns that would lose their namesake to them.
 */
function misnamed(
  mapped: ReadonlyMap<string, string>,
  columnsOfB: readonly string[],
  alike: CommonWords,
): Set<string> {
  const owners = new Map([...mapped].map(([one, other]) => [other, one]))
  const found = new Set<string>()
  for (const [one, namesake] of mapped) {
    const own = alike(one, namesake)
    for (const other of columnsOfB) {
      const common = other === namesake ? 0 : alike(one, other)
      if (common < MIN_COMMON || common < FAR_MORE * own) continue
      const owner = owners.get(other)
      if (owner !== undefined && alike(owner, other) * FAR_MORE > common) continue
      found.add(one)
      if (owner !== undefined) found.add(owner)
    }
  }
  return found
}

/**
 * The column of the second table with which a column of the first should rather be compared than with `other`: one that has far more words
 * in common with it. Undefined if there is none.
 */
export function betterColumn(
  a: readonly RecordFields[],
  one: string,
  b: readonly RecordFields[],
  other: string,
): string | undefined {
  const alike = commonWords(a, b)
  const common = (column: string) => alike(one, column)
  const [best] = columnsOf(b).sort((x, y) => common(y) - common(x))
  if (best === undefined || common(best) < MIN_COMMON) return undefined
  return common(best) >= FAR_MORE * common(other) ? best : undefined
}

/** The kind of a column, from its values in both tables. */
export function kindOfColumns(
  a: readonly RecordFields[],
  one: string,
  b: readonly RecordFields[],
  other: string,
): FieldKind {
  return guessKind(one, [...sampleOf(a, one), ...sampleOf(b, other)])
}

/** The name for display, without the path of an ontology. */
export function shortName(column: string): string {
  return /^https?:/.test(column) ? (column.split(/[#/]/).at(-1) ?? column) : column
}
