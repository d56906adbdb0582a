import { isIdName } from '../../model/field-names.js'
import { guessKind } from './kind.js'
import { plainText } from './normalize-value.js'
import { fieldText, type RecordFields } from './record.js'

/** With fewer records, the values of any column may happen to be distinct. */
const MIN_RECORDS = 5
/** The ids of a table are made by one rule: their letters form at most this many patterns, or this share of the records. */
const FEW_PATTERNS = 3
const PATTERN_SHARE = 0.05
/** The number of pairs sampled to see whether records with equal ids agree in other columns. */
const SAMPLED = 500
/** Standard deviations above chance. */
const DEVIATIONS = 4

/**
 * The columns that number the records: the values are all different, each is one word with a digit, and all are made by the
 * same rule (C17, rec-12-org, 5d3c…). Phones, dates, amounts and e-mail addresses do not count. A column that is named like an
 * id need not follow a rule (x7Kq2p), and some of its values may have no digit; titles or names in such a column are no ids.
 */
export function idColumns(records: readonly RecordFields[], columns: readonly string[]): string[] {
  return columns.filter((column) => {
    const isNamed = isIdName(column)
    if (!isNamed && records.length < MIN_RECORDS) return false
    const values = distinctValues(records, column)
    return values !== undefined && (isNamed ? areLabels(values) : areNumbers(column, values))
  })
}

/** Whether each value is one word, and most have a digit. */
function areLabels(values: ReadonlySet<string>): boolean {
  let digits = 0
  for (const value of values) {
    if (/\s/.test(value)) return false
    if (/\d/.test(value)) digits++
  }
  return digits > values.size / 2
}

function areNumbers(column: string, values: ReadonlySet<string>): boolean {
  const patterns = new Set<string>()
  for (const value of values) {
    if (!/^\S*\d\S*$/.test(value)) return false
    patterns.add(patternOf(value))
  }
  if (patterns.size > Math.max(FEW_PATTERNS, PATTERN_SHARE * values.size)) return false
  return !['phone', 'date', 'amount', 'email'].includes(guessKind(column, values))
}

/**
 * The column that identifies each record in results: of those that number the records, one named like an id, else the first.
 * If there is none, any column named like an id with distinct values will do, although it is compared.
 */
export function findId(
  records: readonly RecordFields[],
  columns: readonly string[],
  numbering: readonly string[],
): string | undefined {
  return (
    numbering.find(isIdName) ??
    numbering[0] ??
    columns.find((column) => isIdName(column) && distinctValues(records, column) !== undefined)
  )
}

/**
 * Whether a column that numbers the records of two tables is a key to both: records with the same value agree in other
 * columns more often than others do. Running numbers in both tables are not a key.
 *
 * @param others the other columns, of the first and of the second table
 */
export function isSharedKey(
  a: readonly RecordFields[],
  b: readonly RecordFields[],
  [one, other]: readonly [string, string],
  others: readonly (readonly [string, string])[],
): boolean {
  const positions = new Map(b.map((record, i) => [fieldText(record, other)?.trim(), i]))
  const pairs = a.flatMap((record, i) => {
    const position = positions.get(fieldText(record, one)?.trim() ?? '')
    return position === undefined ? [] : [[i, position] as const]
  })
  const step = Math.max(1, Math.floor(pairs.length / SAMPLED))
  const sample = pairs.filter((_, i) => i % step === 0)
  if (sample.length < MIN_RECORDS) return false
  const agreeing = (shift: number) =>
    sample.map(([i], at) => {
      const [, j] = pairs[(at * step + shift) % pairs.length]!
      return others.filter(([x, y]) => sameText(fieldText(a[i]!, x), fieldText(b[j]!, y))).length
    })
  const equal = agreeing(0)
  // In tables in the same order, such as that of towns, records with neighboring numbers agree, too.
  return [1, 1 + (pairs.length >> 1)].map(agreeing).every((chance) => {
    const deviation = Math.sqrt((varianceOf(equal) + varianceOf(chance) + 1 / sample.length) / sample.length)
    return meanOf(equal) - meanOf(chance) > DEVIATIONS * deviation
  })
}

/** The values of a column if they are all different, else undefined. */
function distinctValues(records: readonly RecordFields[], column: string): Set<string> | undefined {
  const values = new Set<string>()
  for (const record of records) {
    const value = fieldText(record, column)?.trim()
    if (value === undefined || values.has(value)) return undefined
    values.add(value)
  }
  return values
}

/** Keeps letters, and replaces runs of digits and long hexadecimal values by a placeholder. */
function patternOf(value: string): string {
  return /^[\da-f-]{16,}$/i.test(value) ? 'hexadecimal' : value.replace(/\d+/g, '0')
}

function sameText(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && plainText(one) === plainText(other)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return meanOf(values.map((value) => (value - mean) ** 2))
}
