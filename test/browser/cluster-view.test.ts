/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { reportOf, viewOf } from './report-of.js'
import { faultsOf, show, Visitor } from './visitor.js'

const words = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${name}${from + i}`).join(' ')

/** Clusters of 2, 3 and 2 documents with different similarities, and many more of 2. */
const DOCUMENTS = [
  { id: 'm1', text: words('m', 0, 20) },
  { id: 'm2', text: words('m', 2, 22) },
  { id: 'k1', text: words('k', 0, 20) },
  { id: 'k2', text: words('k', 1, 21) },
  { id: 'k3', text: words('k', 2, 22) },
  { id: 'a1', text: words('a', 0, 20) },
  { id: 'a2', text: words('a', 5, 25) },
  ...Array.from({ length: 800 }, (_, i) => ({ id: `z${i}`, text: words(`z${i >> 1}x`, 0, 6) })),
]
const ARGS = ['--threshold', '0.5', '--recall', '1', '--shingle', 'words:1']

describe.skipIf(part.path === undefined)(titled('clusters in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    await reportOf(workspace, DOCUMENTS, ARGS)
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  const showRoute = (route: string) => show(page, viewOf(workspace, route))
  const rows = async (count: number) => {
    const all = await page.getByRole('grid').getByRole('row').allInnerTexts()
    return all.slice(1, 1 + count).map((row) => row.replace(/\s+/g, ' '))
  }

  it('are sorted by size, lowest similarity and first member', async () => {
    await showRoute('clusters')
    expect(await rows(2)).toEqual(['3 0.8182 k1, k2, k3', '2 0.8182 m1, m2'])
    await page.getByRole('button', { name: /lowest similarity/ }).click()
    await page.getByRole('button', { name: /lowest similarity/ }).click()
    await expect.poll(() => rows(2)).toEqual(['2 0.6000 a1, a2', '3 0.8182 k1, k2, k3'])
    expect(
      await page.getByRole('columnheader', { name: /lowest similarity/ }).getAttribute('aria-sort'),
    ).toBe('ascending')
    await page.getByRole('button', { name: 'members' }).click()
    await expect.poll(() => rows(3)).toEqual(['2 0.8182 m1, m2', '3 0.8182 k1, k2, k3', '2 0.6000 a1, a2'])
    await page.getByRole('searchbox').fill('k')
    await expect.poll(() => rows(3)).toEqual(['3 0.8182 k1, k2, k3'])
  })

  it('still explain why their members are together after one was removed', async () => {
    await showRoute('cluster/2')
    // 19 of 21 words twice, and 18 of 22.
    expect(await page.locator('p[role=status]').first().innerText()).toBe(
      '3 pairs, similarity 0.8182 to 0.9048, mean 0.8759',
    )
    expect(await page.locator('main').innerText()).not.toContain('listed pairs only')
    await page.locator('section[aria-labelledby=why] select').first().selectOption({ label: 'k2' })
    await page.locator('section[aria-labelledby=why] select').last().selectOption({ label: 'k1' })
    const why = page.locator('section[aria-labelledby=why]')
    await expect.poll(() => why.innerText()).toContain('k2 — 0.9048 — k1')
    await page.getByRole('row', { name: /^1 k1/ }).getByRole('button', { name: 'Take out' }).click()
    // The view still belongs to the member that was taken out.
    await expect.poll(() => page.locator('h1').innerText()).toBe('k1')
    await showRoute('cluster/3')
    expect(await page.locator('h1').innerText()).toBe('Cluster of 2 documents')
    expect(await why.innerText()).toContain('k2 — 0.9048 — k3')
    expect(await why.innerText()).not.toContain('do not connect')
  })

  it('are left by a member for all its pairs of the run, whatever the slider shows', async () => {
    const page = await visitor.newPage()
    await show(page, viewOf(workspace, 'cluster/2'))
    await page.getByRole('slider').fill('0.85')
    await expect.poll(() => page.locator('p[role=status]').first().innerText()).toContain('2 pairs')
    await page.getByRole('row', { name: /^1 k1/ }).getByRole('button', { name: 'Take out' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save decisions' }).click(),
    ])
    const saved = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    expect(saved.map((line) => JSON.parse(line))).toEqual([
      { different: ['k1', 'k2'] },
      { different: ['k1', 'k3'] },
    ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.close()
  })

  it('get a new survivor from dedup if theirs was removed', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save decisions' }).click(),
    ])
    workspace.write('decisions.jsonl', readFileSync(await download.path()))
    const run = await workspace.run([
      'dedup',
      'input.jsonl',
      ...ARGS,
      '--decisions',
      'decisions.jsonl',
      '--force',
    ])
    expect(run.code).toBe(0)
    const removed = workspace.rows('input.removed.jsonl').filter(({ id }) => String(id).startsWith('k'))
    expect(removed).toMatchObject([{ id: 'k3', survivor: 'k2' }])
    await page.getByRole('button', { name: 'Undo' }).click()
  })

  it('move the focus to what a link opened, and back to the link', async () => {
    await showRoute('cluster/2')
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName)
    const edge = page.locator('svg.graph a').nth(1)
    await edge.focus()
    const address = await edge.getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.sides')
    await expect.poll(focused).toBe('H1')
    await page.goBack()
    await page.waitForSelector('svg.graph')
    await expect.poll(focused).toBe(address)
  })

  it('fit into 390 pixels with headings that neither overlap nor break within a word', async () => {
    const narrow = await visitor.newPage({ width: 390, height: 844 })
    for (const [route, headings] of [
      ['cluster/2', 'thead th'],
      ['pairs', '[role=columnheader]'],
      ['', 'thead th'],
    ] as const) {
      await show(narrow, viewOf(workspace, route))
      const cut = await narrow.locator(headings).evaluateAll((found) =>
        found
          // A column without width is not shown.
          .filter((one) => one.clientWidth > 0)
          .filter((one) => {
            const tops = new Set<number>()
            const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
            while (texts.nextNode()) {
              const range = document.createRange()
              range.selectNodeContents(texts.currentNode)
              for (const { top } of range.getClientRects()) tops.add(Math.round(top))
            }
            return (
              tops.size > one.textContent!.trim().split(/\s+/).length || one.scrollWidth > one.clientWidth
            )
          })
          .map((one) => one.textContent),
      )
      expect(cut).toEqual([])
      expect((await faultsOf(narrow)).overflow).toBe(0)
    }
    await narrow.close()
  })

  it('show ids of 100 characters in full on a phone', async () => {
    const long = new Workspace()
    const name = (i: number) => `https://example.com/${'section-'.repeat(9)}${i}`.padEnd(100, '/')
    await reportOf(
      long,
      DOCUMENTS.slice(0, 7).map(({ text }, i) => ({ id: name(i), text })),
      ARGS,
    )
    const narrow = await visitor.newPage({ width: 390, height: 844 })
    for (const [route, cells] of [
      ['pairs', '[role=gridcell].wrapped'],
      ['cluster/2', '.pair-list .id, .members tbody th'],
    ] as const) {
      await show(narrow, viewOf(long, route))
      const shown = await narrow
        .locator(cells)
        .evaluateAll((found) =>
          found.map(({ scrollHeight, clientHeight, textContent }) => [
            scrollHeight <= clientHeight,
            textContent!.length,
          ]),
        )
      expect(shown.length).toBeGreaterThan(2)
      for (const one of shown) expect(one).toEqual([true, 100])
      if (route === 'cluster/2') {
        // The text of both ids of a pair begins at the same place.
        const lefts = await narrow.locator('.pair-list .id').evaluateAll((found) =>
          found.map((one) => {
            const range = document.createRange()
            range.selectNodeContents(one)
            return range.getBoundingClientRect().left
          }),
        )
        expect(new Set(lefts).size).toBe(1)
        // Buttons of a member are next to each other.
        const tops = await narrow
          .locator('.members .together')
          .evaluateAll((found) =>
            found.map(
              (one) => new Set([...one.children].map((button) => button.getBoundingClientRect().top)).size,
            ),
          )
        expect(tops.length).toBeGreaterThan(1)
        expect(new Set(tops)).toEqual(new Set([1]))
      }
      expect((await faultsOf(narrow)).overflow).toBe(0)
    }
    await narrow.close()
  })

  it('are printed up to a number of rows, and the page says how many are omitted', async () => {
    await showRoute('clusters')
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(301)
    expect(await page.locator('main').innerText()).toContain(
      'The first 300 of 403 rows are printed; 103 are omitted.',
    )
    const heights = await page
      .locator('.grid-row')
      .evaluateAll((found) => [
        found[0]!.getBoundingClientRect().top,
        found[299]!.getBoundingClientRect().top,
      ])
    expect(heights[1]! - heights[0]!).toBeGreaterThan(299 * 30)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBeLessThan(100)
    expect(visitor.problems).toEqual([])
  })
})
