// What a table in a text file looks like, by its first lines: what stands between fields, and whether the first row
// names the columns.

import type { CsvDelimiter } from './csv.js'

/** What stands between two fields; `' '` is a run of blanks. */
export type Separator = CsvDelimiter | '::' | ' '

/** The likelier first: a comma may stand inside fields that tabs separate, and blanks inside any. */
const SEPARATORS: readonly Separator[] = ['::', '\t', ';', '|', ',', ' ']

/**
 * The separator that gives each of the lines the same number of fields, at least two; among several the first of the
 * list above. Undefined: none does.
 *
 * @example findSeparator(['1::1193::5', '1::661::3']) // '::'
 */
export function findSeparator(lines: readonly string[]): Separator | undefined {
  return SEPARATORS.find((separator) => {
    const counts = lines.map((line) => splitFields(line, separator).length)
    return counts[0]! > 1 && counts.every((count) => count === counts[0])
  })
}

/** The fields of one line, as far as a look at it needs them: quotes are taken off, and may hold separators. */
export function splitFields(line: string, separator: Separator): string[] {
  if (separator === '::') return line.split('::')
  if (separator === ' ') return line.trim().split(/\s+/)
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += character
  }
  return [...fields, field]
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

function isNumber(text: string): boolean {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
}
