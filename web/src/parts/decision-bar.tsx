import { counted } from '../../../src/model/quantities.js'
import type { Decisions } from '../data/decisions.js'
import { download } from '../data/download.js'
import { NotKept } from './not-kept.js'

/** The decisions so far, with buttons to undo and save them. */
export function DecisionBar({ decisions }: { decisions: Decisions }) {
  const made = decisions.list.length
  if (made === 0) return null
  return (
    <p class="bar">
      {counted(made, 'decision')}
      <button type="button" onClick={() => decisions.undo()}>
        Undo
      </button>
      <button type="button" onClick={() => download('decisions.jsonl', decisions.exported())}>
        Save decisions
      </button>
      <span>
        Run <code>likewise dedup … --decisions decisions.jsonl</code> to apply them.
      </span>
      <NotKept />
    </p>
  )
}
