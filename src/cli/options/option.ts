/** The first argument on the command line. */
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

/** The headings of the help, in order. */
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
  'Spark',
] as const

type Group = (typeof GROUPS)[number]

/** The heading above some options of a group: not every command has a recall, and some have nothing of the similarity. */
export function headingOf(group: Group, rows: readonly { readonly name: string }[]): string {
  const has = (name: string) => rows.some((row) => row.name === name)
  if (group !== 'Similarity and recall' || has('recall')) return group
  return has('threshold') || has('similarity') ? 'Similarity' : 'Search'
}

/** What the shell completes after an option. */
type Completes = 'file' | 'folder' | 'nothing'

/** One row of the option table, which defines the parser, the help, the completion and the reference. */
export interface Option<Value> {
  /** One letter, for `-t`. */
  readonly short?: string
  /** The name of its value in the help: `FILE`. Undefined: the option has no value. */
  readonly value?: string
  /** Its value if it is given without one; in that case, only an integer after it counts as its value. */
  readonly bare?: string
  /** Whether it can be repeated; its values are then lists, which are concatenated. */
  readonly repeats?: boolean
  /** The allowed values, if there are only a few. */
  readonly choices?: readonly string[]
  /** Default: the choices, or nothing. */
  readonly completes?: Completes
  readonly group: Group
  /** As the help shows it; undefined: there is none, or the summary describes it. */
  readonly default?: string
  /** Whether the command cannot run without it; such an option has no default. */
  readonly isRequired?: boolean
  /** One sentence without a full stop. */
  readonly summary: string
  /** Returns the value, or throws an `InvalidOption` that says what is expected. Accesses no file. */
  readonly parse: (text: string, command?: CommandName) => Value
  readonly commands: readonly CommandName[]
  /** Other texts for some commands, so that the help of a command describes only that command. */
  readonly forCommand?: Partial<Record<CommandName, Partial<OptionText>>>
}

/** The texts of an option that the help shows. */
type OptionText = Pick<Option<unknown>, 'choices' | 'default' | 'isRequired' | 'summary'>

/** Lets each row keep the type of its own value. */
export function option<Value>(row: Option<Value>): Option<Value> {
  return row
}

/** The same text for each of several commands. */
export function forEach(
  commands: readonly CommandName[],
  text: Partial<OptionText>,
): Partial<Record<CommandName, Partial<OptionText>>> {
  return Object.fromEntries(commands.map((name) => [name, text]))
}

/** The parser of an option without a value. */
export function flag(): true {
  return true
}
