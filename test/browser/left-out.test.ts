/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { viewOf } from './report-of.js'
import { show, Visitor, waitForView } from './visitor.js'

/** The pairs of a report within 150 MB of memory. */
const MAX_PAIRS = 75_000
const MAX_TEXT = 8e6

const words = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')

/** Copies of one text, each with a word of its own. */
const COPIES = 420
const STORY = words('story', 2200)
/** Copies from a source that has nothing else. */
const MIRRORED = 12
/** Documents that resemble no other: 14 from each of 110 sources, which are larger than the mirror, and 960 from sources of their own. */
const [LARGE, SMALL] = [110, 960]
const SOURCES = LARGE + SMALL + 2

const DOCUMENTS = [
  ...Array.from({ length: COPIES }, (_, i) => ({
    id: `copy-${i}`,
    source: 'web',
    text: `${STORY} own${i}`,
  })),
  ...Array.from({ length: MIRRORED }, (_, i) => ({
    id: `mirrored-${i}`,
    source: 'mirror',
    text: `${STORY} mirrored${i}`,
  })),
  ...Array.from({ length: 14 * LARGE + SMALL }, (_, i) => ({
    id: `other-${i}`,
    source: i < 14 * LARGE ? `site-${i % LARGE}` : `page-${i}`,
    text: words(`o${i.toString(36)}x`, 20),
  })),
]

describe.skipIf(part.path === undefined)(titled('a report above its limits in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page
  let summary: Record<string, number>

  beforeAll(async () => {
    workspace.write('input.jsonl', DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const args = ['--threshold', '0.9', '--recall', '1', '--max-group', 'all']
    const { code, stdout, stderr } = await workspace.run([
      ...['dedup', 'input.jsonl', ...args, '--memory', '150MB'],
      ...['--report', 'r.html', '--json', '--quiet'],
    ])
    expect([code, stderr]).toEqual([0, ''])
    summary = JSON.parse(stdout)
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  const omitted = () =>
    page.getByRole('region', { name: 'What this report omits' }).locator('li').allInnerTexts()
  const number = (text: string) => Number(text.replaceAll(',', ''))

  it('says how many pairs, texts and sources it omits', async () => {
    await show(page, viewOf(workspace, ''))
    const [pairs, texts, sources, ...more] = await omitted()
    expect(more).toEqual([])
    const all = summary.pairs!
    expect(all).toBeGreaterThan(MAX_PAIRS)
    const [, left, of] =
      /^([\d,]+) of ([\d,]+) pairs are not in this report; (?=the clusters are based on all pairs\.$)/.exec(
        pairs!,
      )!
    expect(number(of!)).toBe(all)
    const [, present, absent] =
      /^The report contains the texts of ([\d,]+) documents; the other ([\d,]+) are listed without text\.$/.exec(
        texts!,
      )!
    expect(number(present!) + number(absent!)).toBe(COPIES + MIRRORED)
    // As many as fit.
    const length = STORY.length + 10
    expect(number(present!)).toBeLessThanOrEqual(MAX_TEXT / (length - 10))
    expect(number(present!)).toBeGreaterThan((0.9 * MAX_TEXT) / (length + 100) - 1)
    expect(sources).toBe(
      `The report contains the removal rates of 1,000 sources; ${SOURCES - 1000} others are left out.`,
    )
    // The other pairs are in the table.
    await page.getByRole('link', { name: 'Pairs' }).click()
    await waitForView(page, 'Pairs')
    const [, listed] = /^([\d,]+) pairs/.exec(await page.locator('p[role=status]').innerText())!
    expect(number(listed!)).toBe(all - number(left!))
    expect(number(listed!)).toBeLessThanOrEqual(MAX_PAIRS)
  })

  it('says that figures of clusters are those of the listed pairs', async () => {
    await show(page, viewOf(workspace, 'clusters'))
    expect(await page.locator('p[role=status]').innerText()).toContain(
      'the lowest similarity is that of the pairs in this report',
    )
    await show(page, viewOf(workspace, 'cluster/0'))
    const [, left] = /listed pairs only: the report does not list ([\d,]+) pairs of the run/.exec(
      await page.locator('main').innerText(),
    )!
    const [, listed] = /^([\d,]+) pairs/.exec(await page.locator('p[role=status]').first().innerText())!
    expect(number(left!) + number(listed!)).toBe(summary.pairs)
  })

  it('has all clusters and the source that lost nearly everything, however small', async () => {
    await show(page, viewOf(workspace, ''))
    expect(await page.locator('p.at-threshold').innerText()).toContain(
      `1 cluster of ${COPIES + MIRRORED} documents`,
    )
    const sources = page.locator('section[aria-labelledby=sources]')
    expect(await sources.locator('p.warning').innerText()).toMatch(
      /^2 sources lost nearly all their documents/,
    )
    expect(await sources.getByRole('row', { name: /^mirror/ }).innerText()).toMatch(/12\s+12\s+100 %/)
    expect(await sources.innerText()).toContain(`And ${(SOURCES - 100).toLocaleString('en')} more sources.`)
  })

  it('reports no error and sends no network request', () => {
    expect(visitor.problems).toEqual([])
  })
})
