/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { reportOf, viewOf } from './report-of.js'
import { show, Visitor } from './visitor.js'

const PAIRS = 24
const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`)

/** Pairs of which each has one word less in common than the one before. */
const DOCUMENTS = Array.from({ length: PAIRS }, (_, i) => {
  const shared = words(`shared${i}x`, 60 - i)
  return ['a', 'b'].map((side) => ({
    id: `${side}${i}`,
    text: [...shared, ...words(`${side}${i}x`, i)].join(' '),
  }))
}).flat()

describe.skipIf(part.path === undefined)(titled('what a reader decides and marks, in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    await reportOf(workspace, DOCUMENTS, ['--threshold', '0.3', '--recall', '1', '--shingle', 'words:1'])
    visitor = await Visitor.start()
  })

  afterAll(() => visitor?.close())

  const report = (route: string) => viewOf(workspace, route)
  const bar = (page: Page) => page.locator('p.bar').first().innerText()
  const reload = async (page: Page) => show(page, await page.evaluate(() => location.href))
  /** Waits for a pair that is not marked yet: a mark leads to the next one. */
  const unmarked = (page: Page) => expect.poll(() => bar(page)).toContain('hidden until you mark the pair')

  it('leads from 20 marks on to a threshold; the similarity stays hidden, and marks outlast the page', async () => {
    const page = await visitor.newPage()
    await show(page, report('pair/0'))
    await page.getByRole('button', { name: 'Mark pairs' }).click()
    for (let number = 0; number < 20; number++) {
      await unmarked(page)
      expect(await page.locator('main').innerText()).not.toMatch(/are shared|in shared runs/)
      if (number === 10) {
        await reload(page)
        expect(await bar(page)).toContain('10 more marks until a threshold is suggested')
      }
      // Pairs that share at least 45 of their words.
      const pair = Number(/\d+$/.exec(await page.locator('h1').innerText()))
      await page
        .getByRole('button', { name: pair <= 15 ? 'Duplicate' : 'Not a duplicate', exact: true })
        .click()
      await expect.poll(() => bar(page)).toContain(`Save ${number + 1} mark`)
    }
    const fits = /Threshold that fits best: 0\.\d+, F1 1\.00 \(95 % CI 0\.\d+–1\.00\)/
    expect(await bar(page)).toMatch(fits)
    await reload(page)
    expect(await bar(page)).toMatch(fits)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => bar(page)).toContain('1 more mark until')
    await page.close()
  })

  it('asks for marks of both kinds, because any threshold fits marks of only one kind', async () => {
    const page = await visitor.newPage()
    await show(page, report('pair/0'))
    await page.getByRole('button', { name: 'Mark pairs' }).click()
    for (let number = 0; number < 20; number++) {
      await unmarked(page)
      await page.getByRole('button', { name: 'Not a duplicate' }).click()
      await expect.poll(() => bar(page)).toContain(`Save ${number + 1} mark`)
    }
    expect(await bar(page)).toContain('All 20 marks are of one kind; a threshold needs both kinds')
    expect(await bar(page)).not.toContain('F1')
    await page.close()
  })

  it('undoes a second mark of a pair before the first', async () => {
    const page = await visitor.newPage()
    await show(page, report('pair/3'))
    await page.getByRole('button', { name: 'Mark pairs' }).click()
    const pressed = (name: string) =>
      page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
    await page.getByRole('button', { name: 'Not a duplicate' }).click()
    await show(page, report('pair/3'))
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => pressed('Not a duplicate')).toBe('true')
    expect(await pressed('Duplicate')).toBe('false')
    await page.close()
  })

  it('keeps decisions, which can be undone after the page is reloaded', async () => {
    const page = await visitor.newPage()
    await show(page, report('cluster/0'))
    await page.getByRole('row', { name: /^2 b0/ }).getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('row', { name: /^2 b0/ }).getByRole('button', { name: 'Take out' }).click()
    await show(page, report('cluster/0'))
    expect(await page.locator('main').innerText()).toContain('in no cluster now')
    expect(await bar(page)).toContain('2 decisions')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Cluster of 2 documents')
    expect(await page.getByRole('row', { name: /^2 b0/ }).innerText()).toContain('keep as well')
    await page.getByRole('button', { name: 'Undo' }).click()
    await show(page, report('cluster/0'))
    expect(await page.locator('p.bar', { hasText: 'decision' }).count()).toBe(0)
    await page.close()
  })

  it('says so if the browser stores nothing, or stores something else', async () => {
    const page = await visitor.newPage()
    await show(page, report('cluster/0'))
    await page.getByRole('row', { name: /^2 b0/ }).getByRole('button', { name: 'Keep' }).click()
    expect(await page.getByRole('note').count()).toBe(0)
    for (const other of [
      '{',
      '5',
      '[{"kind":"keep","document":-1},{"kind":"different","pairs":[1e9]},null]',
    ]) {
      await page.evaluate((value) => {
        for (const key of Object.keys(localStorage)) localStorage.setItem(key, value)
      }, other)
      await show(page, report('cluster/0'))
      expect(await page.locator('h1').innerText()).toBe('Cluster of 2 documents')
      expect(await page.locator('p.bar', { hasText: 'decision' }).count()).toBe(0)
    }
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await show(page, report('cluster/0'))
    await page.getByRole('row', { name: /^2 b0/ }).getByRole('button', { name: 'Keep' }).click()
    await expect.poll(() => page.getByRole('note').innerText()).toContain('save before you close it')
    await page.close()
    expect(visitor.problems).toEqual([])
  })
})
