/** The first code unit of a part of a text, and one past its last. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * A text without some spans, and without what is found in the rest: its parts can form another span together.
 *
 * @param find the spans of a text
 */
export function withoutSpans(
  text: string,
  spans: readonly Span[],
  find: (text: string) => readonly Span[],
): string {
  let rest = text
  for (let found = spans; found.length > 0; found = find(rest)) rest = cutOut(rest, found)
  return rest
}

/** A text without some spans, which can overlap. */
function cutOut(text: string, spans: readonly Span[]): string {
  let [left, at] = ['', 0]
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    if (start > at) left += text.slice(at, start)
    at = Math.max(at, end)
  }
  return left + text.slice(at)
}

/** A record with a different text in the field of this name, or at the end of a path into nested objects. */
export function withText(
  record: Record<string, unknown>,
  field: string,
  text: string,
): Record<string, unknown> {
  const [key = '', ...path] = Object.hasOwn(record, field) ? [field] : field.split('.')
  if (path.length === 0) return { ...record, [key]: text }
  return { ...record, [key]: withText(record[key] as Record<string, unknown>, path.join('.'), text) }
}
