// @ts-check
// Takes the screenshots of the documentation in docs/screenshots: the page on the sample data, in light and dark.
// Run: npm run screenshots (needs Chromium; CHROMIUM names another program than /usr/bin/chromium)
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs', 'screenshots')

/** A screenshot: of which report, and which view of it. */
const SHOTS = /** @type {const} */ ([
  { name: 'overview', report: 'dedup', route: '', height: 750 },
  { name: 'pair', report: 'dedup', route: 'pair/19', height: 860 },
  { name: 'cluster', report: 'dedup', route: 'cluster/0', height: 780 },
  { name: 'records', report: 'match', route: 'pair/2', height: 590 },
])

const scratch = mkdtempSync(join(tmpdir(), 'likewise-screenshots-'))
mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
try {
  const data = (/** @type {string} */ name) => join('examples', 'data', name)
  likewise('dedup', data('articles.jsonl'), '--threshold', '0.7', '--out', scratch, '--report', file('dedup'))
  likewise('match', data('customers.csv'), data('subscribers.csv'), '--report', file('match'))
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const { name, report, route, height } of SHOTS) {
      const page = await browser.newPage({ viewport: { width: 1100, height }, colorScheme })
      await page.goto(`${pathToFileURL(file(report))}#/${route}`)
      await page.waitForSelector('main h1')
      await page.evaluate('document.fonts.ready')
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) })
      await page.close()
    }
  }
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true })
}

/** @param {string} name */
function file(name) {
  return join(scratch, `${name}.html`)
}

/** @param {readonly string[]} args */
function likewise(...args) {
  execFileSync(process.execPath, [join('dist', 'cli', 'main.js'), ...args, '--quiet'], { cwd: ROOT })
}
