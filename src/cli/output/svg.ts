// What all drawings share.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A coordinate rounded to two decimal places. */
export function coordinate(value: number): number {
  return Math.round(value * 100) / 100
}

/** Text that cannot end its element or begin another; control characters are shown as U+FFFD. */
export function svgText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!)
}
