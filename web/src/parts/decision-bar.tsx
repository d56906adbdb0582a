import { counted } from '../../../src/model/quantities.js'
import { commandLine } from '../data/command-line.js'
import { download } from '../data/download.js'
import type { ReportModel } from '../data/model.js'
import { CommandBar } from './command-bar.js'
import { NotKept } from './not-kept.js'

const FILE = 'decisions.jsonl'

/** The decisions so far, with buttons to undo and save them, and the command that applies them. */
export function DecisionBar({ model }: { model: ReportModel }) {
  const { decisions, data } = model
  const made = decisions.list.length
  if (made === 0) return null
  const options = data.given?.options
  // The page does not know the decisions that the run applied, nor the options of dedup after another command.
  const isRepeatable = data.command === 'dedup' && options?.some(([name]) => name === 'decisions') === false
  return (
    <>
      <p class="bar">
        {counted(made, 'decision')}
        <button type="button" onClick={() => decisions.undo()}>
          Undo
        </button>
        <button type="button" onClick={() => download(FILE, decisions.exported())}>
          Save decisions
        </button>
        <span>
          {isRepeatable ? (
            'Save them, then apply them with this command:'
          ) : (
            <>
              Run <code>likewise dedup … --decisions {FILE}</code> to apply them.
            </>
          )}
        </span>
        <NotKept />
      </p>
      {isRepeatable && <CommandBar command={commandLine(data, [['decisions', FILE]])} />}
    </>
  )
}
