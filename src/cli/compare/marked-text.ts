import { type Printer, paint } from '../terminal.js'
import type { Span } from './shared-spans.js'

/** The text with its spans in color, or in brackets if colors are off. */
export function markedText(text: string, spans: readonly Span[], printer: Pick<Printer, 'colors'>): string {
  const mark = (part: string) =>
    printer.colors
      ? // Each line by itself: pagers lose a color at the end of a line.
        part
          .split('\n')
          .map((line) => (line === '' ? '' : paint('green', line, printer)))
          .join('\n')
      : `[${part}]`
  let marked = ''
  let from = 0
  for (const [start, end] of spans) {
    marked += text.slice(from, start) + mark(text.slice(start, end))
    from = end
  }
  return marked + text.slice(from)
}
