import { UnreadableInput } from '../model/errors.js'
import type { Quoting } from './csv.js'
import {
  DELIMITERS,
  detectDelimiter,
  detectQuoting,
  looksLikeData,
  sampleRows,
  type TextSample,
} from './delimiter.js'
import type { Format } from './format.js'

/** What the user says about delimited text; the rest is detected. */
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
}

/**
 * How a delimited text of documents or sets is laid out, by its first rows. Throws `UnreadableInput` where the first row looks
 * like data and nobody has said what it is.
 */
export function layoutOf(
  { name, format }: { readonly name: string; readonly format: Format | 'sets' },
  sample: TextSample,
  { delimiter: wished, header }: DelimitedOptions,
): DelimitedLayout {
  const usual = format === 'tsv' ? '\t' : ','
  const delimiter = wished ?? detectDelimiter(sample, [usual, ...DELIMITERS]) ?? usual
  const quoting = detectQuoting(sample, delimiter)
  if (header === undefined) {
    const rows = sampleRows(sample, delimiter, quoting)
    if (looksLikeData(rows)) {
      throw new UnreadableInput(
        name,
        `its first row looks like data, not like names of columns (${shown(rows[0]!)})`,
        'add a row of names, or say --header no (columns are then called 1, 2, 3, …) or --header yes',
      )
    }
  }
  return { delimiter, quoting, hasHeader: header ?? true }
}

function shown(fields: readonly string[]): string {
  const some = fields.slice(0, 3).map((field) => (field.length > 30 ? `${field.slice(0, 30)}…` : field))
  return `${some.join(' | ')}${fields.length > some.length ? ' | …' : ''}`
}
