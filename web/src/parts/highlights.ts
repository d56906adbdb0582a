import type { TextSpan } from '../data/tokens.js'

/** Passages take turns with these colors. */
export const COLORS = 6

/** Spans of one text that get one style. */
export interface StyledSpans {
  readonly name: string
  readonly spans: readonly TextSpan[]
}

/** Whether the browser can highlight text without elements around it, which stays quick in long texts. */
export function canHighlight(): boolean {
  return typeof Highlight !== 'undefined' && 'highlights' in CSS
}

/** Highlights spans of texts, each a single text node. Earlier highlights of the same names are removed. */
export function highlight(
  texts: readonly { readonly node: Text; readonly styled: readonly StyledSpans[] }[],
): void {
  for (const { styled } of texts) for (const { name } of styled) CSS.highlights.delete(name)
  for (const { node, styled } of texts) {
    for (const { name, spans } of styled) {
      const ranges = spans.map((span) => rangeOf(node, span))
      const group = CSS.highlights.get(name) ?? new Highlight()
      for (const range of ranges) group.add(range)
      CSS.highlights.set(name, group)
    }
  }
}

export function rangeOf(node: Text, { start, end }: TextSpan): Range {
  const range = new Range()
  range.setStart(node, Math.min(start, node.length))
  range.setEnd(node, Math.min(end, node.length))
  return range
}
