import type { BadRecord } from '../../model/errors.js'
import { count, counted } from '../../model/quantities.js'
import { escapeControls } from '../../write/escape-controls.js'

const NAME_WIDTH = 12
const SKIPPED_SHOWN = 5

/** The documents or sets without shingles or elements; nothing if there are none. */
export function emptyRows(empty: number, what = 'document'): string[] {
  return empty === 0
    ? []
    : [row('empty', `${counted(empty, what)}, which ${empty === 1 ? 'matches' : 'match'} nothing`)]
}

/** A row of a summary: its name and its text. */
export function row(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH - 1)} ${text}\n`
}

/** A cell of a table: one printable line, truncated or padded to a width. Control characters count as they are printed. */
export function cell(text: string, width: number): string {
  return shortened(text, width).padEnd(width)
}

/** How wide a cell must be for a text. */
export function cellWidth(text: string): number {
  return oneLine(text).length
}

function shortened(text: string, width: number): string {
  const line = oneLine(text)
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}

function oneLine(text: string): string {
  return escapeControls(text).replaceAll(/[\n\t]/g, ' ')
}

/** How many bad records were skipped, and where the first ones are; nothing if there are none. */
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

/** Where the outputs are; nothing if there are none. */
export function writtenRows(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [row('written', paths.join(', '))]
}
