import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'

export interface TextPaneProps {
  readonly label: string
  readonly text: string
  readonly starts: readonly number[]
  readonly pane: RefObject<HTMLPreElement | null>
  /** Shown instead of the plain text. */
  readonly marked: ComponentChildren
  readonly onView: (first: number, last: number) => void
  readonly onPick: (position: number) => void
}

/** A scrollable text. A long one is split into chunks, and the browser lays out only those in view. */
export function TextPane({ label, text, starts, pane, marked, onView, onPick }: TextPaneProps) {
  const chunks = useMemo(() => starts.map((start, i) => text.slice(start, starts[i + 1])), [text, starts])
  useEffect(() => {
    if (starts.length === 1 || marked) return undefined
    const near = new Set<number>()
    const numberOf = new Map(Array.from(pane.current!.children, (chunk, i) => [chunk, i]))
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) near.add(numberOf.get(target)!)
          else near.delete(numberOf.get(target)!)
        }
        if (near.size > 0) onView(Math.min(...near), Math.max(...near))
      },
      { root: pane.current, rootMargin: '100%' },
    )
    for (const chunk of numberOf.keys()) observer.observe(chunk)
    return () => observer.disconnect()
  }, [text, !marked])
  return (
    <pre
      role="region"
      ref={pane}
      tabIndex={0}
      aria-label={label}
      onClick={(event) => {
        const position = positionAt(event, pane.current)
        if (position !== undefined) onPick(position)
      }}
    >
      {marked ||
        (starts.length === 1
          ? text
          : chunks.map((chunk, i) => (
              <div key={starts[i]} class="chunk">
                {chunk}
              </div>
            )))}
    </pre>
  )
}

/** The position in the text that the reader clicked. */
function positionAt(event: MouseEvent, pane: HTMLElement | null): number | undefined {
  const range = document.caretRangeFromPoint?.(event.clientX, event.clientY)
  if (!pane || !range) return undefined
  const before = new Range()
  before.selectNodeContents(pane)
  before.setEnd(range.startContainer, range.startOffset)
  return before.toString().length
}
