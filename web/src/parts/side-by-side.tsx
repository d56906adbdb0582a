import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ShinglePlan } from '../../../src/model/plan.js'
import { count, counted, percent } from '../../../src/model/quantities.js'
import { setAt, sizeAt } from '../../../src/model/set-collection.js'
import type { ReportPassage } from '../../../src/report/report-data.js'
import { shingleCollection } from '../../../src/text/shingles.js'
import type { FrequentRun } from '../data/frequent.js'
import { findPhrases, overlapOf } from '../data/phrases.js'
import { chunkStarts } from '../data/text-chunks.js'
import { compareTexts, type TextSpan } from '../data/tokens.js'
import { oneLine } from './format.js'
import { COLORS, canHighlight, highlight, rangeOf, type ShownChunks, type StyledSpans } from './highlights.js'
import { MarkedText } from './marked-text.js'
import { TextPane } from './text-pane.js'

/** A text to show. */
interface ShownText {
  readonly name: string
  readonly file?: string
  readonly text: string
  /** The number of characters cut off at its end. */
  readonly cut?: number
}

export interface SideBySideProps {
  readonly documents: readonly [ShownText, ShownText]
  /** Passages found earlier; otherwise they are searched for. */
  readonly known?: readonly ReportPassage[] | undefined
  /** Phrases that say little about the two. */
  readonly common?: readonly FrequentRun[]
  /** How the run made shingles, if known. */
  readonly shingle?: ShinglePlan | undefined
  /** Whether figures that reveal the similarity are hidden. Default: false. */
  readonly isHidden?: boolean
}

/** Two texts side by side: shared passages, what only one has, and boilerplate. */
export function SideBySide({ documents, known, common = [], shingle, isHidden = false }: SideBySideProps) {
  const texts = [documents[0].text, documents[1].text] as const
  const phrases = useMemo(
    () =>
      texts.map((text) =>
        findPhrases(
          text,
          common.map(({ text: phrase }) => phrase),
        ),
      ),
    [texts[0], texts[1], common.length],
  )
  const present = useMemo(
    () => common.find((run) => texts.some((text) => findPhrases(text, [run.text]).length > 0)),
    [texts[0], texts[1], common.length],
  )
  const shingles = useMemo(() => shingleCounts(documents, shingle), [texts[0], texts[1], shingle])
  const { passages, onlyA, onlyB, sharedOfA, sharedOfB } = useMemo(
    () => compareTexts(...texts, known),
    [texts[0], texts[1], known],
  )
  const [current, setCurrent] = useState<number | undefined>()
  const sides = [useRef<HTMLPreElement>(null), useRef<HTMLPreElement>(null)] as const
  const starts = useMemo(() => texts.map(chunkStarts), [texts[0], texts[1]])
  /** The chunks of each text that are in view or close to it. */
  const [views, setViews] = useState<readonly [number, number][]>([
    [0, 1],
    [0, 1],
  ])
  const sidesOf = [passages.map(({ a }) => a), passages.map(({ b }) => b)] as const
  const unshared = [onlyA, onlyB] as const
  const [isPrinting, setPrinting] = useState(false)
  const isLight = canHighlight() && !isPrinting

  const shownOf = (i: number): ShownChunks => ({ pane: sides[i]!.current!, starts: starts[i]! })
  const styleTexts = (stylesOf: (side: number) => readonly StyledSpans[]) =>
    highlight([0, 1].map((i) => ({ shown: shownOf(i), view: views[i]!, styled: stylesOf(i) })))

  useEffect(() => {
    if (!isLight) return undefined
    styleTexts((i) => [
      ...Array.from({ length: COLORS }, (_, color) => ({
        name: `passage-${color}`,
        spans: sidesOf[i]!.filter((_, passage) => passage % COLORS === color),
      })),
      { name: 'only', spans: unshared[i]! },
      { name: 'boilerplate', spans: phrases[i]! },
    ])
    return () => CSS.highlights.clear()
  }, [passages, onlyA, onlyB, phrases, views, isLight])

  // A separate effect: long texts have very many other highlights, and this one changes with every step.
  useEffect(() => {
    if (isLight)
      styleTexts((i) => [{ name: 'current', spans: current === undefined ? [] : [sidesOf[i]![current]!] }])
  }, [passages, current, views, isLight])

  // Not every browser prints highlights without elements.
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
    for (const i of [0, 1]) scrollTo(shownOf(i), sidesOf[i]![chosen]!)
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
        {!isHidden &&
          `; ${percent(sharedOfA)} of the first text’s words and ${percent(sharedOfB)} of the second’s are in shared runs`}
        . Words that only one text has are underlined.
        {!isHidden && shingles && ` ${shingles}`}
      </p>
      {present && (
        <p class="boilerplate-note">
          <span class="boilerplate">Gray</span>: phrases that many of the texts in this report have, in
          several clusters, such as “{oneLine(present.text)}” in {counted(present.documents, 'document')}.
          They say little about these two.
        </p>
      )}
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
        {documents.map(({ name, file = '', cut = 0 }, i) => (
          <figure key={i}>
            <figcaption>
              {oneLine(name)} <small>{oneLine(file, 60)}</small>
              {cut > 0 && <small> ({counted(cut, 'character')} cut off)</small>}
            </figcaption>
            <TextPane
              label={`Text of ${oneLine(name, 60)}`}
              text={texts[i]!}
              starts={starts[i]!}
              pane={sides[i]!}
              marked={
                !isLight && (
                  <MarkedText
                    text={texts[i]!}
                    passages={sidesOf[i]!}
                    only={unshared[i]!}
                    boilerplate={phrases[i]!}
                    current={current}
                  />
                )
              }
              onView={(first, last) =>
                setViews((before) => before.map((view, side) => (side === i ? [first, last] : view)))
              }
              onPick={(position) => {
                const hit = sidesOf[i]!.findIndex(({ start, end }) => start <= position && position < end)
                if (hit >= 0) show(hit)
              }}
            />
          </figure>
        ))}
      </div>
    </>
  )
}

/** How many shingles both texts have, as counted by the run; undefined if unknown. */
function shingleCounts(
  documents: readonly [ShownText, ShownText],
  shingle: ShinglePlan | undefined,
): string | undefined {
  if (shingle === undefined || documents.some(({ cut = 0 }) => cut > 0)) return undefined
  const sets = shingleCollection(
    documents.map(({ text }) => text),
    shingle,
  )
  const shared = overlapOf(setAt(sets, 0), setAt(sets, 1))
  const [one, other] = [sizeAt(sets, 0), sizeAt(sets, 1)]
  return `The first has ${counted(one, 'shingle')}, the second ${count(other)}; ${count(shared)} are shared, ${count(one + other - shared)} in all.`
}

/** Scrolls a text to a span of it, a little below the top. */
function scrollTo(shown: ShownChunks, span: TextSpan): void {
  const { pane, starts } = shown
  const marked = pane.querySelector('mark.current')
  const target = marked ?? rangeOf(shown, span)
  const move = () => {
    pane.scrollTop += target.getBoundingClientRect().top - pane.getBoundingClientRect().top - 60
  }
  move()
  // Chunks get their true height only when they come into view.
  if (starts.length > 1) requestAnimationFrame(move)
}
