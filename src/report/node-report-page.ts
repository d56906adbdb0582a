import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { packReport } from './pack.js'
import type { ReportData } from './report-data.js'

/** The page built by `tools/build-page.js`: next to this file in a build, or in dist if the source is run directly. */
const PAGES = ['../web/report.html', '../../dist/web/report.html'].map(
  (path) => new URL(path, import.meta.url),
)

function readPage(): string {
  return readFileSync(PAGES.find((page) => existsSync(page)) ?? PAGES[0]!, 'utf8')
}

/** Marks where the data goes in the page. */
const PLACEHOLDER = '<!--report-->'

/** The page as sent by a server, and its content security policy. */
export function servedPage(): { readonly html: string; readonly policy: string } {
  const page = readPage()
  const meta = /\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)">/
  const policy = `${meta.exec(page)![1]}; connect-src 'self'; frame-ancestors 'none'`
  const html = page.replace(meta, '').replace(PLACEHOLDER, () => '<div id="served" hidden></div>')
  return { html, policy }
}

/** A page that shows a report: a single file that needs no other files and no network. */
export function reportPage(data: ReportData): string {
  const page = readPage()
  const packed = gzipSync(packReport(data), { level: 6 }).toString('base64')
  // A function, because in a replacement string dollar signs have a special meaning.
  return page.replace(PLACEHOLDER, () => `<script type="application/gzip" id="report">${packed}</script>`)
}
