/// <reference types="node" />
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ColumnRequest,
  eventOf,
  findColumns,
  isColumnName,
  type PreferenceColumns,
} from '../../apps/recommend/columns.js'
import { type Histories, HistoryBuilder } from '../../apps/recommend/histories.js'
import { BadRecord, UnreadableInput } from '../../model/errors.js'
import { isIdName } from '../../model/field-names.js'
import { checkAnyRead } from '../../read/all-skipped.js'
import { BadRecords, type OnError } from '../../read/bad-records.js'
import { TABLES } from '../../read/consumers.js'
import type { Format } from '../../read/format.js'
import type { Input } from '../../read/input.js'
import { type FoundInputs, findInputs } from '../../read/node-inputs.js'
import { type FileLayout, type InputNotes, joinNotes, layoutNotes, notesOnFound } from '../../read/source.js'
import { type RowsOptions, type TableRow, visitTable } from '../../read/tables/node-visit-table.js'
import type { ReadingProgress } from '../output/reading-progress.js'

/** What was read, and from which columns. */
export interface Events {
  readonly histories: Histories
  /** The number of rows read. */
  readonly count: number
  /** Undefined if there are no rows. */
  readonly columns: PreferenceColumns | undefined
  readonly files: readonly string[]
  readonly skipped: readonly BadRecord[]
  readonly notes: InputNotes
}

/** How text is read, as far as the command line specifies it. */
export type TableRequest = Pick<RowsOptions, 'delimiter' | 'header' | 'encoding' | 'memory'>

/** Events between two reports of progress. */
const REPORTED_EVENTS = 1000

/** The number of rows used to detect which column is which. */
const SAMPLED_ROWS = 200

/** Whether a text in the first row shows that the row is a header. */
function isHeaderName(text: string): boolean {
  return isColumnName(text) || isIdName(text)
}

/** Reads ratings or purchases from tables; all must have the same columns. */
export async function readEvents(
  inputs: readonly string[],
  options: {
    readonly format: Format | undefined
    readonly read: TableRequest
    readonly onError: OnError
    readonly columns: ColumnRequest
  },
  watch: (files: readonly string[]) => Partial<ReadingProgress> = () => ({}),
): Promise<Events> {
  const found = await Promise.all(inputs.map((input) => tablesAt(input, options.format)))
  const files = found.flatMap((part) => part.inputs)
  const { onRead, onRecords } = watch(files.map(({ name }) => name))
  const bad = new BadRecords(options.onError)
  const builder = new HistoryBuilder()
  const layouts: FileLayout[] = []
  // A number is the position of a column.
  const named = Object.values(options.columns).filter((name) => !/^\d+$/.test(name))
  let columns: PreferenceColumns | undefined
  for (const input of files) {
    const first: { row: TableRow; line: number }[] = []
    const take = (row: TableRow, line: number) => {
      const event = eventOf(row, columns!)
      if ('problem' in event) bad.add(new BadRecord(input.name, line, event.problem))
      else builder.add(event.customer, event.item, event.rating, event.time)
      if (builder.count % REPORTED_EVENTS === 0) onRecords?.(builder.count)
    }
    const begin = () => {
      columns ??= chooseColumns(
        input,
        first.map(({ row }) => row),
        options.columns,
      )
      for (const { row, line } of first.splice(0)) take(row, line)
    }
    let isBegun = false
    const onLayout = (layout: FileLayout) => void layouts.push(layout)
    const table = { ...options.read, isName: isHeaderName, columns: named, bad, onRead, onLayout }
    await visitTable(input, table, (row, line) => {
      if (isBegun) return take(row, line)
      first.push({ row, line })
      if (first.length < SAMPLED_ROWS) return
      isBegun = true
      begin()
    })
    if (!isBegun && first.length > 0) begin()
  }
  checkAnyRead(builder.count, bad.list)
  return {
    histories: builder.finish(),
    count: builder.count,
    columns,
    files: files.map(({ name }) => name),
    skipped: bad.list,
    notes: joinNotes([layoutNotes(layouts), ...found.map(notesOnFound)]),
  }
}

function chooseColumns(input: Input, rows: readonly TableRow[], request: ColumnRequest): PreferenceColumns {
  const names = Object.keys(rows[0] ?? {})
  const columns = findColumns(names, rows, request)
  if (!('missing' in columns)) return columns
  throw new UnreadableInput(
    input.name,
    `no column ${JSON.stringify(columns.missing)} (its columns: ${names.join(', ')})`,
    'set the user and item columns with --user and --item',
  )
}

/** Names of files in a folder that probably contain ratings. */
export const RATINGS = /rating|review|purchase|order|transaction|basket|sales|interaction|u\.data$/i

/**
 * A file is a table whatever its extension. From a folder, files named after ratings or purchases are used or, if there are none, all
 * files with known extensions.
 */
export async function tablesAt(name: string, format: Format | undefined): Promise<FoundInputs> {
  const options = { format, consumer: TABLES }
  if (name === '-' || statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return findInputs([name], options)
  }
  const named = readdirSync(name)
    .filter((file) => RATINGS.test(file) && !file.startsWith('.'))
    .sort()
    .map((file) => join(name, file))
  return findInputs(named.length === 0 ? [name] : named, { ...options, areFound: true })
}
