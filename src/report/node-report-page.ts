import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { packReport } from './pack.js'
import type { ReportData } from './report-data.js'

/** The page as `tools/build-page.js` leaves it: next to this file when built, in dist when run from the sources. */
const PAGES = ['../web/report.html', '../../dist/web/report.html'].map(
  (path) => new URL(path, import.meta.url),
)

function readPage(): string {
  return readFileSync(PAGES.find((page) => existsSync(page)) ?? PAGES[0]!, 'utf8')
}

/** What the page has where its data belongs. */
const PLACEHOLDER = '<!--report-->'

/** The page as a server hands it out, and the content security policy that goes with it. */
export function servedPage(): { readonly html: string; readonly policy: string } {
  const page = readPage()
  const meta = /\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)">/
  const policy = `${meta.exec(page)![1]}; connect-src 'self'; frame-ancestors 'none'`
  const html = page.replace(meta, '').replace(PLACEHOLDER, () => '<div id="served" hidden></div>')
  return { html, policy }
}

/** A page that shows a report: one file, which needs no other and no network. */
export function reportPage(data: ReportData): string {
  const page = readPage()
  const packed = gzipSync(packReport(data), { level: 6 }).toString('base64')
  // A function, because a string would have its dollar signs replaced.
  return page.replace(PLACEHOLDER, () => `<script type="application/gzip" id="report">${packed}</script>`)
}
