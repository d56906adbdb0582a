import type { BadRecord } from '../../model/errors.js'
import { count, counted } from '../../model/quantities.js'

const NAME_WIDTH = 12
const SKIPPED_SHOWN = 5

/** A row of a summary: its name, and what there is to say. */
export function row(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${text}\n`
}

/** How many bad records were left out, and where the first ones are; nothing where there are none. */
export function skippedRows(skipped: readonly BadRecord[], what = 'bad record'): string[] {
  if (skipped.length === 0) return []
  const shown = skipped.slice(0, SKIPPED_SHOWN)
  const more = skipped.length - shown.length
  const lines = [
    counted(skipped.length, what),
    ...shown.map(({ file, line, problem }) => `${file}, line ${line}: ${problem}`),
    ...(more > 0 ? [`and ${count(more)} more`] : []),
  ]
  return [row('skipped', lines.join(`\n${' '.repeat(NAME_WIDTH + 2)}`))]
}

/** Where the outputs are; nothing where there are none. */
export function writtenRows(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [row('written', paths.join(', '))]
}
