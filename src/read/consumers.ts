import { type AnyFormat, FORMATS, holdsRecords } from './format.js'

/** What is made of inputs: an extension, and stdin, may mean something else to each. */
export interface Consumer {
  /** For messages. */
  readonly reads: 'documents' | 'sets' | 'a table'
  readonly formats: readonly AnyFormat[]
  /** Of stdin and pipes, unless their first bytes tell another. */
  readonly defaultFormat: AnyFormat
  /**
   * What a file is read as that was named and whose extension means none of the formats; its first bytes may tell another. Default:
   * it is refused.
   *
   * @param format what the extension means otherwise
   */
  readonly guess?: (format: AnyFormat | undefined, name: string) => AnyFormat | undefined
  /** How a file can be read whose extension means none of the formats; the same for a folder of them, with a comma at its end. */
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

/** Files of transactions are often called .dat or .txt. */
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
