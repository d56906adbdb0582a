import { hasWords } from './column.js'
import { dayOrder } from './dates.js'
import type { MatchField } from './fields.js'
import { WRONG } from './learn-field.js'
import { normalizeValue, plainText } from './normalize-value.js'
import { fieldText, type RecordFields } from './record.js'

/** The number of records of a table that are examined. */
const SAMPLE = 1000
/** What holds for this share of the records holds for a column; the others have wrong values. */
const MOST = 1 - WRONG

/** The words of a field in a record, without those that nearly all records have, and all its letters and digits. */
interface RowText {
  readonly words: readonly string[]
  readonly letters: string
}

/** A field in the examined records of each table; undefined where it has no value. */
interface FieldTexts {
  readonly field: MatchField
  readonly tables: readonly (readonly (RowText | undefined)[])[]
  /** The number of words that nearly all records of a table have. */
  readonly constants: number
  /** The mean number of words, without those. */
  readonly words: number
  /** The mean number of letters and digits. */
  readonly length: number
}

/**
 * The fields whose words are all in other fields of the same record, such as a full name next to its parts or a copy in
 * capitals. They would count the same evidence again. Parts are kept rather than the whole, because they show which words
 * correspond to each other; of equal fields, the one with the fewest constant words is kept, then that with the most others,
 * then the first.
 *
 * @param tables the records of one or two tables
 */
export function repeatedFields(
  fields: readonly MatchField[],
  tables: readonly (readonly RecordFields[])[],
): Set<MatchField> {
  const kept: FieldTexts[] = []
  const clearestFirst = fields
    .map((field) => textsOf(field, tables))
    .sort((one, other) => one.constants - other.constants || other.words - one.words)
  for (const texts of clearestFirst) {
    const isCopy = kept.some((other) => isAssembled(texts, [other]) && isAssembled(other, [texts]))
    if (!isCopy) kept.push(texts)
  }
  const rest = new Set(kept)
  for (const whole of kept.sort((one, other) => other.length - one.length)) {
    rest.delete(whole)
    const parts = [...rest].filter((part) => isPart(part, whole))
    if (!isAssembled(whole, parts)) rest.add(whole)
  }
  const compared = new Set([...rest].map(({ field }) => field))
  return new Set(fields.filter((field) => !compared.has(field)))
}

/** Whether the words of a field are in the values of another. */
function isPart(part: FieldTexts, whole: FieldTexts): boolean {
  if (classOf(part.field) !== classOf(whole.field)) return false
  return holdsMostly(whole.tables, (row, table, at) => {
    const own = part.tables[table]![at]
    if (own === undefined || own.words.length === 0) return undefined
    return own.words.every((word) => row.letters.includes(word))
  })
}

/** Whether nothing is left of the values of a field without the words of its parts, in whatever order they are. */
function isAssembled(whole: FieldTexts, parts: readonly FieldTexts[]): boolean {
  if (parts.length === 0 || parts.some(({ field }) => classOf(field) !== classOf(whole.field))) return false
  return holdsMostly(whole.tables, (row, table, at) => {
    if (row.words.length === 0) return undefined
    const words = parts
      .flatMap((part) => part.tables[table]![at]?.words ?? [])
      .sort((one, other) => other.length - one.length)
    let left = row.words.join('')
    for (const word of words) left = left.replace(word, '')
    return left === ''
  })
}

/** Whether a test succeeds for most records of each table; records for which it returns undefined do not count. */
function holdsMostly(
  tables: FieldTexts['tables'],
  test: (row: RowText, table: number, at: number) => boolean | undefined,
): boolean {
  let tested = 0
  for (const [table, rows] of tables.entries()) {
    let [seen, failed] = [0, 0]
    for (const [at, row] of rows.entries()) {
      const result = row && test(row, table, at)
      if (result === undefined) continue
      seen++
      if (!result && ++failed > WRONG * rows.length) return false
    }
    if (failed > WRONG * seen) return false
    tested += seen
  }
  return tested > 0
}

/** Parts and wholes are both words, both e-mail addresses or both numbers: names are compared better than addresses made of them. */
function classOf({ kind }: MatchField): string {
  return hasWords(kind) ? 'words' : kind === 'email' ? kind : 'numbers'
}

function textsOf(field: MatchField, tables: readonly (readonly RecordFields[])[]): FieldTexts {
  const read = tables.map((records, table) => rowTexts(field, records, table === 0 ? field.a : field.b))
  const filled = read.flatMap(({ rows }) => rows.filter((row) => row !== undefined))
  const meanOf = (count: (row: RowText) => number) =>
    filled.reduce((sum, row) => sum + count(row), 0) / Math.max(1, filled.length)
  return {
    field,
    tables: read.map(({ rows }) => rows),
    constants: read.reduce((sum, { constants }) => sum + constants, 0),
    words: meanOf(({ words }) => words.length),
    length: meanOf(({ letters }) => letters.length),
  }
}

function rowTexts(
  { kind }: MatchField,
  records: readonly RecordFields[],
  column: string,
): { readonly rows: (RowText | undefined)[]; readonly constants: number } {
  const step = Math.max(1, Math.floor(records.length / SAMPLE))
  const texts = records.flatMap((record, i) => (i % step === 0 ? [fieldText(record, column, i)] : []))
  const order = kind === 'date' ? dayOrder(texts.filter((text) => text !== undefined)) : undefined
  const lists = texts.map((text) => {
    const value = text === undefined ? '' : normalizeValue(text, kind, order)
    return value === '' ? undefined : (hasWords(kind) ? plainText(text!) : value).split(' ')
  })
  const counts = new Map<string, number>()
  for (const list of lists) for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const filled = lists.filter((list) => list !== undefined).length
  const isConstant = (word: string) => counts.get(word)! >= MOST * filled
  return {
    rows: lists.map(
      (list) => list && { words: list.filter((word) => !isConstant(word)), letters: list.join('') },
    ),
    constants: [...counts.keys()].filter(isConstant).length,
  }
}
