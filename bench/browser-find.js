// @ts-check
// Searches a file in the page, as a visitor does, and saves the pairs: what bench/cases/browser.js measures.
// Run: node bench/browser-find.js CORPUS PAIRS THRESHOLD RECALL isolated|plain
import { copyFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

const [corpus = '', pairs = '', threshold = '', recall = '', mode] = process.argv.slice(2)
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const PAGE = readFileSync(new URL('../dist/web/index.html', import.meta.url))
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html', ...(mode === 'isolated' && ISOLATED) })
  response.end(PAGE)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-quic'] })
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.locator('input[type=file]').setInputFiles(corpus)
  await page.getByLabel('Threshold').fill(threshold)
  await page.getByLabel('Recall').fill(recall)
  // A reader takes longer than this to set the options; the page starts its workers meanwhile.
  await page.waitForTimeout(1000)
  const began = performance.now()
  await page.getByRole('button', { name: 'Find near-duplicates' }).click()
  await page.getByRole('region', { name: 'Result' }).waitFor({ timeout: 600_000 })
  const found = performance.now()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save pairs' }).click(),
  ])
  copyFileSync(await download.path(), pairs)
  const seconds = (performance.now() - began) / 1000
  const summary = await page.getByRole('region', { name: 'Result' }).innerText()
  console.log(JSON.stringify({ seconds, secondsToResult: (found - began) / 1000, summary }))
} finally {
  await browser.close()
  server.close()
}
