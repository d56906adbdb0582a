import { Parser } from 'htmlparser2'
import { INLINE, SILENT } from './html-elements.js'

/**
 * Returns the text that a reader of an HTML page sees: entities resolved, a line for each block, without scripts, styles and
 * the title. Malformed pages are read as a browser would read them, as far as text goes.
 *
 * @example htmlToText('<h1>News</h1><p>Fish &amp; <b>chips</b></p>') // 'News\nFish & chips'
 */
export function htmlToText(html: string): string {
  const parts: string[] = []
  let silent = 0
  /** What separates the text so far from the text that follows. */
  let between: '' | ' ' | '\n' = ''
  const block = (name: string) => {
    if (silent === 0 && !INLINE.has(name)) between = '\n'
  }
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent++
      else block(name)
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent--
      else block(name)
    },
    ontext(text) {
      if (silent > 0) return
      const visible = text.replace(/\s+/gu, ' ')
      if (visible.startsWith(' ') && between === '') between = ' '
      if (visible.trim() === '') return
      if (parts.length > 0) parts.push(between)
      parts.push(visible.trim())
      between = visible.endsWith(' ') ? ' ' : ''
    },
  })
  parser.write(html)
  parser.end()
  return parts.join('')
}
