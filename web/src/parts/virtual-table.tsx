import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { count } from '../../../src/model/quantities.js'
import { useIsNarrow } from './narrow.js'
import { useIsPrinting } from './printing.js'

/** The height of a row in pixels and, on a narrow screen, that of a line in it and of the space around the lines. */
const [ROW, LINE, AROUND] = [34, 20, 16]
/** The average width of a character in such a line, and the space at both sides of the rows. */
const [CHARACTER, SIDES] = [8.4, 16]
/** Browsers truncate elements taller than about 17 million pixels; beyond this height, each pixel of the scroll bar covers several rows. */
const MAX_HEIGHT = 8_000_000
const SPARE = 8
/** The number of rows that are printed. */
const MAX_PRINTED = 300

interface Column {
  readonly title: string
  readonly width: string
  /** How the table is sorted by this column, if it can be. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | undefined; readonly toggle: () => void }
  /** Where it is in a row on a narrow screen, as a grid area. */
  readonly area: string
  /** Whether its text is wrapped on a narrow screen. */
  readonly isWrapped?: boolean
}

/** The layout of rows on a narrow screen, where columns are below each other. */
interface NarrowLayout {
  /** The widths of the columns that are left, as a grid template. */
  readonly template: string
  /** The width in pixels that wrapped text does not have. */
  readonly taken: number
  /** The number of characters of most wrapped texts, and the maximum number of lines for one. */
  readonly length: number
  readonly maxLines: number
  /** The number of lines without wrapped text. */
  readonly otherLines: number
}

export interface VirtualTableProps {
  readonly label: string
  readonly columns: readonly Column[]
  readonly narrow: NarrowLayout
  readonly rows: number
  readonly row: (index: number) => { readonly key: number; readonly cells: readonly ComponentChildren[] }
  readonly open: (index: number) => void
}

/** A table with any number of rows, of which only those in view are in the page. Arrow keys move, Enter opens. */
export function VirtualTable({ label, columns, narrow, rows, row, open }: VirtualTableProps) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [[width, height], setSize] = useState<readonly [width: number, height: number]>([360, 600])
  const [chosen, setCurrent] = useState(0)
  // A search may have reduced the number of rows.
  const current = Math.min(chosen, Math.max(rows - 1, 0))
  const [hasMoved, setMoved] = useState(false)
  const isNarrow = useIsNarrow()
  const lines = linesOf(narrow, width)
  const rowHeight = isNarrow
    ? AROUND + LINE * (narrow.otherLines + lines * columns.filter(({ isWrapped }) => isWrapped).length)
    : ROW
  const total = rows * rowHeight
  const scrolled = Math.min(total, MAX_HEIGHT)
  // Converts between positions of the scroll bar and positions in the list.
  const scale = scrolled > height ? Math.max(total - height, 0) / (scrolled - height) : 1
  const at = top * scale
  const isPrinting = useIsPrinting()
  const first = isPrinting ? 0 : Math.max(Math.floor(at / rowHeight) - SPARE, 0)
  const last = Math.min(isPrinting ? MAX_PRINTED : Math.ceil((at + height) / rowHeight) + SPARE, rows)
  const template = isNarrow ? narrow.template : columns.map((column) => column.width).join(' ')
  const areaOf = ({ area }: Column) => (isNarrow ? { gridArea: area } : {})

  useLayoutEffect(() => {
    const element = body.current!
    const measure = () => setSize([element.clientWidth, element.clientHeight])
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows - 1, to))
    setCurrent(next)
    setMoved(true)
    const element = body.current!
    const start = next * rowHeight
    // Browsers round to whole pixels, each of which can be a good part of a row: rounded outwards, the row is in view in full.
    if (start < at) element.scrollTop = Math.floor(start / scale)
    else if (start + rowHeight > at + height)
      element.scrollTop = Math.ceil((start + rowHeight - height) / scale)
  }
  const page = Math.max(Math.floor(height / rowHeight) - 1, 1)
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(current + 1),
    ArrowUp: () => move(current - 1),
    PageDown: () => move(current + page),
    PageUp: () => move(current - page),
    Home: () => move(0),
    End: () => move(rows - 1),
    Enter: () => open(current),
  }

  return (
    <>
      <div
        class="grid"
        role="grid"
        aria-label={label}
        aria-rowcount={rows + 1}
        aria-colcount={columns.length}
      >
        <div class="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {columns.map(({ title, sort }, number) => (
            <div
              key={title}
              role="columnheader"
              aria-sort={sort?.direction ?? 'none'}
              style={areaOf(columns[number]!)}
            >
              {sort ? (
                <button type="button" onClick={sort.toggle}>
                  {title}
                  {sort.direction === 'ascending' ? ' ↑' : sort.direction === 'descending' ? ' ↓' : ''}
                </button>
              ) : (
                title
              )}
            </div>
          ))}
        </div>
        <div
          class="grid-body"
          role="rowgroup"
          ref={body}
          tabIndex={0}
          aria-label={`${label}: use the arrow keys, Enter opens a row`}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          onKeyDown={(event) => {
            const act = keys[event.key]
            if (!act || rows === 0) return
            event.preventDefault()
            act()
          }}
        >
          <div style={isPrinting ? {} : { height: `${scrolled}px`, position: 'relative' }}>
            {Array.from({ length: Math.max(last - first, 0) }, (_, i) => {
              const index = first + i
              const { key, cells } = row(index)
              return (
                <div
                  key={key}
                  class={index === current ? 'grid-row current' : 'grid-row'}
                  role="row"
                  aria-rowindex={index + 2}
                  style={{
                    gridTemplateColumns: template,
                    height: `${rowHeight}px`,
                    ...(!isPrinting && { top: `${index * rowHeight - at + top}px` }),
                  }}
                  onClick={() => open(index)}
                >
                  {cells.map((cell, number) => (
                    <div
                      key={columns[number]!.title}
                      role="gridcell"
                      class={columns[number]!.isWrapped ? 'wrapped' : undefined}
                      style={{ ...areaOf(columns[number]!), '--lines': lines }}
                      title={columns[number]!.isWrapped && typeof cell === 'string' ? cell : undefined}
                    >
                      {cell}
                    </div>
                  ))}
                </div>
              )
            })}
          </div>
        </div>
      </div>
      {isPrinting && rows > last && (
        <p>
          The first {count(last)} of {count(rows)} rows are printed; {count(rows - last)} are omitted.
        </p>
      )}
      <div class="unseen" aria-live="polite">
        {hasMoved &&
          current < rows &&
          `Row ${current + 1} of ${rows}: ${row(current)
            .cells.filter((cell) => cell !== '')
            .join(', ')}`}
      </div>
    </>
  )
}

/** The number of lines of a wrapped text in a table of this width. */
function linesOf({ taken, length, maxLines }: NarrowLayout, width: number): number {
  const inLine = Math.max((width - SIDES - taken) / CHARACTER, 1)
  return Math.min(Math.max(Math.ceil(length / inLine), 1), maxLines)
}
