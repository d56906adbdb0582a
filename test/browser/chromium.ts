import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../outside.js'

/** Chromium, if it is here. */
export const part = findChromium()

/** Arguments with which it runs anywhere, and asks nothing of the network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Pages of a browser; each has storage of its own. */
export interface Pages {
  readonly newPage: Browser['newPage']
  /** Closes the pages that are still open. */
  close(): Promise<void>
}

/** How long a page may take for anything, in milliseconds: on a busy machine programs wait for each other. */
const PATIENCE = 100_000

let browser: Promise<Browser> | undefined

/** Pages for the tests of a file. The browser serves all files of tests that run in this process, and ends with it. */
export async function openChromium(): Promise<Pages> {
  browser ??= chromium.launch({ executablePath: part.path!, args: FLAGS })
  const running = await browser
  const contexts: { close(): Promise<void> }[] = []
  return {
    async newPage(options) {
      const page = await running.newPage(options)
      contexts.push(page.context())
      page.setDefaultTimeout(PATIENCE)
      return page
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}
