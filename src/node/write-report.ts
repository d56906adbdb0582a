import {
  type FoundDocuments,
  foundReport,
  REPORT_LIMITS,
  type RemovedDocuments,
} from '../report/found-report.js'
import { reportPage } from '../report/node-report-page.js'
import type { GivenArguments } from '../report/report-data.js'
import { writeWhole } from '../write/node-write-whole.js'

/** Bytes of the memory budget for each pair that a report may hold. */
const BYTES_PER_PAIR = 2000

/** What the page of a search is made of. */
interface ReportInput {
  readonly found: FoundDocuments
  /** What a deduplication removed, if it was one. */
  readonly removed?: RemovedDocuments | undefined
  readonly title: string
  /** The memory budget of the run, in bytes, within which pairs are chosen; undefined: no limit. */
  readonly memory?: number | undefined
  /** The command line, without secrets; undefined: there was none. */
  readonly given?: GivenArguments
}

/** Writes the page of a search, and of the deduplication after it. */
export async function writeFoundReport(
  path: string,
  { found, removed, title, memory = Number.POSITIVE_INFINITY, given }: ReportInput,
): Promise<void> {
  const pairs = Math.min(REPORT_LIMITS.pairs, Math.floor(memory / BYTES_PER_PAIR))
  const data = await foundReport(found, title, removed, { ...REPORT_LIMITS, pairs })
  const page = reportPage(given ? { ...data, given } : data)
  found.signal?.throwIfAborted()
  await writeWhole(path, page)
}
