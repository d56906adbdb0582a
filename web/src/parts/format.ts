/** A similarity with four digits, never rounded up to 1. */
export function score(similarity: number): string {
  const text = similarity.toFixed(4)
  return similarity < 1 && text === '1.0000' ? '0.9999' : text
}

/** Bits or another amount, with a sign. */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}

/** Characters that change the writing direction of what follows them. */
const DIRECTION = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** Characters that are not shown, or that change the writing direction. */
export const UNPRINTABLE = new RegExp(`[\\p{Cc}${DIRECTION}]`, 'gu')
const UNPRINTABLE_IN_TEXT = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}${DIRECTION}]`, 'gu')

/** Text from data, with unprintable characters and those that change the writing direction shown as U+FFFD. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd')
}

/** The same for a text of several lines. Every character stays at its position. */
export function printableLines(text: string): { readonly text: string; readonly replaced: number } {
  let replaced = 0
  const shown = text.replace(UNPRINTABLE_IN_TEXT, () => {
    replaced++
    return '\ufffd'
  })
  return { text: shown, replaced }
}

/** Text from data on one line, with unprintable characters and those that change the writing direction shown as U+FFFD. */
export function oneLine(text: string, limit = 120): string {
  const line = printable(text)
  // A character outside the basic plane is not cut in half.
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}
