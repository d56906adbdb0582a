/// <reference lib="dom" />
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrowserWorker } from '../../tools/build-browser-worker.js'
import { byDepth } from '../depth.js'
import { readGoldenCases } from '../golden/cases.js'
import { titled } from '../outside.js'
import { openChromium, type Pages, part } from './chromium.js'
import type * as entry from './in-page/engine-entry.js'
import { PageServer } from './page-server.js'

declare const likewise: typeof entry

const TESTS_OF_PAGE = byDepth({ short: 15, long: 1 })

/** The golden cases, which a page cannot read from files. */
const GOLDEN: Plugin = {
  name: 'golden',
  setup(bundling) {
    bundling.onLoad({ filter: /golden[\\/]cases\.ts$/ }, () => ({
      contents: `export const readGoldenCases = () => ${JSON.stringify(readGoldenCases())}`,
    }))
  },
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

describe.skipIf(part.path === undefined)(titled('the engine in Chromium', part), () => {
  let browser: Pages
  let files: ReadonlyMap<string, string>
  const servers: PageServer[] = []

  beforeAll(async () => {
    const [worker, suite] = await Promise.all([
      buildBrowserWorker(),
      build({
        entryPoints: [path('in-page/engine-entry.ts')],
        bundle: true,
        format: 'iife',
        globalName: 'likewise',
        platform: 'browser',
        alias: { vitest: path('in-page/vitest.ts') },
        define: {
          RUNS: byDepth({ short: '1', long: 'undefined' }),
          'process.env.LIKEWISE_SEED': JSON.stringify(process.env.LIKEWISE_SEED ?? '1'),
        },
        plugins: [GOLDEN],
        write: false,
        logLevel: 'error',
      }),
    ])
    files = new Map([
      [
        'index.html',
        '<!doctype html><title>engine</title><link rel="icon" href="data:,"><script src="suite.js"></script>',
      ],
      ['suite.js', suite.outputFiles[0]!.text],
      ['worker.js', worker],
    ])
    browser = await openChromium()
  })

  afterAll(async () => {
    await browser?.close()
    for (const server of servers) server.close()
  })

  async function open(isIsolated: boolean): Promise<{ page: Page; problems: string[] }> {
    const server = await PageServer.start(files, isIsolated)
    servers.push(server)
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(server.origin) && !request.url().startsWith('data:'))
        problems.push(request.url())
    })
    await page.goto(server.origin)
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isIsolated)
    return { page, problems }
  }

  it.each([
    ['with shared memory', true],
    ['without shared memory', false],
  ])(
    'passes the suites of engines %s',
    async (_, isIsolated) => {
      const { page, problems } = await open(isIsolated)
      const names = await page.evaluate(() => likewise.names)
      expect(names.length).toBeGreaterThan(
        byDepth(isIsolated ? { short: 50, long: 60 } : { short: 25, long: 30 }),
      )
      const failed: string[] = []
      for (const [number, name] of names.entries()) {
        // Chromium gives the memory of ended workers back when their page goes.
        if (number % TESTS_OF_PAGE === 0 && number > 0) await page.reload()
        const problem = await page.evaluate((one) => likewise.run(one), number)
        if (problem !== '') failed.push(`${name}\n${problem}`)
      }
      expect(failed).toEqual([])
      expect(problems).toEqual([])
      await page.close()
    },
    600_000,
  )
})
