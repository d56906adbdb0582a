import type { OnError } from './bad-records.js'
import type { DelimitedOptions } from './delimited-layout.js'
import type { Encoding } from './encoding.js'
import type { Format } from './format.js'

/** How documents are opened. */
export interface SourceOptions extends DelimitedOptions {
  /** The fields that hold the text, names or paths (`doc.body.text`). Default: one, detected from the first record. */
  readonly text?: readonly string[]
  /**
   * The field that holds the id; false: none, the number of the record is its id. Default: `path` if every input is a text or HTML file;
   * otherwise a field that is named like an id and whose values are distinct, if there is one.
   */
  readonly id?: string | false
  /** What the inputs hold. Default: by their extensions; JSON Lines for stdin and pipes. */
  readonly format?: Format
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding
  /** Patterns of files and folders to exclude from folders and globs. */
  readonly exclude?: readonly string[]
  /** What happens at a bad record. Default: `stop`. */
  readonly onError?: OnError
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /**
   * Fields that are needed in addition to text and id; nothing else is read from Parquet. Default: all. A name is that of a column, or a
   * path into structs (`doc.body.text`).
   */
  readonly fields?: readonly string[]
  /**
   * Whether rows of Parquet or delimited text, lines, or records of JSON are copied later as they are written. If so, text that can be read
   * only once is stored, and a file without records is kept as a file.
   */
  readonly copiesRows?: boolean
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
  /** The number of threads that may read very many files. Default: the number of cores. */
  readonly workers?: number
  /** Called now and then with the number of records so far, while inputs that cannot be read as they are, such as stdin, are stored. */
  readonly onRecords?: (records: number) => void
  /** Chooses what is read of HTML files, after it has seen all of them. Default: all their text. */
  readonly pages?: PageReader
}

/** Converts HTML pages to text. It sees all pages in order, then each again, by its number. */
interface PageReader {
  see(html: string): void
  text(page: number, html: string): string
}
