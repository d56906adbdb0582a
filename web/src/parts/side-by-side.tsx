import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ShinglePlan } from '../../../src/model/plan.js'
import { count, counted, percent } from '../../../src/model/quantities.js'
import { setAt, sizeAt } from '../../../src/model/set-collection.js'
import type { ReportPassage } from '../../../src/report/report-data.js'
import { shingleCollection } from '../../../src/text/shingles.js'
import type { CommonPhrase } from '../data/model.js'
import { findPhrases, overlapOf } from '../data/phrases.js'
import { chunkStarts } from '../data/text-chunks.js'
import { compareTexts, type TextSpan } from '../data/tokens.js'
import { BoilerplateNote } from './boilerplate-note.js'
import { oneLine, printableLines } from './format.js'
import { COLORS, canHighlight, highlight, type StyledSpans, scrollToSpan } from './highlights.js'
import { MarkedText } from './marked-text.js'
import { PassageList } from './passage-list.js'
import { useIsPrinting } from './printing.js'
import { type PassageStart, TextPane } from './text-pane.js'

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
  /** What known passages count. Default: words. */
  readonly unit?: 'word' | 'token' | undefined
  /** Phrases that say little about the two. */
  readonly common?: readonly CommonPhrase[]
  /** The word for documents that pairs connect. Default: cluster. */
  readonly groupNoun?: string
  /** How shingles are made, if known. */
  readonly shingle?: ShinglePlan | undefined
  /** Whether phrases are ignored that the run did not ignore. Default: false. */
  readonly isWithoutPhrases?: boolean
  /** Whether figures that reveal the similarity are hidden. Default: false. */
  readonly isHidden?: boolean
}

/** Two texts side by side: shared passages, what only one has, and boilerplate. */
export function SideBySide({
  documents,
  known,
  unit = 'word',
  common = [],
  groupNoun = 'cluster',
  shingle,
  isWithoutPhrases = false,
  isHidden = false,
}: SideBySideProps) {
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
  const shingles = useMemo(() => shingleCounts(documents, shingle), [texts[0], texts[1], shingle])
  const { passages, onlyA, onlyB, sharedOfA, sharedOfB } = useMemo(
    () => compareTexts(...texts, known),
    [texts[0], texts[1], known],
  )
  const shownTexts = useMemo(() => texts.map(printableLines), [texts[0], texts[1]])
  const [current, setCurrent] = useState<number | undefined>()
  const sides = [useRef<HTMLPreElement>(null), useRef<HTMLPreElement>(null)] as const
  const starts = useMemo(() => texts.map(chunkStarts), [texts[0], texts[1]])
  /** The part of each text that is in view or close to it. */
  const [views, setViews] = useState<readonly TextSpan[]>(() =>
    starts.map((ofText, i) => ({ start: 0, end: ofText[2] ?? texts[i]!.length })),
  )
  const sidesOf = useMemo(() => [passages.map(({ a }) => a), passages.map(({ b }) => b)] as const, [passages])
  const numbers = useMemo(() => sidesOf.map(numbersOf), [passages])
  const unshared = [onlyA, onlyB] as const
  // Not every browser prints highlights without elements.
  const isLight = canHighlight() && !useIsPrinting()

  const styleTexts = (stylesOf: (side: number) => readonly StyledSpans[]) =>
    highlight([0, 1].map((i) => ({ pane: sides[i]!.current!, view: views[i]!, styled: stylesOf(i) })))

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

  // A separate effect: long texts have very many other highlights, and this one changes with every step. It follows whatever clears them.
  useEffect(() => {
    if (isLight)
      styleTexts((i) => [{ name: 'current', spans: current === undefined ? [] : [sidesOf[i]![current]!] }])
  }, [passages, onlyA, onlyB, phrases, current, views, isLight])

  const show = (passage: number) => {
    if (passages.length === 0) return
    const chosen = (passage + passages.length) % passages.length
    setCurrent(chosen)
    for (const i of [0, 1]) scrollToSpan(sides[i]!.current!, sidesOf[i]![chosen]!)
  }
  // Not after the next frame: a second step must begin where the first one ended.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea')) return
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
        {!isHidden &&
          shingles &&
          ` ${isWithoutPhrases ? 'Without the ignored phrases, the' : 'The'} ${shingles}`}
      </p>
      <BoilerplateNote texts={texts} common={common} groupNoun={groupNoun} />
      <PassageList passages={passages} unit={unit} current={current} show={show} />
      <div class="sides">
        {documents.map(({ name, file = '', cut = 0 }, i) => (
          <figure key={i}>
            <figcaption>
              <bdi>{oneLine(name)}</bdi>{' '}
              <small>
                <bdi>{oneLine(file, 60)}</bdi>
              </small>
              {shownTexts[i]!.replaced > 0 && (
                <small> ({counted(shownTexts[i]!.replaced, 'control character')} shown as �)</small>
              )}
              {cut > 0 && <small> ({counted(cut, 'character')} cut off)</small>}
            </figcaption>
            <TextPane
              label={`Text of ${oneLine(name, 60)}`}
              text={shownTexts[i]!.text}
              starts={starts[i]!}
              numbers={numbers[i]!}
              pane={sides[i]!}
              marked={
                !isLight && (
                  <MarkedText
                    text={shownTexts[i]!.text}
                    passages={sidesOf[i]!}
                    only={unshared[i]!}
                    boilerplate={phrases[i]!}
                    current={current}
                  />
                )
              }
              onView={(seen) => setViews((before) => before.map((view, side) => (side === i ? seen : view)))}
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

/** The numbers of passages, in the order in which they begin in a text. */
function numbersOf(spans: readonly TextSpan[]): PassageStart[] {
  return spans.map(({ start }, i) => ({ start, number: i + 1 })).sort((one, other) => one.start - other.start)
}

/** How many shingles both texts have, as counted by a run: a sentence without its first word. Undefined if unknown. */
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
  return `first has ${counted(one, 'shingle')}, the second ${count(other)}; ${count(shared)} are shared, ${count(one + other - shared)} in all.`
}
