import { parseWithLongNumbers } from '../model/long-numbers.js'
import { notAnObject, notJson } from '../model/record-problems.js'

/** A parsed record, or the problem with it. */
export type ParsedLine =
  | { readonly value: Record<string, unknown>; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string }

/** The record in a piece of JSON text. */
export function parseRecord(json: string): ParsedLine {
  let value: unknown
  try {
    value = parseWithLongNumbers(json)
  } catch (error) {
    return { problem: notJson((error as Error).message) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: notAnObject(value) }
  }
  return { value: value as Record<string, unknown> }
}
