/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { openChromium, type Pages } from './chromium.js'

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** A browser that notes errors, messages on the console, and requests beyond the addresses it may ask. */
export class Visitor {
  readonly problems: string[] = []
  readonly #browser: Pages
  readonly #allowed: readonly string[]

  private constructor(browser: Pages, allowed: readonly string[]) {
    this.#browser = browser
    this.#allowed = allowed
  }

  /** @param allowed how the addresses begin that a page may ask for */
  static async start(allowed: readonly string[] = ['file:']): Promise<Visitor> {
    return new Visitor(await openChromium(), [...allowed, 'blob:'])
  }

  async newPage(
    viewport: { width: number; height: number } = { width: 1280, height: 900 },
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Page> {
    const page = await this.#browser.newPage({ viewport, colorScheme })
    await page.addInitScript(noteShifts)
    page.on('console', (message) => this.problems.push(message.text()))
    page.on('pageerror', (error) => this.problems.push(String(error)))
    page.on('request', (request) => {
      if (!this.#allowed.some((start) => request.url().startsWith(start))) this.problems.push(request.url())
    })
    return page
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

/** Shows a view from its beginning: a change of the hash alone would keep what an earlier test did. */
export async function show(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.waitForSelector('main h1')
}

/** Waits for the view with this heading, which a link or the hash of the address opens a little later. */
export async function waitForView(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** Sums up how far a page moves what it shows, unless the reader has just done something. */
function noteShifts(): void {
  const moved = { sum: 0 }
  Object.assign(globalThis, { moved })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) moved.sum += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A page jumps if its cumulative layout shift reaches this. */
export const JUMP = 0.1

/** The cumulative layout shift of a page since it was opened. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Shifts are reported after the frame in which they happen.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return (globalThis as unknown as { moved: { sum: number } }).moved.sum
  })
}

/** Serious findings of axe on what a page shows, and by how many pixels it is wider than its window. */
export async function faultsOf(page: Page): Promise<{ findings: unknown[]; overflow: number }> {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // The policy of the page lets no script in; the driver may.
  await page.evaluate(axe)
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes[0]?.html])
  })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return { findings, overflow: Math.max(overflow, 0) }
}
