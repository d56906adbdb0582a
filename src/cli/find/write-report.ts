import { writeFoundReport } from '../../node/write-report.js'
import type { FoundDocuments, RemovedDocuments } from '../../report/found-report.js'
import type { Written } from '../../write/written.js'
import type { SearchPlan } from './plan-search.js'

/** Writes the HTML report of a search and, if there was one, of the deduplication after it. */
export async function writeReport(
  { report, inputs, running: { memory } }: Pick<SearchPlan, 'report' | 'inputs' | 'running'>,
  found: FoundDocuments,
  removed?: RemovedDocuments,
): Promise<Written> {
  const { path } = report!
  await writeFoundReport(path, { found, removed, title: inputs.join(', '), memory })
  return { kind: 'report', path }
}
