import { InvalidValue } from '../../model/errors.js'

/** A record: texts by the name of their field. A field that is absent, or holds white space only, is missing. */
export type RecordFields = Readonly<Record<string, string | undefined>>

/** The fields of the text's example. */
export const DEFAULT_FIELDS = ['name', 'address', 'phone'] as const

/** The text of a field, `undefined` where it is missing; `InvalidValue` for what is no text. */
export function fieldText(record: RecordFields, field: string, position?: number): string | undefined {
  const value: unknown = Object.hasOwn(record, field) ? record[field] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') {
    throw new InvalidValue(`the field ${JSON.stringify(field)}`, value, position, 'a text')
  }
  return value.trim() === '' ? undefined : value
}
