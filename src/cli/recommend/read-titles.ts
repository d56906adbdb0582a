/// <reference types="node" />
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LikewiseError, UnreadableInput } from '../../model/errors.js'
import { BadRecords, type OnError } from '../../read/bad-records.js'
import { type TableRow, visitTable } from '../../read/tables/node-visit-table.js'
import { RATINGS, tablesAt } from './read-events.js'

/** How a table of titles is read. */
interface TitleReading {
  readonly onError: OnError
  readonly memory: number | undefined
}

/** Titles by item; empty if there are none. */
export type Titles = ReadonlyMap<string, string>

/**
 * The titles of items: from the named file or, if the only input is a folder, from a file in it. Nobody requested the latter, so rows of
 * it that cannot be read are skipped.
 */
export async function findTitles(
  named: string | undefined,
  inputs: readonly string[],
  items: readonly string[],
  { onError, memory }: TitleReading,
): Promise<Titles> {
  const known = new Set(items)
  if (named !== undefined) return readTitles(named, known, { onError, memory })
  const found = inputs.length === 1 ? titlesIn(inputs[0]!) : undefined
  if (found === undefined) return new Map()
  try {
    return await readTitles(found, known, { onError: 'skip', memory })
  } catch (error) {
    if (error instanceof LikewiseError) return new Map()
    throw error
  }
}

const TITLES = /\b(movies?|items?|products?|books?|titles?|artists?)\b/i

/** The table of titles in a folder of ratings, recognized by its name. */
function titlesIn(folder: string): string | undefined {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  const [first] = readdirSync(folder)
    .filter((file) => TITLES.test(file) && !RATINGS.test(file) && !file.startsWith('.'))
    .sort()
  return first === undefined ? undefined : join(folder, first)
}

/**
 * The column that contains most of the known items identifies them. The title is in a column with a common name for titles, or in the
 * next one.
 */
async function readTitles(
  path: string,
  items: ReadonlySet<string>,
  { onError, memory }: TitleReading,
): Promise<Titles> {
  const {
    inputs: [input],
  } = await tablesAt(path, undefined)
  const rows: TableRow[] = []
  const options = { isName: isTitleName, bad: new BadRecords(onError), memory }
  await visitTable(input!, options, (row) => rows.push(row))
  const columns = Object.keys(rows[0] ?? {})
  const hits = (column: string) => rows.filter((row) => items.has(String(row[column]))).length
  const [id] = columns
    .map((column) => ({ column, hits: hits(column) }))
    .sort((one, two) => two.hits - one.hits)
  const others = columns.filter((column) => column !== id?.column)
  const title = others.find(isTitleName) ?? others[0]
  if (id === undefined || id.hits === 0 || title === undefined) {
    throw new UnreadableInput(
      path,
      'no column matches the items of the ratings',
      'use a table of items and titles',
    )
  }
  return new Map(rows.map((row) => [String(row[id.column]), String(row[title])]))
}

function isTitleName(text: string): boolean {
  return /title|name|description|label/i.test(text)
}
