import { notAnObject, notJson } from '../model/record-problems.js'

/** A parsed record, or the problem with it. */
export type ParsedLine =
  | { readonly value: Record<string, unknown>; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string }

/** Digits that may exceed the precision of a JavaScript number. */
const LONG_NUMBER = /\d{16}/
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Integers beyond 2^53 become strings of their digits, as in the engine and in Parquet, so that two ids do not become equal. */
function withLongNumbers(json: string): string {
  return json.replace(STRING_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  )
}

/** The record in a piece of JSON text. */
export function parseRecord(json: string): ParsedLine {
  let value: unknown
  try {
    value = JSON.parse(LONG_NUMBER.test(json) ? withLongNumbers(json) : json)
  } catch (error) {
    return { problem: notJson((error as Error).message) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: notAnObject(value) }
  }
  return { value: value as Record<string, unknown> }
}
