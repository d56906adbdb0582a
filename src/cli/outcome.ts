import type { Written } from '../write/written.js'
import type { ProcessCost } from './output/process-cost.js'
import type { Printer } from './terminal.js'

/**
 * What a command hands back when it is done; the shell prints it. A key of the report means the same in every command:
 * docs/reference/json-output.md lists them all.
 */
export interface Outcome {
  readonly report: Report
  /** What a person reads, unless --quiet: a summary of what was done. */
  readonly text: (printer: Pick<Printer, 'colors'>) => string
  /** Whether the text is the answer itself, which --json gives in another form: then it is not printed besides. */
  readonly isAnswer?: boolean
  /** Data for stdout that no file holds, such as a count. */
  readonly data?: string
}

/** What `--json` prints, after the name of the command and the version. Values are plain data. */
export interface Report extends ProcessCost {
  /** The operands that name what is read, as the command line has them. */
  readonly inputs: readonly string[]
  readonly written: readonly Written[]
  /** Which field plays which part; null: none, ids are the numbers of the records. */
  readonly fields?: object
  /** The least similarity or score of a pair that counts as found. */
  readonly threshold?: number
  /** Pairs that were compared. */
  readonly candidates?: number
  /** Pairs that were found. */
  readonly pairs?: number
  /** The folder of a live index. */
  readonly index?: string
  /** Bad records that were left out. */
  readonly skipped?: number
}
