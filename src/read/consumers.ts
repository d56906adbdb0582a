import { type AnyFormat, FORMATS, holdsRecords } from './format.js'

/** What inputs are turned into. Each consumer may interpret an extension, or stdin, differently. */
export interface Consumer {
  /** For messages. */
  readonly reads: 'documents' | 'sets' | 'a table'
  readonly formats: readonly AnyFormat[]
  /** The format of stdin and pipes, unless their first bytes show another. */
  readonly defaultFormat: AnyFormat
  /**
   * The format of a file that was named explicitly and whose extension is not that of a suitable format; its first bytes may show another.
   * Default: it is rejected.
   *
   * @param format what the extension means otherwise
   */
  readonly guess?: (format: AnyFormat | undefined, name: string) => AnyFormat | undefined
  /** A hint on how to read a file whose extension is not that of a suitable format; the same for a folder of them, ending with a comma. */
  readonly otherwise: string
  readonly otherwiseInFolder: string
}

/** The formats that hold records. */
export const RECORD_FORMATS = FORMATS.filter(holdsRecords)

export const DOCUMENTS: Consumer = {
  reads: 'documents',
  formats: FORMATS,
  defaultFormat: 'jsonl',
  otherwise: "add `format: 'text'` or another format",
  otherwiseInFolder: "add `format: 'text'` to read each file as one document; ",
}

/** Files of transactions often have the extension .dat or .txt. */
const TRANSACTIONS = /\.(dat|txt)(\.(gz|zst))?$/i

export const SETS: Consumer = {
  reads: 'sets',
  formats: ['sets', ...RECORD_FORMATS],
  defaultFormat: 'sets',
  guess: (_format, name) => (TRANSACTIONS.test(name) ? 'sets' : undefined),
  otherwise: 'name its format (`format`), or add `shingle: {}` to read documents',
  otherwiseInFolder: '',
}

/** A table may have any extension, or none. */
export const TABLES: Consumer = {
  reads: 'a table',
  formats: RECORD_FORMATS,
  defaultFormat: 'csv',
  guess: (format) => (format === 'html' ? undefined : 'csv'),
  otherwise: `name its format (\`format: ${RECORD_FORMATS.join(', ')}\`)`,
  otherwiseInFolder: '',
}
