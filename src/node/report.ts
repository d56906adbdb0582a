import type { CopyReport } from '../apps/plagiarism/find-copies.js'
import type { DocumentId } from '../model/document.js'
import { copyReport } from '../report/copy-report.js'
import { reportPage } from '../report/node-report-page.js'

export interface ReportOptions {
  /** What was searched, for the heading. Default: `documents`. */
  readonly title?: string
}

/**
 * A page of HTML that shows copies side by side with their passages marked, groups and scores. One file that needs no other
 * and no network; whatever the documents hold is shown as text.
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
