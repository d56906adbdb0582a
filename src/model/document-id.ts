import type { DocumentId } from './document.js'

/** Whether a value can be an id: a string, or a number that JSON can represent, which excludes 1e999. */
export function isId(value: unknown): value is DocumentId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}

/**
 * The id that a program gave a document, as JSON represents it: engines may store documents as JSON. Integers of databases and Parquet
 * can be bigints. What is no id keeps its kind; numbers such as NaN become null.
 */
export function idAsJson(value: unknown): unknown {
  if (isId(value) || typeof value === 'boolean' || value === undefined) return value
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return []
  const { toJSON } = value as { readonly toJSON?: unknown }
  return typeof toJSON === 'function' ? idAsJson(toJSON.call(value)) : {}
}
