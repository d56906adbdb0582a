// Tables as they are found: any separator, quotes or none, stray quotes. Where documents are read, csv.ts is strict
// instead, because a quote in the wrong place could swallow a text there and nobody would see it; a table shows it by its
// columns.

/** Separators that are looked for, the likeliest first. */
const SEPARATORS = [',', '\t', ';', '|', '%', '#', '>', '^', '~', ':'] as const

const QUOTE = '"'
/** Lines that are looked at. */
const LINES = 100

/** A row and the 1-based line on which it begins. */
export interface SeparatedRow {
  readonly line: number
  readonly fields: readonly string[]
}

/**
 * The separator of a table: the one that stands as often in most lines as in the first; of several the one that makes
 * more columns. Undefined where there is none: a table of one column.
 *
 * @example detectSeparator('id|name\n1|x, y') // '|'
 */
export function detectSeparator(text: string): string | undefined {
  let best: { separator: string; score: number } | undefined
  for (const separator of SEPARATORS) {
    const widths: number[] = []
    for (const { fields } of separatedRows(text.slice(0, 1 << 18), separator)) {
      widths.push(fields.length)
      if (widths.length === LINES) break
    }
    const width = widths[0] ?? 1
    if (width < 2) continue
    const same = widths.filter((other) => other === width).length / widths.length
    const score = same * Math.log2(width + 1)
    if (same > 0.5 && (best === undefined || score > best.score)) best = { separator, score }
  }
  return best?.separator
}

/**
 * The rows of a table. A field that begins with a quote ends with one before a separator or the line's end, and holds
 * what stands between, a doubled quote as one; any other quote is a character. Blank lines are passed over.
 */
export function* separatedRows(text: string, separator: string): Generator<SeparatedRow> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const began = line
    const fields: string[] = []
    for (let isOpen = true; isOpen; ) {
      const { value, end } = (text[at] === QUOTE ? quotedField(text, at, separator) : undefined) ?? {
        value: undefined,
        end: plainEnd(text, at, separator),
      }
      fields.push(value ?? text.slice(at, end))
      if (value !== undefined) line += newlinesIn(text, at, end)
      isOpen = text[end] === separator
      at = end + 1
    }
    line++
    const last = fields.length - 1
    fields[last] = fields[last]!.replace(/\r$/, '')
    if (fields.length > 1 || fields[0] !== '') yield { line: began, fields }
  }
}

function plainEnd(text: string, at: number, separator: string): number {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end++
  return end
}

/** The field whose opening quote stands at `at`, or undefined where it does not close as a field does. */
function quotedField(
  text: string,
  at: number,
  separator: string,
): { value: string; end: number } | undefined {
  for (let close = text.indexOf(QUOTE, at + 1); close !== -1; close = text.indexOf(QUOTE, close + 2)) {
    const next = text[close + 1]
    if (next === QUOTE) continue
    const end = next === '\r' && text[close + 2] === '\n' ? close + 2 : close + 1
    if (text[end] !== undefined && text[end] !== separator && text[end] !== '\n') return undefined
    return { value: text.slice(at + 1, close).replaceAll('""', QUOTE), end }
  }
  return undefined
}

function newlinesIn(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}
