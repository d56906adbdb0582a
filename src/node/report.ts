import type { CopyReport } from '../apps/plagiarism/find-copies.js'
import type { DocumentId } from '../model/document.js'
import { copyReport } from '../report/copy-report.js'
import { reportPage } from '../report/node-report-page.js'

export interface ReportOptions {
  /** The title of the page. Default: `documents`. */
  readonly title?: string
}

/**
 * Returns an HTML page that shows copies side by side with their passages marked, groups and scores. It is a self-contained
 * file that needs no network. The content of the documents is always shown as text.
 *
 * @example writeFileSync('essays.html', copyReportPage(report, (id) => texts.get(id), { title: 'essays' }))
 */
export function copyReportPage(
  report: CopyReport,
  textOf: (id: DocumentId) => string,
  { title = 'documents' }: ReportOptions = {},
): string {
  return reportPage(copyReport(report, textOf, title))
}
