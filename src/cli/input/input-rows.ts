import { count, counted } from '../../model/quantities.js'
import { describeExtensions } from '../../read/input-problems.js'
import type { ChosenFields } from '../../read/source.js'
import type { InputReport } from './input-report.js'

/** A row of a summary. */
export type SummaryRow = readonly [name: string, text: string]

const SHOWN = 3

/** `text and id`: which fields were used. */
export function fieldRows(fields: ChosenFields): SummaryRow[] {
  const { text } = fields
  return [['text', `${text.length === 1 ? 'field' : 'fields'} ${text.join(', ')}`], idRow(fields)]
}

/** Which field holds the ids, and why another one does not. */
export function idRow({ id, rejectedId }: Pick<ChosenFields, 'id' | 'rejectedId'>): SummaryRow {
  return ['ids', id === null ? `record numbers, from 0${rejectionNote(rejectedId)}` : `field ${id}`]
}

function rejectionNote(rejected: ChosenFields['rejectedId']): string {
  if (rejected === undefined) return ''
  const what = rejected.reason === 'repeated' ? 'has repeated values' : 'is not in every record'
  return `; field ${JSON.stringify(rejected.field)} ${what}`
}

/** Anything unusual about how the inputs were read. */
export function inputRows({ layouts, emptyFiles, skippedFiles, ownFiles }: InputReport): SummaryRow[] {
  const rows: SummaryRow[] = []
  const unusual = layouts.flatMap((layout) => {
    const how = layoutText(layout)
    return how === '' ? [] : [`${layout.file}: ${how}`]
  })
  if (unusual.length > 0) rows.push(['read as', some(unusual, '; ')])
  const doubtful = layouts.flatMap(({ file, doubtfulHeader }) =>
    doubtfulHeader === undefined ? [] : [`${file} (${doubtfulHeader})`],
  )
  if (doubtful.length > 0) {
    const row = doubtful.length === 1 ? 'the first row of' : 'the first rows of'
    rows.push([
      'header',
      `${row} ${some(doubtful)} may contain data, not column names; if so, use --header no, otherwise --header yes`,
    ])
  }
  if (emptyFiles.length > 0) {
    rows.push(['empty files', `${counted(emptyFiles.length, 'file')} without records: ${some(emptyFiles)}`])
  }
  const extensions = new Map(Object.entries(skippedFiles))
  if (extensions.size > 0)
    rows.push(['not read', `files of other formats: ${describeExtensions(extensions)}`])
  const own = Object.entries(ownFiles).map(([name, kind]) => `${name} (${kind})`)
  if (own.length > 0) rows.push(['own output', `not read: ${some(own)}`])
  return rows
}

/** How a text file was read, if it is not UTF-8 or not separated by commas. */
function layoutText({ encoding, delimiter, quoting, header }: InputReport['layouts'][number]): string {
  return [
    ...(delimiter === undefined || delimiter === ',' ? [] : [`delimiter ${delimiterName(delimiter)}`]),
    ...(quoting === 'none' ? ['no quoting'] : []),
    ...(header === false ? ['no header row'] : []),
    ...(encoding === 'utf-8' ? [] : [`encoding ${encoding}`]),
  ].join(', ')
}

/** The readable name of a delimiter. */
function delimiterName(delimiter: string): string {
  if (delimiter === '\t') return 'tab'
  return delimiter === ' ' ? 'space' : delimiter
}

function some(items: readonly string[], between = ', '): string {
  const more = items.length - SHOWN
  return `${items.slice(0, SHOWN).join(between)}${more > 0 ? `${between}and ${count(more)} more` : ''}`
}
