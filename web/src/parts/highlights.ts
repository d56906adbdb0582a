import { chunkAt } from '../data/text-chunks.js'
import type { TextSpan } from '../data/tokens.js'

/** The number of colors that passages cycle through. */
export const COLORS = 6

/** Spans of one text with the same style. */
export interface StyledSpans {
  readonly name: string
  readonly spans: readonly TextSpan[]
}

/** A text in the page: one text node per chunk. */
export interface ShownChunks {
  readonly pane: HTMLElement
  readonly starts: readonly number[]
}

/** Whether the browser can highlight text without wrapping it in elements, which stays fast for long texts. */
export function canHighlight(): boolean {
  return typeof Highlight !== 'undefined' && 'highlights' in CSS
}

/**
 * Highlights spans of texts. Earlier highlights with the same names are removed.
 *
 * @param view the first and last chunk that are in view or close to it; spans elsewhere are left out
 */
export function highlight(
  texts: readonly {
    readonly shown: ShownChunks
    readonly view: readonly [first: number, last: number]
    readonly styled: readonly StyledSpans[]
  }[],
): void {
  for (const { styled } of texts) for (const { name } of styled) CSS.highlights.delete(name)
  for (const { shown, view, styled } of texts) {
    const [from, to] = [shown.starts[view[0]] ?? 0, shown.starts[view[1] + 1] ?? Number.POSITIVE_INFINITY]
    for (const { name, spans } of styled) {
      const group = CSS.highlights.get(name) ?? new Highlight()
      for (const span of spans) if (span.end > from && span.start < to) group.add(rangeOf(shown, span))
      CSS.highlights.set(name, group)
    }
  }
}

/** The part of the page that shows a span of a text. */
export function rangeOf({ pane, starts }: ShownChunks, { start, end }: TextSpan): Range {
  const point = (position: number): [Node, number] => {
    const chunk = chunkAt(starts, position)
    const node = starts.length === 1 ? pane.firstChild! : pane.children[chunk]!.firstChild!
    return [node, Math.min(position - starts[chunk]!, node.textContent!.length)]
  }
  const range = new Range()
  range.setStart(...point(start))
  range.setEnd(...point(end))
  return range
}
