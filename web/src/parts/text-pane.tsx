import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { TextSpan } from '../data/tokens.js'

/** The number of a passage, shown where it begins. */
export interface PassageStart {
  readonly number: number
  readonly start: number
}

export interface TextPaneProps {
  readonly label: string
  readonly text: string
  readonly starts: readonly number[]
  /** In the order of the text. */
  readonly numbers: readonly PassageStart[]
  readonly pane: RefObject<HTMLPreElement | null>
  /** Shown instead of the plain text. */
  readonly marked: ComponentChildren
  readonly onView: (view: TextSpan) => void
  readonly onPick: (position: number) => void
}

/** A scrollable text. A long one is split into chunks, and the browser lays out only those in view. */
export function TextPane({ label, text, starts, numbers, pane, marked, onView, onPick }: TextPaneProps) {
  const ends = (chunk: number) => starts[chunk + 1] ?? text.length
  const chunks = useMemo(
    () =>
      starts.map((start, i) => withNumbers(text, { start, end: ends(i) }, within(numbers, start, ends(i)))),
    [text, starts, numbers],
  )
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
        if (near.size > 0) onView({ start: starts[Math.min(...near)]!, end: ends(Math.max(...near)) })
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
          ? chunks[0]
          : chunks.map((chunk, i) => (
              <div key={starts[i]} class="chunk">
                {chunk}
              </div>
            )))}
    </pre>
  )
}

/** The numbers of the passages that begin in a part of a text. */
function within(numbers: readonly PassageStart[], from: number, to: number): readonly PassageStart[] {
  const firstAt = (position: number) => {
    let [low, high] = [0, numbers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[middle]!.start < position) low = middle + 1
      else high = middle
    }
    return low
  }
  return numbers.slice(firstAt(from), firstAt(to))
}

/** A part of a text, with the numbers of the passages that begin in it. The numbers are not part of the text. */
function withNumbers(
  text: string,
  { start, end }: TextSpan,
  numbers: readonly PassageStart[],
): ComponentChildren[] {
  const children: ComponentChildren[] = []
  let at = start
  for (const passage of numbers) {
    if (passage.start > at) children.push(text.slice(at, passage.start))
    children.push(<span key={passage.number} class="passage-number" data-number={passage.number} />)
    at = passage.start
  }
  children.push(text.slice(at, end))
  return children
}

/** The position in the text that the reader clicked. */
function positionAt(event: MouseEvent, pane: HTMLElement | null): number | undefined {
  const caret = caretAt(event.clientX, event.clientY)
  if (!pane || !caret) return undefined
  const before = new Range()
  before.selectNodeContents(pane)
  before.setEnd(...caret)
  return before.toString().length
}

/** Older versions of Chromium and Safari lack the standard function; Firefox has only that one. */
function caretAt(x: number, y: number): [Node, number] | undefined {
  const caret = document.caretPositionFromPoint?.(x, y)
  if (caret) return [caret.offsetNode, caret.offset]
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? [range.startContainer, range.startOffset] : undefined
}
