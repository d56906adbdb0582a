import { dayOrder } from './dates.js'
import type { FieldKind } from './kind.js'
import { normalizeValue } from './normalize-value.js'

/** A field of all records: its distinct normalized values, by number. */
export interface ValueColumn {
  readonly name: string
  readonly kind: FieldKind
  /** The number of each record's value; `MISSING` where there is none. */
  readonly codes: Int32Array
  /** The distinct values. */
  readonly values: readonly string[]
  /** How many records have each distinct value. */
  readonly counts: Uint32Array
  /** The number of records that have a value. */
  readonly filled: number
}

export const MISSING = -1

/** Whether a value of this kind is a list of words. */
export function hasWords(kind: FieldKind): boolean {
  return kind === 'name' || kind === 'address' || kind === 'text'
}

/** Normalizes and numbers the values of a field; the records of both tables are in one list. */
export function makeColumn(
  name: string,
  kind: FieldKind,
  texts: readonly (string | undefined)[],
): ValueColumn {
  const order = kind === 'date' ? dayOrder(texts.filter((text) => text !== undefined)) : undefined
  const known = new Map<string, string>()
  const normalized = texts.map((text) => {
    if (text === undefined) return undefined
    const before = known.get(text)
    if (before !== undefined) return before
    const value = normalizeValue(text, kind, order)
    known.set(text, value)
    return value
  })
  return numberValues(name, kind, normalized)
}

/** Numbers the values of a field that are normalized already; empty ones are missing. */
export function numberValues(
  name: string,
  kind: FieldKind,
  normalized: readonly (string | undefined)[],
): ValueColumn {
  const numbers = new Map<string, number>()
  const codes = Int32Array.from(normalized, (value) => {
    if (value === undefined || value === '') return MISSING
    const code = numbers.get(value) ?? numbers.size
    if (code === numbers.size) numbers.set(value, code)
    return code
  })
  const counts = new Uint32Array(numbers.size)
  for (const code of codes) if (code !== MISSING) counts[code]!++
  return {
    name,
    kind,
    codes,
    values: [...numbers.keys()],
    counts,
    filled: counts.reduce((sum, count) => sum + count, 0),
  }
}
