/** A similarity with four digits, never rounded up to 1. */
export function score(similarity: number): string {
  const text = similarity.toFixed(4)
  return similarity < 1 && text === '1.0000' ? '0.9999' : text
}

/** Bits or another amount, with a sign. */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}

/** Text from data, with unprintable characters and those that change the writing direction shown as U+FFFD. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, '\ufffd')
}

/** Text from data on one line, with unprintable characters and those that change the writing direction shown as U+FFFD. */
export function oneLine(text: string, limit = 120): string {
  const line = printable(text)
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}
