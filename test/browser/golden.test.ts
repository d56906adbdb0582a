import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGoldenCases } from '../golden/cases.js'
import type { compute } from '../golden/compute.js'
import { titled } from '../outside.js'
import { openChromium, type Pages, part } from './chromium.js'

declare const likewiseGolden: { compute: typeof compute }

describe.skipIf(part.path === undefined)(titled('the library in Chromium', part), () => {
  let browser: Pages
  let page: Page

  beforeAll(async () => {
    const bundle = await build({
      entryPoints: [path('../golden/compute.ts')],
      bundle: true,
      format: 'iife',
      globalName: 'likewiseGolden',
      platform: 'browser',
      write: false,
      tsconfig: path('../../tsconfig.json'),
    })
    browser = await openChromium()
    page = await browser.newPage()
    await page.addScriptTag({ content: bundle.outputFiles[0]!.text })
  })

  afterAll(() => browser?.close())

  it.each(readGoldenCases())(
    'reproduces the golden vectors bit for bit: $name',
    async ({ input, expected }) => {
      const got = await page.evaluate((asked) => JSON.stringify(likewiseGolden.compute(asked)), input)
      expect(JSON.parse(got)).toEqual(expected)
    },
  )

  it('really is a browser', async () => {
    expect(await page.evaluate('typeof window.document + typeof globalThis.process')).toBe('objectundefined')
  })
})

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}
