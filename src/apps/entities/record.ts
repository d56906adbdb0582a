import { InvalidValue } from '../../model/errors.js'

/** What a field may hold; `undefined`, `null`, NaN, an invalid date and white space are missing values. */
export type RecordValue = string | number | bigint | boolean | Date | null | undefined

/** A record: values by the name of their field, as columns of a table. A field that is absent is missing. */
export type RecordFields = Readonly<Record<string, RecordValue>>

/**
 * Any object whose fields are values: an interface, or an instance of a class, whose methods are ignored.
 *
 * @example matchRecords<Person>(people)
 */
export type RecordLike<Fields> = {
  readonly [Field in keyof Fields]: RecordValue | ((...args: never) => unknown)
}

/** The fields of the example in Mining of Massive Datasets, 3.8.1. */
export const DEFAULT_FIELDS = ['name', 'address', 'phone'] as const

/** Treats a record of any type as one whose fields are looked up by name; values are checked when they are read. */
export function fieldsOf<Fields extends RecordLike<Fields>>(
  records: readonly Fields[],
): readonly RecordFields[] {
  return records as unknown as readonly RecordFields[]
}

/**
 * The value of a field as text; `undefined` if it is missing. Throws `InvalidValue` for a list or an object. A date is in
 * UTC, in the form 2024-05-31, with its time if it has one.
 */
export function fieldText(record: RecordFields, field: string, position?: number): string | undefined {
  const value: unknown = Object.hasOwn(record, field) ? record[field] : undefined
  switch (typeof value) {
    case 'string':
      return value.trim() === '' ? undefined : value
    case 'number':
      return Number.isNaN(value) ? undefined : String(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'undefined':
    case 'function':
      return undefined
  }
  if (value === null) return undefined
  if (value instanceof Date) return dateText(value)
  throw new InvalidValue(
    `the field ${JSON.stringify(field)}`,
    value,
    position,
    'a string, a number, a boolean or a date; ignore the field if it holds something else',
  )
}

const MIDNIGHT = 'T00:00:00.000Z'

function dateText(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  const text = date.toISOString()
  return text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text
}
