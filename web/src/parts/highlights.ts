import type { TextSpan } from '../data/tokens.js'

/** The number of colors that passages cycle through. */
export const COLORS = 6

/** Spans of one text with the same style. */
export interface StyledSpans {
  readonly name: string
  readonly spans: readonly TextSpan[]
}

/** Whether the browser can highlight text without wrapping it in elements, which stays fast for long texts. */
export function canHighlight(): boolean {
  return typeof Highlight !== 'undefined' && 'highlights' in CSS
}

/**
 * Highlights spans of texts. Earlier highlights with the same names are removed.
 *
 * @param view the part of the text that is in view or close to it; spans elsewhere are left out
 */
export function highlight(
  texts: readonly {
    readonly pane: HTMLElement
    readonly view: TextSpan
    readonly styled: readonly StyledSpans[]
  }[],
): void {
  for (const { styled } of texts) for (const { name } of styled) CSS.highlights.delete(name)
  for (const { pane, view, styled } of texts) {
    const shown = new TextNodes(pane)
    for (const { name, spans } of styled) {
      const group = CSS.highlights.get(name) ?? new Highlight()
      for (const span of spans)
        if (span.end > view.start && span.start < view.end) group.add(shown.rangeOf(span))
      CSS.highlights.set(name, group)
    }
  }
}

/** The text nodes of a pane. Chunks, marks and numbers divide its text, and none of them adds a character. */
class TextNodes {
  readonly #nodes: Text[] = []
  readonly #starts: number[] = []

  constructor(pane: HTMLElement) {
    const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
    let start = 0
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      if (node.length === 0) continue
      this.#nodes.push(node)
      this.#starts.push(start)
      start += node.length
    }
  }

  /** The part of the page that shows a span of the text. */
  rangeOf({ start, end }: TextSpan): Range {
    const range = new Range()
    range.setStart(...this.#pointAt(start))
    range.setEnd(...this.#pointAt(end, true))
    return range
  }

  /** @param isEnd whether a position between two nodes is the end of the first rather than the start of the second */
  #pointAt(position: number, isEnd = false): [Text, number] {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const start = this.#starts[middle]!
      if (isEnd ? start < position : start <= position) low = middle
      else high = middle - 1
    }
    const node = this.#nodes[low]!
    return [node, Math.min(position - this.#starts[low]!, node.length)]
  }
}

/** Scrolls a text to a span of it, a little below the top. */
export function scrollToSpan(pane: HTMLElement, span: TextSpan): void {
  const range = new TextNodes(pane).rangeOf(span)
  const move = () => {
    pane.scrollTop += range.getBoundingClientRect().top - pane.getBoundingClientRect().top - 60
  }
  move()
  // Chunks get their true height only when they come into view.
  if (pane.querySelector('.chunk')) requestAnimationFrame(move)
}
