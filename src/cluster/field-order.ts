/** The value of a field in a form that can be ordered; missing values have no kind. */
export type FieldValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'date'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const ISO_DATE =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:Z|([+-]\d{2}):?(\d{2}))?)?)?$/

/**
 * Reads a field for ordering. A number, or a text that spells one, as CSV files hold them, is a number; a `Date`, or an
 * ISO 8601 date with or without a time, is a date (without a zone it counts as UTC, so that every machine sees the same
 * order); any other text is a text, ordered by code units. Nothing, null and the empty text are missing: `undefined`.
 * Anything else, NaN and invalid dates included, is 'unordered'.
 *
 * @example readField('2024-05-01') // { kind: 'date', value: 1714521600000 }
 */
export function readField(value: unknown): FieldValue | 'unordered' | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'number') return Number.isNaN(value) ? 'unordered' : { kind: 'number', value }
  if (value instanceof Date) {
    const time = value.getTime()
    return Number.isNaN(time) ? 'unordered' : { kind: 'date', value: time }
  }
  if (typeof value !== 'string') return 'unordered'
  if (DECIMAL.test(value)) return { kind: 'number', value: Number(value) }
  const time = isoTime(value)
  return time === undefined ? { kind: 'text', value } : { kind: 'date', value: time }
}

/** Below 0 when `one` comes before `other`, above when after, 0 when equal; both must be of the same kind. */
export function compareFields(one: FieldValue, other: FieldValue): number {
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0
}

/** Milliseconds since 1970, or `undefined` if this is not a date. Browsers differ in which unusual dates `Date.parse` accepts. */
function isoTime(text: string): number | undefined {
  const parts = ISO_DATE.exec(text)
  if (parts === null) return undefined
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const date = new Date(0)
  date.setUTCFullYear(year!, month! - 1, day! || 1)
  const real = date.getUTCMonth() === month! - 1 && date.getUTCDate() === (parts[3] === undefined ? 1 : day)
  if (!real || hour! > 23 || minute! > 59 || second! > 60) return undefined
  const zone = zoneHour! * 60 + (parts[7]?.startsWith('-') ? -zoneMinute! : zoneMinute!)
  return date.getTime() + ((hour! * 60 + minute! - zone) * 60 + second!) * 1000
}
