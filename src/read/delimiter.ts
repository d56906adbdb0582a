// Detects the layout of a delimited text from its first rows: the delimiter, the quoting, and whether the first row names the columns.

import { CsvParser, type Quoting } from './csv.js'
import { hasRecurringFields } from './first-row.js'

/** The usual delimiters, most likely first: fields separated by tabs may contain commas. */
export const DELIMITERS: readonly string[] = ['\t', ';', '|', ',']
/** Rare delimiters, for tables of records from unknown sources; tried only if none of the usual ones fits. */
export const RARE_DELIMITERS: readonly string[] = ['%', '#', '>', '^', '~', ':']
/** The delimiter of some files of ratings. */
export const DOUBLE_COLON = '::'
export const BLANKS = ' '

/** Whether this delimiter separates fields that cannot be quoted: two colons, or runs of blanks. */
export function isLineDelimiter(delimiter: string): boolean {
  return delimiter === DOUBLE_COLON || delimiter === BLANKS
}

/** The number of rows that are examined. */
const SAMPLED_LINES = 100

/** The first bytes of a text, and whether they are all of it. */
export interface TextSample {
  readonly head: Uint8Array
  readonly isWhole: boolean
}

/**
 * Finds the delimiter that gives most rows as many fields as the first, at least two; within a group, the one that gives more columns wins.
 * Later groups count only if no delimiter before them fits. Undefined: a text of one column.
 *
 * @example detectDelimiter({ head: Buffer.from('id;text\n1;x, y'), isWhole: true }, DELIMITERS) // ';'
 */
export function detectDelimiter(
  sample: TextSample,
  ...groups: readonly (readonly string[])[]
): string | undefined {
  for (const group of groups) {
    const found = detectAmong(sample, group)
    if (found !== undefined) return found
  }
  return undefined
}

function detectAmong(sample: TextSample, delimiters: readonly string[]): string | undefined {
  let best: { delimiter: string; score: number } | undefined
  for (const delimiter of delimiters) {
    const widths = sampleRows(sample, delimiter).map(({ length }) => length)
    const width = widths[0] ?? 1
    if (width < 2) continue
    const same = widths.filter((other) => other === width).length / widths.length
    const score = same * Math.log2(width + 1)
    if (same > 0.5 && (best === undefined || score > best.score)) best = { delimiter, score }
  }
  return best?.delimiter
}

/** Detects whether quotes enclose fields: they do not if most of those that begin a field do not end one, as in database dumps. */
export function detectQuoting(sample: TextSample, delimiter: string): Quoting {
  const { bad } = parseSample(sample, delimiter, 'strict')
  if (bad === 0) return 'strict'
  const rows = sampleRows(sample, delimiter, 'none')
  const isEven = rows.every(({ length }) => length === rows[0]?.length)
  const held = rows.flat().filter((field) => /^".*"$/s.test(field)).length
  return isEven && held <= bad ? 'none' : 'strict'
}

/** The first rows of a sample, without the last one, which may be cut off. */
export function sampleRows(
  sample: TextSample,
  delimiter: string,
  quoting: Quoting = 'lenient',
): readonly (readonly string[])[] {
  if (!isLineDelimiter(delimiter)) return parseSample(sample, delimiter, quoting).rows
  const lines = new TextDecoder().decode(sample.head).split(/\r?\n/)
  return (sample.isWhole || lines.length === 1 ? lines : lines.slice(0, -1))
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLED_LINES)
    .map((line) => splitFields(line, delimiter))
}

function parseSample(
  { head, isWhole }: TextSample,
  delimiter: string,
  quoting: Quoting,
): { readonly rows: readonly (readonly string[])[]; readonly bad: number } {
  const decoder = new TextDecoder()
  const rows: string[][] = []
  let bad = 0
  const parser = new CsvParser(
    delimiter,
    {
      row: (_, fields) => rows.push(fields.map((field) => decoder.decode(field))),
      bad: () => {
        bad++
      },
    },
    quoting,
  )
  parser.push(head)
  // A row without an end may be cut off; only the end of the input can tell.
  if (isWhole || rows.length === 0) parser.end()
  return { rows: rows.slice(0, SAMPLED_LINES), bad }
}

/** The fields of one line separated by two colons or by blanks, without quoting. */
export function splitFields(line: string, delimiter: string): string[] {
  return delimiter === BLANKS ? line.trim().split(/\s+/) : line.split(delimiter)
}

/**
 * Whether the first row names the columns: one of its fields is not a number although all others below it are, or all of its fields are
 * words and `isName` accepts one of them.
 */
export function hasHeader(rows: readonly (readonly string[])[], isName: (text: string) => boolean): boolean {
  const [first = [], ...rest] = rows
  if (first.some((text) => text.trim() === '')) return false
  const words = first.map((text) => !isNumber(text))
  if (rest.length > 0) {
    const isOdd = first.some(
      (_, column) => words[column]! && rest.every((row) => isNumber(row[column] ?? '')),
    )
    if (isOdd) return true
  }
  return words.every(Boolean) && first.some(isName)
}

/** Column names have at most this many words. */
const FEW_WORDS = 3

/**
 * Whether the first row is a record rather than a row of names: one of its fields reads like the texts below it (many words, and as long as
 * most of them), is a number above numbers, an e-mail address above others, or a date or phone number above others, or has the same pattern
 * with digits as all values below it (C17); or two of its fields occur again in their columns, in different rows.
 */
export function looksLikeData(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = rows
  if (hasRecurringFields(rows)) return true
  return first.some((text, column) => {
    const below = rest.map((row) => row[column] ?? '')
    if (isNumber(text)) return below.length > 0 && below.every(isNumber)
    if (isWrittenAs(text, below)) return true
    const lengths = below.map(({ length }) => length).sort((x, y) => x - y)
    const usual = lengths[lengths.length >> 1] ?? 0
    // A column that is mostly empty says nothing about its first field.
    return usual > 0 && text.trim().split(/\s+/).length > FEW_WORDS && text.length >= usual / 2
  })
}

/** Fewer values may share a pattern by chance. */
const MIN_VALUES = 3

/**
 * Whether a text is written as all values below it. A single value is enough if the text has no letters, or is an e-mail address, because
 * columns have no such names; another text with a digit must have the same letters and punctuation as at least three values.
 */
function isWrittenAs(text: string, below: readonly string[]): boolean {
  const given = below.filter((value) => value.trim() !== '')
  if (given.length === 0) return false
  if (/^\S+@\S+\.\S+$/.test(text)) return given.every((value) => value.includes('@'))
  if (isDigits(text) && given.every(isDigits)) return true
  const ruleOf = (value: string) => value.trim().replace(/\d+/g, '0')
  return (
    given.length >= MIN_VALUES && /\d/.test(text) && given.every((value) => ruleOf(value) === ruleOf(text))
  )
}

/** The digits of a date such as 1.2.2026, or of a short phone number. */
const MIN_DIGITS = 6

/** Whether a text consists of digits and punctuation, such as a date or a phone number. */
function isDigits(text: string): boolean {
  return !/\p{L}/u.test(text) && text.replaceAll(/\D/g, '').length >= MIN_DIGITS
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
}
