/** A text without some spans, which can overlap. */
export function withoutSpans(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): string {
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
