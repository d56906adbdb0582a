import { counted } from '../../../src/model/quantities.js'
import { download } from '../data/download.js'
import { ENOUGH_MARKS, type Marks } from '../data/marks.js'
import type { ReportModel } from '../data/model.js'
import { go } from '../data/route.js'
import { score } from './format.js'
import { NotKept } from './not-kept.js'

/** What the marks of a report are called, and where they are saved. */
const WORDS = {
  document: { yes: 'Duplicate', no: 'Not a duplicate', mark: 'mark', file: 'marks.jsonl' },
  record: { yes: 'Match', no: 'Not a match', mark: 'label', file: 'labels.jsonl' },
} as const

/** Buttons to mark a pair as right or wrong, and what the marks so far suggest about the threshold. */
export function Marking({ model, marks, pair }: { model: ReportModel; marks: Marks; pair: number }) {
  const marked = marks.of(pair)
  const words = WORDS[model.noun]
  const number = marks.list.value.length
  const fitted = marks.fitted.value
  const next = () => {
    const following = nextUnmarked(model, marks, pair)
    if (following !== undefined) go('pair', following)
  }
  const mark = (isDuplicate: boolean) => {
    marks.mark(pair, isDuplicate)
    next()
  }
  const isMarking = marks.is('marking')
  return (
    <>
      {isMarking ? (
        <>
          <button type="button" aria-pressed={marked === true} onClick={() => mark(true)}>
            {words.yes}
          </button>
          <button type="button" aria-pressed={marked === false} onClick={() => mark(false)}>
            {words.no}
          </button>
          <button type="button" onClick={next}>
            Skip
          </button>
          <button
            type="button"
            disabled={!marks.canUndo}
            onClick={() => {
              const undone = marks.undo()
              if (undone !== undefined) go('pair', undone)
            }}
          >
            Undo
          </button>
          <label>
            <input
              type="checkbox"
              checked={!marks.is('similarity shown')}
              onChange={(event) => marks.set('similarity shown', !event.currentTarget.checked)}
            />{' '}
            hide the {model.data.measure} until the pair is marked
          </label>
          <button type="button" onClick={() => marks.set('marking', false)}>
            Stop marking
          </button>
        </>
      ) : (
        <button type="button" onClick={() => marks.set('marking', true)}>
          Mark pairs
        </button>
      )}
      {!isMarking && marked !== undefined && <span>marked: {marked ? words.yes : words.no}</span>}
      {number > 0 && (
        <button type="button" onClick={() => download(words.file, marks.exported())}>
          Save {counted(number, words.mark)}
        </button>
      )}
      {number > 0 && <NotKept />}
      <span role="status">
        {fitted
          ? `Threshold that fits best: ${score(fitted.threshold)}, F1 ${fitted.f1.toFixed(2)} (95 % CI ${fitted.low.toFixed(2)}–${fitted.high.toFixed(2)})`
          : number > 0 &&
            (number < ENOUGH_MARKS
              ? `${counted(ENOUGH_MARKS - number, `more ${words.mark}`)} until a threshold is suggested`
              : `All ${number} ${words.mark}s are of one kind; a threshold needs both kinds`)}
      </span>
    </>
  )
}

/**
 * The next pair that can be shown and has no mark: one of those most worth marking, otherwise any, in wide steps so that all similarities
 * occur.
 */
function nextUnmarked(model: ReportModel, marks: Marks, pair: number): number | undefined {
  const isOpen = (candidate: number) => model.canShow(candidate) && marks.of(candidate) === undefined
  const worth = model.data.records?.toMark.find(isOpen)
  if (worth !== undefined) return worth
  const total = model.data.pairs.a.length
  let stride = Math.max(Math.round(total * 0.618), 1)
  // Steps that have a common factor with the number of pairs would return to the start too early.
  while (commonFactor(stride, total) > 1) stride++
  for (let step = 1; step <= total; step++) {
    const candidate = (pair + step * stride) % total
    if (isOpen(candidate)) return candidate
  }
  return undefined
}

function commonFactor(one: number, other: number): number {
  return other === 0 ? one : commonFactor(other, one % other)
}
