import type { CommandName } from '../options/option.js'
import { optionsOf } from '../options/table.js'

/** What a shell can offer for an option of a command. */
export interface Offer {
  readonly name: string
  readonly short: string | undefined
  readonly summary: string
  /** Undefined: the option has no value. */
  readonly value: 'file' | 'folder' | 'nothing' | readonly string[] | undefined
}

export function offersOf(command: CommandName): Offer[] {
  return optionsOf(command).map((row) => ({
    name: row.name,
    short: row.short,
    summary: row.summary,
    value:
      row.value === undefined
        ? undefined
        : row.completes === undefined || (row.completes === 'nothing' && row.choices !== undefined)
          ? (row.choices ?? 'nothing')
          : row.completes,
  }))
}
