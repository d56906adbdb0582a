/** A parsed record, or what is wrong with it. */
export type ParsedLine =
  | { readonly value: Record<string, unknown>; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string }

/** The record in a piece of JSON text. */
export function parseRecord(json: string): ParsedLine {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return { problem: `not JSON: ${shorten((error as Error).message)}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: `${Array.isArray(value) ? 'a list' : `a ${nameOf(value)}`} instead of an object` }
  }
  return { value: value as Record<string, unknown> }
}

function nameOf(value: unknown): string {
  return value === null ? 'null' : typeof value
}

function shorten(message: string): string {
  return message.length > 120 ? `${message.slice(0, 120)}…` : message
}
