import { UnreadableInput } from '../model/errors.js'
import type { Quoting } from './csv.js'
import {
  DELIMITERS,
  detectDelimiter,
  detectQuoting,
  isLineDelimiter,
  looksLikeData,
  sampleRows,
  type TextSample,
} from './delimiter.js'
import { mayBeRecord } from './first-row.js'

/** What the user specifies about delimited text; the rest is detected. */
export interface DelimitedOptions {
  /** One ASCII character. */
  readonly delimiter?: string | undefined
  /** Whether the first row names the columns. */
  readonly header?: boolean | undefined
}

/** How a delimited text is read. */
export interface DelimitedLayout {
  readonly delimiter: string
  readonly quoting: Quoting
  readonly hasHeader: boolean
  /** The first fields of the header if it may be a record. */
  readonly doubtfulHeader?: string
}

/** What a consumer expects of delimited text, in addition to what the user specifies. */
interface ExpectedLayout extends DelimitedOptions {
  /** Delimiters other than the usual ones, in groups; a group is tried only if those before it fail. */
  readonly moreDelimiters?: readonly (readonly string[])[] | undefined
  /** Whether a text of one column is an error. */
  readonly needsColumns?: boolean | undefined
  /** Decides from the first rows whether the first one names the columns. Default: it does. */
  readonly namesColumns?: ((rows: readonly (readonly string[])[]) => boolean) | undefined
}

/**
 * Detects the layout of a delimited text from its first rows. Throws `UnreadableInput` if the first row looks like data and the user has
 * not specified what it is.
 */
export function layoutOf(
  { name, format }: { readonly name: string; readonly format: string },
  sample: TextSample,
  expected: ExpectedLayout,
): DelimitedLayout {
  const { header, moreDelimiters = [], namesColumns } = expected
  const usual = format === 'tsv' ? '\t' : ','
  const detected = expected.delimiter ?? detectDelimiter(sample, [usual, ...DELIMITERS], ...moreDelimiters)
  if (detected === undefined && expected.needsColumns === true) throw noDelimiter(name)
  const delimiter = detected ?? usual
  const quoting = isLineDelimiter(delimiter) ? 'none' : detectQuoting(sample, delimiter)
  if (header === undefined) {
    const rows = sampleRows(sample, delimiter, quoting)
    if (namesColumns !== undefined) return { delimiter, quoting, hasHeader: namesColumns(rows) }
    if (looksLikeData(rows)) {
      throw new UnreadableInput(
        name,
        `its first row looks like data, not like column names (${shown(rows[0]!)})`,
        'add a row of column names, or use `header: false` (columns are then named 1, 2, 3, …) or `header: true`',
      )
    }
    if (mayBeRecord(rows)) return { delimiter, quoting, hasHeader: true, doubtfulHeader: shown(rows[0]!) }
  }
  return { delimiter, quoting, hasHeader: header ?? true }
}

function noDelimiter(name: string): UnreadableInput {
  return new UnreadableInput(
    name,
    'no delimiter splits its lines into the same number of fields',
    'separate fields with tabs, commas, semicolons, pipes, :: or spaces, or name the delimiter with `delimiter`',
  )
}

function shown(fields: readonly string[]): string {
  const some = fields.slice(0, 3).map((field) => (field.length > 30 ? `${field.slice(0, 30)}…` : field))
  return `${some.join(' | ')}${fields.length > some.length ? ' | …' : ''}`
}
