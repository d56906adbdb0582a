/** The words that come first on the command line. */
export type CommandName =
  | 'find'
  | 'dedup'
  | 'explain'
  | 'decontaminate'
  | 'recluster'
  | 'restore'
  | 'join'
  | 'probe'
  | 'match'
  | 'compare'
  | 'plagiarism'
  | 'recommend'
  | 'fingerprints'
  | 'tune'
  | 'index'
  | 'serve'
  | 'mcp'
  | 'completion'
  | 'help'

/** The headings of the help, in its order. */
export const GROUPS = [
  'Input',
  'Fields',
  'Labels and models',
  'Similarity and recall',
  'Shingles',
  'Survivors',
  'Recommendations',
  'Fingerprints',
  'Index',
  'Server',
  'Output',
  'Running',
] as const

type Group = (typeof GROUPS)[number]

/** What the shell offers behind an option. */
type Completes = 'file' | 'folder' | 'nothing'

/** One row of the option table, from which the parser, the help, the completion and the reference are made. */
export interface Option<Value> {
  /** One letter, for `-t`. */
  readonly short?: string
  /** What stands behind it, for a person: `FILE`. Undefined: it stands alone. */
  readonly value?: string
  /** What it means when it is given alone; only a whole number behind it is then its value. */
  readonly bare?: string
  /** Whether it may be given several times; its values are then lists, which are put together. */
  readonly repeats?: boolean
  /** The words that may stand there, where there are only a few. */
  readonly choices?: readonly string[]
  /** Default: the choices, or nothing. */
  readonly completes?: Completes
  readonly group: Group
  /** As a person would write it; undefined: none, or the summary says it. */
  readonly default?: string
  /** One sentence without a full stop. */
  readonly summary: string
  /** The value, or an `InvalidOption` that says what is expected. Touches no file. */
  readonly parse: (text: string, command?: CommandName) => Value
  readonly commands: readonly CommandName[]
  /** What is said otherwise for some commands, so that the help of one does not speak of another. */
  readonly forCommand?: Partial<Record<CommandName, Partial<OptionText>>>
}

/** What a person reads of an option. */
type OptionText = Pick<Option<unknown>, 'choices' | 'default' | 'summary'>

/** Lets each row keep the type of its own value. */
export function option<Value>(row: Option<Value>): Option<Value> {
  return row
}

/** The parser of an option that stands alone. */
export function flag(): true {
  return true
}
