// Finds the columns that say who took which item, how much they liked it, and when: by name, otherwise by position.

import type { RatingEvent } from './histories.js'

/** The columns to read, by name; undefined for a column that does not exist. */
export interface PreferenceColumns {
  readonly user: string
  readonly item: string
  readonly rating?: string
  readonly time?: string
}

/** Columns that the caller names. */
export type ColumnRequest = Partial<PreferenceColumns>

type Role = 'user' | 'item' | 'rating' | 'time'
const ROLES: readonly Role[] = ['user', 'item', 'rating', 'time']

const WORDS: Readonly<Record<Role, string>> = {
  user: 'user customer client buyer member reviewer account visitor household shopper person uid consumer patient listener viewer reader profile',
  item: 'item product movie film book isbn asin sku article track song artist album business restaurant game anime recipe beer stock title course app show place hotel brand good goods iid mid',
  rating: 'rating ratings stars star score overall rate grade vote',
  time: 'timestamp time date datetime ts unixtime created updated when day',
}

/** Whether a text is the usual name of a column of ratings or purchases. */
export function isColumnName(text: string): boolean {
  return ROLES.some((role) => fits(text, role) > 0)
}

/**
 * Chooses the columns. Columns that you name must exist. The others are recognized by name: `userId`, `customer_id`,
 * `Book-Rating`. If neither user nor item has a known name, the first columns are used in the order user, item, rating,
 * time. If user or item is missing, returns its name instead.
 *
 * @param rows the first few rows, used to tell a rating from a time
 * @example findColumns(['userId', 'movieId', 'rating', 'timestamp'], rows)
 */
export function findColumns(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  request: ColumnRequest = {},
): PreferenceColumns | { readonly missing: string } {
  const found: { [role in Role]?: string | undefined } = {}
  for (const role of ROLES) {
    const name = request[role]
    if (name === undefined) continue
    // A column may also be named by its number, from 1.
    const column = columns.includes(name) ? name : columns[Number(name) - 1]
    if (column === undefined) return { missing: name }
    found[role] = column
  }
  const free = () => columns.filter((column) => !Object.values(found).includes(column))
  for (const role of ROLES) found[role] ??= bestBy(free(), role)
  if (found.user === undefined && found.item === undefined) {
    const [user, item] = free()
    found.user = user
    found.item = item
  }
  found.user ??= free()[0]
  found.item ??= free()[0]
  if (columns.every((column, i) => column === String(i + 1))) assignRest(free(), rows, found)
  const { user, item, rating, time } = found
  if (user === undefined || item === undefined) return { missing: user === undefined ? 'user' : 'item' }
  return {
    user,
    item,
    ...(rating !== undefined && { rating }),
    ...(time !== undefined && { time }),
  }
}

/** Without names, the next column is the rating if its numbers are small, followed by the time if its numbers are large. */
function assignRest(
  free: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  found: { [role in Role]?: string | undefined },
): void {
  for (const column of free) {
    const numbers = rows.map((row) => Number(row[column]))
    if (found.rating === undefined && numbers.every((number) => Math.abs(number) <= LARGEST_RATING))
      found.rating = column
    else if (found.time === undefined && rows.every((row) => isTime(row[column]))) found.time = column
  }
}

const LARGEST_RATING = 100

/** A time in 1973, in seconds; smaller numbers may be counts. */
const MIN_TIME = 1e8

function isTime(value: unknown): boolean {
  const time = timeIn(value)
  return time !== undefined && (numberIn(value) === undefined || time >= MIN_TIME)
}

function bestBy(columns: readonly string[], role: Role): string | undefined {
  let best: string | undefined
  let max = 0
  for (const column of columns) {
    const fit = fits(column, role)
    if (fit > max) {
      max = fit
      best = column
    }
  }
  return best
}

/** How well a name fits: 3 for the name itself, 2 with an "id", 1 as one of several words. */
function fits(name: string, role: Role): number {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const known = new Set(WORDS[role].split(' '))
  const plain = words.filter((word) => word !== 'id')
  if (plain.length === 1 && (known.has(plain[0]!) || known.has(plain[0]!.replace(/id$/, ''))))
    return plain.length === words.length ? 3 : 2.5
  return words.some((word) => known.has(word)) ? 1 : 0
}

/** Reads an event from a row, or returns what is wrong with it. */
export function eventOf(
  row: Readonly<Record<string, unknown>>,
  columns: PreferenceColumns,
): RatingEvent | { readonly problem: string } {
  const customer = nameIn(row[columns.user])
  if (customer === undefined) return { problem: `no user in the column ${JSON.stringify(columns.user)}` }
  const item = nameIn(row[columns.item])
  if (item === undefined) return { problem: `no item in the column ${JSON.stringify(columns.item)}` }
  let rating: number | undefined
  if (columns.rating !== undefined) {
    rating = numberIn(row[columns.rating])
    if (rating === undefined)
      return { problem: `the rating in the column ${JSON.stringify(columns.rating)} is not a number` }
  }
  let time: number | undefined
  if (columns.time !== undefined) {
    time = timeIn(row[columns.time])
    if (time === undefined)
      return {
        problem: `the time in the column ${JSON.stringify(columns.time)} is neither a number nor a date`,
      }
  }
  return { customer, item, rating, time }
}

function nameIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.replace(',', '.')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Returns a number as it is and a date in milliseconds. Numeric dates are read as ISO or as month/day/year. */
function timeIn(value: unknown): number | undefined {
  const number = numberIn(value)
  if (number !== undefined) return number
  const date = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}
