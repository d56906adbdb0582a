import type { Written } from '../write/written.js'
import type { ProcessCost } from './output/process-cost.js'
import type { StoredList } from './output/stored-list.js'
import type { Printer } from './terminal.js'

/**
 * The result of a command, which the caller prints. A key of the report has the same meaning in every command;
 * docs/reference/json-output.md lists them all.
 */
export interface Outcome {
  readonly report: Report
  /** The summary as text, printed unless --quiet is set. */
  readonly text: (printer: Pick<Printer, 'colors'>) => string
  /** Whether the text is the result itself. It is then not printed with --json, which contains the same data. */
  readonly isAnswer?: boolean
  /** Data for stdout that is in no file, such as a count. */
  readonly data?: string
  /** A list that may not fit into memory: printed like the text or, with --json, under its key. */
  readonly list?: { readonly key: string; readonly items: StoredList }
}

/** The object that `--json` prints, after the name of the command and the version. Values are plain data. */
export interface Report extends ProcessCost {
  /** The operands that name the inputs, as on the command line. */
  readonly inputs: readonly string[]
  readonly written: readonly Written[]
  /** The fields that were used; null: none, ids are record numbers. */
  readonly fields?: object
  /** How the inputs were read. */
  readonly input?: object
  /** The minimum similarity or score of a reported pair. */
  readonly threshold?: number
  /** Pairs that were compared. */
  readonly candidates?: number
  /** Pairs that were found. */
  readonly pairs?: number
  /** The folder of a live index. */
  readonly index?: string
  /** Bad records that were skipped. */
  readonly skipped?: number
}
