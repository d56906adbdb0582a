import type { DocumentId } from '../../model/document.js'

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function name(id: DocumentId): string {
  return shownAsText(String(id))
}

/** `42 %`, never 100 % for less than all and never 0 % for more than nothing. */
export function percent(share: number): string {
  const whole = Math.round(100 * share)
  return `${share > 0 && share < 1 ? Math.min(99, Math.max(1, whole)) : whole} %`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** No character of a document can end its element or begin another; control characters are shown as U+FFFD. */
export function shownAsText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t\r]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
