/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { reportIn } from '../cli/report-in.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { own, TEMPLATE, writePlagiarismReport } from './hostile-reports.js'
import { viewOf } from './report-of.js'
import { show, Visitor } from './visitor.js'

describe.skipIf(part.path === undefined)(titled('the report of plagiarism in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    await writePlagiarismReport(workspace)
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  const showRoute = (route: string) => show(page, viewOf(workspace, route))
  const mainText = async () => (await page.locator('main').innerText()).replace(/\s+/g, ' ')

  it('shows counts, the scores of all pairs, and a row per document', async () => {
    await showRoute('')
    const tiles = (await page.locator('.tiles').innerText()).replace(/\s+/g, ' ')
    expect(tiles).toMatch(/documents 17 pairs 5 groups 4/i)
    expect(await mainText()).toContain('A score is a reason to look, not a verdict.')
    const { backgrounds } = reportIn(workspace.read('r.html'))
    const [prose] = backgrounds!
    expect(prose!.title).toBe('Scores of prose: all 105 pairs')
    const region = page.getByRole('region', { name: prose!.title })
    // As many bars as there are bins that are not empty.
    expect(await region.locator('svg rect').count()).toBe(prose!.counts.filter((count) => count > 0).length)
    expect(prose!.counts.reduce((sum, count) => sum + count)).toBe(105)
    const table = page.getByRole('region', { name: 'Documents in pairs' })
    expect(await table.getByRole('row').count()).toBe(1 + 9)
    expect(
      (await table.getByRole('row', { name: /^work\/ben\.txt/ }).innerText()).split(/\s+/),
    ).toMatchObject({
      0: 'work/ben.txt',
      1: '2',
    })
    // Nothing is left out, and nothing says so.
    expect(await page.getByRole('heading', { name: 'What this report omits' }).count()).toBe(0)
  })

  it('lists groups, and opens one with its graph and the chain between two members', async () => {
    await showRoute('clusters')
    expect(await page.locator('h1').innerText()).toBe('Groups')
    expect(await page.locator('p[role=status]').innerText()).toContain('4 groups of documents')
    const grid = page.getByRole('grid', { name: 'Groups' })
    expect(await grid.getByRole('row').nth(1).innerText()).toMatch(
      /^3\s+0\.\d{4}\s+work\/ann\.txt, work\/ben\.txt, work\/cleo\.txt/,
    )
    await grid.locator('[tabindex]').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Group of 3 documents')
    // Ann and Cleo have nothing in common except Ben.
    expect(await page.locator('svg.graph a').count()).toBe(2)
    expect(await mainText()).toMatch(
      /work\/ann\.txt — 0\.\d{4} — work\/ben\.txt — 0\.\d{4} — work\/cleo\.txt/,
    )
    // Nothing is removed, so there is nothing to decide.
    expect(await page.getByRole('button', { name: /Keep|Take out/ }).count()).toBe(0)
    expect(await page.locator('main').innerText()).not.toMatch(/cluster/i)
  })

  /** Opens the pair of these documents. */
  const open = async (search: string) => {
    await showRoute('pairs')
    await page.getByRole('searchbox').fill(search)
    await expect.poll(() => page.locator('p[role=status]').innerText()).toBe('1 pair')
    await page.getByRole('grid').locator('[tabindex]').focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.sides')
  }

  it('shows the passages that the run found, the figures of the pair, and the question in gray', async () => {
    await open('cleo')
    const facts = (await page.locator('.facts').innerText()).replace(/\s+/g, ' ')
    expect(facts).toMatch(/content shared \d+(\.\d+)? %.*longest run of equal words \d+/i)
    await expect.poll(() => page.locator('.passages li').count()).toBeGreaterThan(0)
    const highlighted = (name: string) =>
      page.evaluate((of) => Array.from(CSS.highlights.get(of) ?? [], (range) => String(range)), name)
    await expect.poll(() => highlighted('boilerplate')).toEqual([TEMPLATE, TEMPLATE])
    expect(await page.locator('.boilerplate-note').innerText()).toContain('in several groups, such as')
    expect(await page.locator('.passages button').first().innerText()).toMatch(/^1: \d+ words$/)
    const passages = await page.locator('.passages button').count()
    const seen: string[] = []
    for (let i = 0; i < passages; i++) {
      await page.keyboard.press('n')
      await expect.poll(() => page.locator('.passages [aria-pressed=true]').innerText()).toMatch(`${i + 1}:`)
      // The highlights follow after the list.
      const current = async () =>
        [...new Set(await highlighted('current'))].filter((text) => !seen.includes(text))
      await expect.poll(async () => (await current()).length).toBe(1)
      seen.push(...(await current()))
    }
    expect(seen).toContain(own('b', 10, 50))
  })

  it('finds that two programs are one, with other names', async () => {
    await open('One.java')
    expect(await page.locator('p.bar').innerText()).toContain('score 1.0000')
    await expect
      .poll(() => page.locator('.passages li').allInnerTexts())
      .toEqual([expect.stringMatching(/^1: \d+ tokens$/)])
  })

  it('reports no error and sends no network request', () => {
    expect(visitor.problems).toEqual([])
  })
})
