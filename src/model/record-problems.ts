// The problems that a record can have, with the same wording for every reader, engine and command. `BadRecord` adds the file and the line.

/** Bytes that are not text. */
export const INVALID_UTF8 = 'not valid UTF-8'

/** Text that is not JSON; the message is that of the parser. */
export function notJson(message: string): string {
  return `not JSON: ${message.length > 120 ? `${message.slice(0, 120)}…` : message}`
}

/** JSON that is not a record. */
export function notAnObject(value: unknown): string {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
  return `${kind} instead of an object`
}

/** A row that does not fit the names of the columns. */
export function wrongFieldCount(fields: number, columns: number): string {
  return `${fields} ${fields === 1 ? 'field' : 'fields'} instead of ${columns}`
}

/** A value in a row that is not text. */
export function invalidField(field: string): string {
  return `the field ${JSON.stringify(field)} is ${INVALID_UTF8}`
}

/** A record without any of the text fields. */
export function noTextField(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name))
  return quoted.length === 1 ? `no field ${quoted[0]}` : `none of the fields ${quoted.join(', ')}`
}

/** A text field that contains something else. */
export function notAString(field: string): string {
  return `the field ${JSON.stringify(field)} is not a string`
}

/** An id that is too long to be stored. */
export function longId(field: string, max: number): string {
  return `the id in the field ${JSON.stringify(field)} has more than ${max} bytes as JSON`
}

/** An id that is missing, or of an unsuitable type. */
export function noId(field: string, value: unknown): string {
  return unusableValue('id field', field, value)
}

/**
 * An id that an earlier record has.
 *
 * @param id as JSON
 */
export function duplicateId(id: string, firstFile: string, firstLine: number): string {
  return `duplicate id ${id} (first seen in ${firstFile}, line ${firstLine})`
}

/**
 * A value that is missing, or of an unsuitable type.
 *
 * @param role what the field is for: `set field`
 */
export function unusableValue(role: string, field: string, value: unknown): string {
  const what = value === undefined ? 'is missing' : `holds ${aKindOf(value)}`
  return `the ${role} ${JSON.stringify(field)} ${what}`
}

/** A value by its kind: `a list`. JSON and tables can hold numbers that are not finite: 1e999 is too large to be anything but infinite. */
export function aKindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is not finite'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
