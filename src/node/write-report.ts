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
  readonly origin?: ReportOrigin
}

/** Where a report comes from, as its readers know it. */
export interface ReportOrigin {
  /** The command line, without secrets; undefined: there was none. */
  readonly given?: GivenArguments
  /** If there was none: what a command line for the same run would contain in addition to the options of the plan. */
  readonly equivalent?: GivenArguments
  /** The name of a file that was searched. Default: as it was opened. */
  readonly nameOf?: (file: string) => string
}

/** Writes the page of a search, and of the deduplication after it. */
export async function writeFoundReport(
  path: string,
  { found, removed, title, memory = Number.POSITIVE_INFINITY, origin = {} }: ReportInput,
): Promise<void> {
  const pairs = Math.min(REPORT_LIMITS.pairs, Math.floor(memory / BYTES_PER_PAIR))
  const { given, equivalent, nameOf = (file) => file } = origin
  const files = found.source.files.map((file) => ({ ...file, name: nameOf(file.name) }))
  const renamed = { ...found, source: { ...found.source, files } }
  const data = await foundReport(renamed, title, removed, { ...REPORT_LIMITS, pairs })
  const page = reportPage({ ...data, ...(given && { given }), ...(equivalent && { equivalent }) })
  found.signal?.throwIfAborted()
  await writeWhole(path, page)
}
