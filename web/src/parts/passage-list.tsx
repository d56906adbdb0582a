import { counted } from '../../../src/model/quantities.js'
import type { Comparison } from '../data/tokens.js'
import { COLORS } from './highlights.js'

const MAX_LISTED = 200

export interface PassageListProps {
  readonly passages: Comparison['passages']
  /** What the passages count. */
  readonly unit: 'word' | 'token'
  readonly current: number | undefined
  readonly show: (passage: number) => void
}

/** The shared passages, to choose one. */
export function PassageList({ passages, unit, current, show }: PassageListProps) {
  if (passages.length === 0) return null
  return (
    <>
      <ol class="passages" aria-label="Shared passages">
        {passages.slice(0, MAX_LISTED).map((passage, i) => (
          <li key={passage.a.start}>
            <button
              type="button"
              class={`passage-${i % COLORS}`}
              aria-pressed={i === current}
              onClick={() => show(i)}
            >
              {i + 1}: {counted(passage.matched, unit)}
            </button>
          </li>
        ))}
      </ol>
      {passages.length > MAX_LISTED && (
        <p>
          The first {MAX_LISTED} passages are listed here; <kbd>n</kbd> and <kbd>p</kbd> step through all{' '}
          {passages.length}.
        </p>
      )}
    </>
  )
}
