import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { packReport } from './pack.js'
import type { ReportData } from './report-data.js'

/** The page as `tools/build-page.js` leaves it. */
const PAGE = new URL('../web/report.html', import.meta.url)

/** What the page has where its data belongs. */
const PLACEHOLDER = '<!--report-->'

/** A page that shows a report: one file, which needs no other and no network. */
export function reportPage(data: ReportData): string {
  const page = readFileSync(PAGE, 'utf8')
  const packed = gzipSync(packReport(data), { level: 6 }).toString('base64')
  // A function, because a string would have its dollar signs replaced.
  return page.replace(PLACEHOLDER, () => `<script type="application/gzip" id="report">${packed}</script>`)
}
