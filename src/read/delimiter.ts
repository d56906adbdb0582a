// What a delimited text looks like, by its first rows: what stands between fields, what quotes mean, and whether the first
// row names the columns.

import { CsvParser, type Quoting } from './csv.js'

/** The usual delimiters, the likeliest first: a comma may be inside fields that tabs separate. */
export const DELIMITERS: readonly string[] = ['\t', ';', '|', ',']
/** Those of tables of records, which come from anywhere; they count where none of the usual ones does. */
export const RARE_DELIMITERS: readonly string[] = ['%', '#', '>', '^', '~', ':']
/** Of ratings. */
export const DOUBLE_COLON = '::'
export const BLANKS = ' '

/** Whether a delimiter separates fields that know no quotes: two colons, or runs of blanks. */
export function isLineDelimiter(delimiter: string): boolean {
  return delimiter === DOUBLE_COLON || delimiter === BLANKS
}

/** Rows that are looked at. */
const LOOKED_AT = 100

/** The first bytes of a text, and whether they are all. */
export interface TextSample {
  readonly head: Uint8Array
  readonly isWhole: boolean
}

/**
 * The delimiter that gives most rows as many fields as the first, at least two; among several of a group the one that makes more
 * columns. Later groups count where no delimiter before them does. Undefined: a text of one column.
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

/** Whether quotes hold fields together: not where most that begin a field do not end one, as in dumps of databases. */
export function detectQuoting(sample: TextSample, delimiter: string): Quoting {
  const { bad } = parseSample(sample, delimiter, 'strict')
  if (bad === 0) return 'strict'
  const rows = sampleRows(sample, delimiter, 'none')
  const isEven = rows.every(({ length }) => length === rows[0]?.length)
  const held = rows.flat().filter((field) => /^".*"$/s.test(field)).length
  return isEven && held <= bad ? 'none' : 'strict'
}

/** The first rows of a sample, without the one at its end, which may be cut. */
export function sampleRows(
  sample: TextSample,
  delimiter: string,
  quoting: Quoting = 'lenient',
): readonly (readonly string[])[] {
  if (!isLineDelimiter(delimiter)) return parseSample(sample, delimiter, quoting).rows
  const lines = new TextDecoder().decode(sample.head).split(/\r?\n/)
  return (sample.isWhole || lines.length === 1 ? lines : lines.slice(0, -1))
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT)
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
  // What has no end may be cut; only the end of the input can tell.
  if (isWhole || rows.length === 0) parser.end()
  return { rows: rows.slice(0, LOOKED_AT), bad }
}

/** The fields of one line by two colons or by blanks, which know no quotes. */
export function splitFields(line: string, delimiter: string): string[] {
  return delimiter === BLANKS ? line.trim().split(/\s+/) : line.split(delimiter)
}

/**
 * Whether the first row names the columns: one of its fields is no number where all others below it are, or all of its
 * fields are words and one is a name that `isName` knows.
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

/** Names of columns have few words. */
const FEW_WORDS = 3

/**
 * Whether the first row is one of the records, and not a row of names: a field of it reads like the texts below it, many words
 * and as long as most, or is a number above numbers, or is written by the same rule as all below it, with digits (a date, a phone, C17)
 * or as an e-mail address.
 */
export function looksLikeData(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = rows
  return first.some((text, column) => {
    const below = rest.map((row) => row[column] ?? '')
    if (isNumber(text)) return below.length > 0 && below.every(isNumber)
    if (isWrittenAs(text, below)) return true
    const lengths = below.map(({ length }) => length).sort((x, y) => x - y)
    const usual = lengths[lengths.length >> 1] ?? 0
    // A column that is mostly empty tells nothing about its first field.
    return usual > 0 && text.trim().split(/\s+/).length > FEW_WORDS && text.length >= usual / 2
  })
}

/** Fewer values have one rule by chance. */
const MIN_VALUES = 3

/** Whether a text with a digit, or an e-mail address, has the same letters and signs as all that are below it, digits aside. */
function isWrittenAs(text: string, below: readonly string[]): boolean {
  const given = below.filter((value) => value.trim() !== '')
  if (given.length < MIN_VALUES) return false
  if (/^\S+@\S+\.\S+$/.test(text)) return given.every((value) => value.includes('@'))
  const ruleOf = (value: string) => value.trim().replace(/\d+/g, '0')
  return /\d/.test(text) && given.every((value) => ruleOf(value) === ruleOf(text))
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
}
