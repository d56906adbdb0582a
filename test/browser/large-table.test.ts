/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generatedReport } from '../../bench/page-model.js'
import { reportPage } from '../../src/report/node-report-page.js'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { viewOf } from './report-of.js'
import { show, Visitor } from './visitor.js'

/** So many rows that they would be taller than browsers let an element be. */
const PAIRS = 600_000

describe.skipIf(part.path === undefined)(titled('a table of 600,000 rows in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    workspace.write('r.html', reportPage(generatedReport(PAIRS, 0.5)))
    visitor = await Visitor.start()
  })

  afterAll(() => visitor?.close())

  /** The numbers of the rows that are in view in full, from 1. */
  const inView = (page: Page) =>
    page.locator('.grid-body').evaluate((body) => {
      const { top, height } = body.getBoundingClientRect()
      return Array.from(body.querySelectorAll('[role=row]'))
        .filter((row) => {
          const { top: start, bottom: end } = row.getBoundingClientRect()
          // Positions are rounded to whole pixels.
          return start > top - 1 && end < top + height + 1
        })
        .map((row) => Number(row.getAttribute('aria-rowindex')) - 1)
        .sort((x, y) => x - y)
    })
  const current = (page: Page) =>
    page
      .locator('.grid-row.current')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 1))

  it.each([1280, 390])('reaches every row by keyboard, %d wide', async (width) => {
    const page = await visitor.newPage({ width, height: 800 })
    await show(page, viewOf(workspace, 'pairs'))
    expect(await page.locator('p[role=status]').innerText()).toBe('600,000 pairs')
    await page.locator('.grid-body').focus()
    const rows = (await inView(page)).length
    expect(rows).toBeGreaterThan(3)
    const isAt = async (row: number) => {
      await expect.poll(() => current(page)).toEqual([row])
      await expect.poll(() => inView(page)).toContain(row)
    }
    await page.keyboard.press('End')
    await isAt(PAIRS)
    expect((await inView(page)).at(-1)).toBe(PAIRS)
    // A page up and down again, with a row of the page before still in view.
    await page.keyboard.press('PageUp')
    await expect.poll(async () => (await current(page))[0]).toBeLessThanOrEqual(PAIRS - rows + 2)
    const [above] = await current(page)
    expect(above).toBeGreaterThanOrEqual(PAIRS - rows - 1)
    await page.keyboard.press('PageDown')
    await isAt(PAIRS)
    await page.keyboard.press('ArrowUp')
    await isAt(PAIRS - 1)
    await page.keyboard.press('Home')
    await isAt(1)
    expect((await inView(page))[0]).toBe(1)
    await page.keyboard.press('PageDown')
    await isAt(1 + PAIRS - above!)
    // Row by row beyond the end of what is in view, none is skipped.
    for (let row = 2 + PAIRS - above!; row < 2 * rows + 3; row++) {
      await page.keyboard.press('ArrowDown')
      await isAt(row)
    }
    await page.close()
  })

  it('shows the middle in the middle of the scroll bar, and the last row at its end', async () => {
    const page = await visitor.newPage()
    await show(page, viewOf(workspace, 'pairs'))
    const body = page.locator('.grid-body')
    const scrollTo = (share: number) =>
      body.evaluate((element, part) => {
        element.scrollTop = part * (element.scrollHeight - element.clientHeight)
      }, share)
    // Chromium gives an element no more than this.
    expect(await body.evaluate((element) => element.scrollHeight)).toBeLessThan(16_000_000)
    for (const share of [0.25, 0.5, 0.75]) {
      await scrollTo(share)
      await expect
        .poll(async () => {
          const shown = await inView(page)
          return Math.abs((shown[0]! + shown.at(-1)!) / 2 - share * PAIRS)
        })
        .toBeLessThan(PAIRS * 1e-4)
    }
    await scrollTo(1)
    await expect.poll(async () => (await inView(page)).at(-1)).toBe(PAIRS)
    // Rows follow each other without a gap.
    const shown = await inView(page)
    expect(shown).toEqual(shown.map((_, i) => shown[0]! + i))
    // What is clicked is what opens.
    const last = page.getByRole('row').last()
    const [, first] = await last.getByRole('gridcell').allInnerTexts()
    await last.click()
    await page.waitForSelector('h1 bdi')
    expect(await page.locator('h1 bdi').first().innerText()).toBe(first)
    await page.close()
  })

  it('reports no error', () => {
    expect(visitor.problems).toEqual([])
  })
})
