import { counted } from '../../../src/model/quantities.js'
import { commandLine } from '../data/command-line.js'
import { download } from '../data/download.js'
import type { ReportModel } from '../data/model.js'
import { nextName } from '../data/next-name.js'
import { CommandBar } from './command-bar.js'
import { NotKept } from './not-kept.js'

const FILE = 'decisions.jsonl'

/** The number of decisions, with buttons to undo and save them, and the command that applies them. */
export function DecisionBar({ model }: { model: ReportModel }) {
  const { decisions, data } = model
  const { list, fresh, withdrawn, applied } = decisions
  if (list.length === 0 && applied.length === 0) return null
  const { options } = data.given ?? data.equivalent ?? {}
  const before = options?.find(([name]) => name === 'decisions')?.[1]
  const file = before === undefined ? FILE : nextName(before.replace(/^.*[/\\]/s, ''))
  // The page does not know the options of dedup after another command.
  const isRepeatable = data.command === 'dedup' && options !== undefined
  const haveChanged = fresh.length + withdrawn.length > 0
  return (
    <>
      <p class="bar">
        <span>
          {counted(list.length, 'decision')}
          {applied.length > 0 &&
            (haveChanged
              ? `, ${applied.length - withdrawn.length} of them applied by this run`
              : ', all applied by this run')}
        </span>
        {fresh.length > 0 && (
          <button type="button" onClick={() => decisions.undo()}>
            Undo
          </button>
        )}
        {list.length > 0 && (
          <button type="button" onClick={() => download(file, decisions.exported())}>
            Save decisions
          </button>
        )}
        {haveChanged && (
          <span>
            {!isRepeatable ? (
              <>
                Run <code>likewise dedup … --decisions {file}</code> to apply them.
              </>
            ) : list.length > 0 ? (
              'Save them, then apply them with this command:'
            ) : (
              'Run again without decisions:'
            )}
          </span>
        )}
        <NotKept />
      </p>
      {haveChanged && isRepeatable && (
        <CommandBar command={commandLine(data, [['decisions', list.length > 0 ? file : undefined]])} />
      )}
    </>
  )
}
