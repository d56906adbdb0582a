import { count } from '../../../src/model/quantities.js'
import type { ReportData } from '../../../src/report/report-data.js'
import { commandLine } from '../data/command-line.js'
import { CommandBar } from './command-bar.js'

/** What the histogram shows below the threshold. */
export function BelowNote({ data }: { data: ReportData }) {
  const { threshold, plan, estimated, counts } = data
  const from = plan?.keepPairsFrom ?? threshold
  return (
    <>
      {counts.pairsBelow !== undefined && (
        <p>
          The run also kept {count(counts.pairsBelow)} pairs below the threshold {threshold}, down to {from}.
        </p>
      )}
      {estimated && (
        <p>The faint bars below {from} are estimates from a sample; bars that reach the top are cut off.</p>
      )}
    </>
  )
}

/** How to get the pairs below the threshold; nothing if the report has them or no command can produce them. */
export function HowToKeep({ data }: { data: ReportData }) {
  const { threshold, plan, given = data.equivalent } = data
  if (given === undefined || plan === undefined || plan.keepPairsFrom !== undefined) return null
  const from = Math.max(Math.round((threshold - 0.2) * 100) / 100, 0.1)
  if (from >= threshold) return null
  return (
    <>
      <p>
        This report has no pairs below {threshold}. To see them, and to move the threshold lower, keep them:
      </p>
      <CommandBar command={commandLine(data, [['keep-pairs-from', `${from}`], ['bands'], ['rows']])} />
    </>
  )
}
