import { noTextField, notAString } from './record-problems.js'

/** The text of a record, or why it has none. */
export type RecordText = { readonly text: string } | { readonly problem: string }

/** The separator between the values of several text fields. */
const BETWEEN = '\n'

/**
 * The value of a field: that of the key with exactly this name, otherwise that at the end of a path into objects. A null in the middle of
 * the path counts as a null at its end; undefined: there is no such field.
 *
 * @example fieldValue({ doc: { body: 'a text' } }, 'doc.body') // 'a text'
 */
export function fieldValue(record: object, name: string): unknown {
  if (Object.hasOwn(record, name)) return Reflect.get(record, name) ?? null
  let value: unknown = record
  for (const key of name.split('.')) {
    if (value === null) return null
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key) ?? null
  }
  return value
}

/**
 * The text of a record: the value of its text field, or the nonempty values of several text fields, joined by newlines. Null is an empty
 * text. A missing field is also an empty text if the record has another text field.
 */
export function recordText(record: object, names: readonly string[]): RecordText {
  return joinTexts(
    names,
    names.map((name) => fieldValue(record, name)),
  )
}

/** The text that the values of several fields form together. */
export function joinTexts(names: readonly string[], values: readonly unknown[]): RecordText {
  if (values.every((value) => value === undefined)) return { problem: noTextField(names) }
  const wrong = values.findIndex(
    (value) => typeof value !== 'string' && value !== null && value !== undefined,
  )
  if (wrong >= 0) return { problem: notAString(names[wrong]!) }
  return {
    text: values.filter((value) => value !== null && value !== undefined && value !== '').join(BETWEEN),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
