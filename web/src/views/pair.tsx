import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { counted, percent } from '../../../src/model/quantities.js'
import type { PairEvidence, ReportPassage } from '../../../src/report/report-data.js'
import { Marks } from '../data/marks.js'
import type { ReportModel } from '../data/model.js'
import { compareTexts, type TextSpan } from '../data/tokens.js'
import { EvidenceTable } from '../parts/evidence-table.js'
import { oneLine, score } from '../parts/format.js'
import { COLORS, canHighlight, highlight, rangeOf } from '../parts/highlights.js'
import { MarkedText } from '../parts/marked-text.js'
import { Marking } from '../parts/marking.js'

const marksOf = new WeakMap<ReportModel, Marks>()

/** Two documents side by side: what they share and what differs. */
export function PairView({ model, pair }: { model: ReportModel; pair: number }) {
  const { a, b, similarity } = model.data.pairs
  const [one, other] = [a[pair]!, b[pair]!]
  const marks = marksOf.get(model) ?? new Marks(model)
  marksOf.set(model, marks)
  const [isMarking, setMarking] = useState(false)
  const detail = model.detailOf(pair)
  const isHidden = isMarking && marks.of(pair) === undefined
  return (
    <>
      <p>
        <a href="#/pairs">All pairs</a> · <a href={`#/cluster/${one}`}>Cluster</a>
      </p>
      <h1>
        {oneLine(model.idOf(one))} <span class="and">and</span> {oneLine(model.idOf(other))}
      </h1>
      <p class="bar">
        <span>
          {model.data.measure} <b>{isHidden ? 'hidden until you mark the pair' : score(similarity[pair]!)}</b>
        </span>
        <Marking model={model} marks={marks} pair={pair} isMarking={isMarking} setMarking={setMarking} />
      </p>
      {detail && !isHidden && (
        <dl class="facts">
          {detail.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {model.data.records ? (
        <Records
          model={model}
          documents={[one, other]}
          fields={model.data.records.fields}
          evidence={detail?.evidence}
          isHidden={isHidden}
        />
      ) : (
        <Texts model={model} one={one} other={other} known={detail?.passages} />
      )}
    </>
  )
}

function Records({
  model,
  documents: [one, other],
  fields,
  evidence,
  isHidden,
}: {
  model: ReportModel
  documents: readonly [number, number]
  fields: readonly string[]
  evidence: PairEvidence | undefined
  isHidden: boolean
}) {
  const [first, second] = [model.valuesOf(one), model.valuesOf(other)]
  if (!first || !second) return <p>This report does not hold the values of these two records.</p>
  const names = [nameOf(model, one), nameOf(model, other)] as const
  return (
    <EvidenceTable
      fields={fields}
      values={[first, second]}
      names={names}
      evidence={evidence}
      isHidden={isHidden}
    />
  )
}

/** Ids of two tables may be equal; then their table tells records apart. */
function nameOf(model: ReportModel, document: number): string {
  const id = oneLine(model.idOf(document), 60)
  return model.data.documents.files.length > 1 ? `${id} (${oneLine(model.fileOf(document), 40)})` : id
}

function Texts({
  model,
  one,
  other,
  known,
}: {
  model: ReportModel
  one: number
  other: number
  known: readonly ReportPassage[] | undefined
}) {
  const [textA, textB] = [model.textOf(one), model.textOf(other)]
  if (textA === undefined || textB === undefined) {
    return (
      <p>
        This report does not hold the text of{' '}
        {textA === undefined ? oneLine(model.idOf(one)) : oneLine(model.idOf(other))}. Run{' '}
        <code>likewise compare</code> on the two documents to see them side by side.
      </p>
    )
  }
  return <SideBySide model={model} documents={[one, other]} texts={[textA, textB]} known={known} />
}

function SideBySide({
  model,
  documents,
  texts,
  known,
}: {
  model: ReportModel
  documents: readonly [number, number]
  texts: readonly [string, string]
  known: readonly ReportPassage[] | undefined
}) {
  const { passages, onlyA, onlyB, sharedOfA, sharedOfB } = useMemo(
    () => compareTexts(...texts, known),
    [texts[0], texts[1], known],
  )
  const [current, setCurrent] = useState<number | undefined>()
  const sides = [useRef<HTMLPreElement>(null), useRef<HTMLPreElement>(null)] as const
  const sidesOf = [passages.map(({ a }) => a), passages.map(({ b }) => b)] as const
  const onlys = [onlyA, onlyB] as const
  const [isPrinting, setPrinting] = useState(false)
  const isLight = canHighlight() && !isPrinting

  useEffect(() => {
    if (!isLight) return undefined
    highlight(
      sides.flatMap((side, i) => {
        const node = side.current?.firstChild
        if (!(node instanceof Text)) return []
        const groups = Array.from({ length: COLORS }, (_, color) => ({
          name: `passage-${color}`,
          spans: sidesOf[i]!.filter((_, passage) => passage % COLORS === color),
        }))
        const chosen = current === undefined ? [] : [sidesOf[i]![current]!]
        return [
          {
            node,
            styled: [...groups, { name: 'only', spans: onlys[i]! }, { name: 'current', spans: chosen }],
          },
        ]
      }),
    )
    return () => CSS.highlights.clear()
  })

  // Highlights without elements are not printed by every browser.
  useEffect(() => {
    const [before, after] = [() => setPrinting(true), () => setPrinting(false)]
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])

  const show = (passage: number) => {
    if (passages.length === 0) return
    const chosen = (passage + passages.length) % passages.length
    setCurrent(chosen)
    for (const [i, side] of sides.entries()) scrollTo(side.current, sidesOf[i]![chosen]!)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return
      if (event.key === 'n') show((current ?? -1) + 1)
      else if (event.key === 'p') show((current ?? 0) - 1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  return (
    <>
      <p>
        {counted(passages.length, 'shared passage')}
        {passages.length > 0 && (
          <>
            {' '}
            (<kbd>n</kbd> next, <kbd>p</kbd> previous)
          </>
        )}
        ; {percent(sharedOfA)} of the first text's words and {percent(sharedOfB)} of the second's are in
        shared runs. Words that only one text has are underlined.
      </p>
      {passages.length > 0 && (
        <ol class="passages" aria-label="Shared passages">
          {passages.slice(0, 200).map((passage, i) => (
            <li key={passage.a.start}>
              <button
                type="button"
                class={`passage-${i % COLORS}`}
                aria-pressed={i === current}
                onClick={() => show(i)}
              >
                {i + 1}: {counted(passage.words, 'word')}
              </button>
            </li>
          ))}
        </ol>
      )}
      <div class="sides">
        {documents.map((document, i) => (
          <figure key={document}>
            <figcaption>
              {oneLine(model.idOf(document))} <small>{oneLine(model.fileOf(document), 60)}</small>
              {model.cutOf(document) > 0 && (
                <small> ({counted(model.cutOf(document), 'character')} cut off)</small>
              )}
            </figcaption>
            <pre
              role="region"
              ref={sides[i]!}
              tabIndex={0}
              aria-label={`Text of ${oneLine(model.idOf(document), 60)}`}
              onClick={(event) => {
                const at = offsetAt(event, sides[i]!.current)
                const hit = sidesOf[i]!.findIndex(
                  ({ start, end }) => at !== undefined && start <= at && at < end,
                )
                if (hit >= 0) show(hit)
              }}
            >
              {isLight ? (
                texts[i]
              ) : (
                <MarkedText text={texts[i]!} passages={sidesOf[i]!} only={onlys[i]!} current={current} />
              )}
            </pre>
          </figure>
        ))}
      </div>
    </>
  )
}

/** Scrolls a text to a span of it, a little below the top. */
function scrollTo(side: HTMLElement | null, span: TextSpan): void {
  const node = side?.firstChild
  if (!side) return
  const box =
    side.childNodes.length === 1 && node instanceof Text
      ? rangeOf(node, span).getBoundingClientRect()
      : side.querySelector('mark.current')?.getBoundingClientRect()
  if (box) side.scrollTop += box.top - side.getBoundingClientRect().top - 60
}

/** Where in the text the reader has clicked. */
function offsetAt(event: MouseEvent, side: HTMLElement | null): number | undefined {
  const range = document.caretRangeFromPoint?.(event.clientX, event.clientY)
  if (!side || !range) return undefined
  const before = new Range()
  before.selectNodeContents(side)
  before.setEnd(range.startContainer, range.startOffset)
  return before.toString().length
}
