import { FIELD_OPTIONS } from './fields.js'
import { INPUT_OPTIONS } from './input.js'
import { LIVE_INDEX_OPTIONS } from './live-index.js'
import type { CommandName, Option } from './option.js'
import { OTHER_INPUT_OPTIONS } from './other-inputs.js'
import { OUTPUT_OPTIONS } from './output.js'
import { PREFERENCE_OPTIONS } from './preferences.js'
import { PRINT_OPTIONS } from './prints.js'
import { RECALL_OPTIONS } from './recall.js'
import { RUNNING_OPTIONS } from './running.js'
import { SERVER_OPTIONS } from './server.js'
import { SHINGLE_OPTIONS } from './shingles.js'
import { SIMILARITY_OPTIONS } from './similarity.js'
import { SPARK_OPTIONS } from './spark.js'
import { SURVIVOR_OPTIONS } from './survivors.js'

/** Every option of every command, by its name without the dashes. */
const OPTIONS = {
  ...INPUT_OPTIONS,
  ...OTHER_INPUT_OPTIONS,
  ...FIELD_OPTIONS,
  ...SIMILARITY_OPTIONS,
  ...RECALL_OPTIONS,
  ...SHINGLE_OPTIONS,
  ...SURVIVOR_OPTIONS,
  ...PREFERENCE_OPTIONS,
  ...PRINT_OPTIONS,
  ...LIVE_INDEX_OPTIONS,
  ...SERVER_OPTIONS,
  ...OUTPUT_OPTIONS,
  ...RUNNING_OPTIONS,
  ...SPARK_OPTIONS,
} as const

export type OptionName = keyof typeof OPTIONS

/** The values given on the command line, by option name; options that were not given are missing. */
export type OptionValues = { readonly [Name in OptionName]?: ReturnType<(typeof OPTIONS)[Name]['parse']> }

/** A row with its name. */
export type OptionRow = Option<unknown> & { readonly name: OptionName }

/** The table as a list, in order. */
export const OPTION_LIST: readonly OptionRow[] = (
  Object.entries(OPTIONS) as [OptionName, Option<unknown>][]
).map(([name, row]) => ({ name, ...row }))

/** The options of a command, with the texts that its help shows. */
export function optionsOf(command: CommandName): OptionRow[] {
  return OPTION_LIST.filter(({ commands }) => commands.includes(command)).map((row) => ({
    ...row,
    ...row.forCommand?.[command],
  }))
}

/** The summary of an option, followed by the choices if neither its value nor its summary names them. */
export function summaryOf({ summary, value, choices, completes }: OptionRow): string {
  const isListed =
    choices === undefined ||
    completes !== undefined ||
    value === choices.join('|') ||
    choices.every((choice) => summary.split(/[^\w-]+/).includes(choice))
  return isListed ? summary : `${summary}; one of ${choices.join(', ')}`
}
