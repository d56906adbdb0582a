import {
  type FoundDocuments,
  foundReport,
  REPORT_LIMITS,
  type RemovedDocuments,
} from '../../report/found-report.js'
import { reportPage } from '../../report/node-report-page.js'
import { writeWhole } from '../../write/node-write-whole.js'
import type { Written } from '../../write/written.js'
import type { SearchPlan } from './plan-search.js'

/** Bytes of the memory budget for each pair that a report may hold. */
const BYTES_PER_PAIR = 2000

/** Writes the page of a search, and of the deduplication after it. */
export async function writeReport(
  { report, inputs, running }: Pick<SearchPlan, 'report' | 'inputs' | 'running'>,
  found: FoundDocuments,
  removed?: RemovedDocuments,
): Promise<Written> {
  const { path } = report!
  const pairs = Math.min(REPORT_LIMITS.pairs, Math.floor((running.memory ?? Infinity) / BYTES_PER_PAIR))
  const data = foundReport(found, inputs.join(', '), removed, { ...REPORT_LIMITS, pairs })
  await writeWhole(path, reportPage(data))
  return { kind: 'report', path }
}
