/// <reference lib="dom" />
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titled } from '../outside.js'
import { codeBlocks, readPage } from '../package/markdown.js'
import { openChromium, type Pages, part } from './chromium.js'
import { PageServer } from './page-server.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe.skipIf(part.path === undefined)(titled('the web worker of the cookbook, in Chromium', part), () => {
  let browser: Pages
  let server: PageServer

  beforeAll(async () => {
    const section = readPage('docs/guide/cookbook.md')
      .split('\n## ')
      .find((text) => text.startsWith('A web worker'))!
    const [worker, page] = codeBlocks(section)
    const { outputFiles } = await build({
      stdin: { contents: worker!.code, resolveDir: ROOT },
      bundle: true,
      format: 'esm',
      write: false,
      logLevel: 'error',
    })
    server = await PageServer.start(
      new Map([
        [
          'index.html',
          '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>',
        ],
        ['page.js', page!.code],
        ['worker.js', outputFiles[0]!.text],
      ]),
      false,
    )
    browser = await openChromium()
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it('prints what the page says', async () => {
    const page = await browser.newPage()
    const [message] = await Promise.all([page.waitForEvent('console'), page.goto(server.origin)])
    expect(message.text()).toBe('[{"a":1,"b":2,"similarity":1}]')
    await page.close()
  })
})
