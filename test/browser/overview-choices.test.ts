/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { reportOf, viewOf } from './report-of.js'
import { faultsOf, show, Visitor } from './visitor.js'

const TEMPLATE =
  'subscribe to our free newsletter today and never miss another story from our award winning team of reporters across the region'
const OWN = [
  'the council voted to close the old swimming pool next spring',
  'farmers expect a poor harvest after weeks without any rain at all',
  'a local choir won the national contest for the second time',
  'engineers will inspect every bridge on the northern railway line',
]
const STORY =
  'the ferry between both islands stopped after its engine had failed twice within one single week'

/** Four documents that only a template makes similar, and two of one story from two sources. */
const DOCUMENTS = [
  ...OWN.map((text, i) => ({ id: `t${i}`, source: 'web', text: `${text} ${TEMPLATE}` })),
  { id: 's0', source: 'web', text: `${STORY} said the owner` },
  { id: 's1', source: '<b>books</b>', text: `${STORY} said the captain` },
]
const ARGS = ['--threshold', '0.4', '--recall', '1', '--shingle', 'words:2']

describe.skipIf(part.path === undefined)(titled('choices on the overview in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    await reportOf(workspace, DOCUMENTS, ARGS)
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  /** Shows a view; decisions of earlier tests are gone. */
  async function showRoute(route: string): Promise<void> {
    const address = viewOf(workspace, route)
    await show(page, address)
    await page.evaluate(() => localStorage.clear())
    await show(page, address)
  }

  async function saveDecisions(): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save decisions' }).click(),
    ])
    const saved = readFileSync(await download.path(), 'utf8')
    workspace.write('decisions.jsonl', saved)
    return saved
  }

  async function removedIds(...args: readonly string[]): Promise<unknown[]> {
    const run = await workspace.run(['dedup', 'input.jsonl', ...ARGS, '--force', '--quiet', ...args])
    expect([run.code, run.stderr]).toEqual([0, ''])
    return workspace.rows('input.removed.jsonl').map(({ id }) => id)
  }

  it('never removes from a source: a decision that dedup obeys, as it does --keep-source', async () => {
    await showRoute('')
    await page.getByRole('checkbox', { name: 'Never remove from <b>books</b>' }).check()
    expect(await saveDecisions()).toBe('{"keepSource":"<b>books</b>"}\n')
    expect(await removedIds()).toContain('s1')
    expect(await removedIds('--decisions', 'decisions.jsonl')).not.toContain('s1')
    expect(await removedIds('--keep-source', '<b>books</b>')).not.toContain('s1')
  })

  it('shows what is left without phrases that the reader ignores, and turns that into decisions', async () => {
    await showRoute('')
    const status = page.locator('p.at-threshold')
    expect(await status.innerText()).toContain('2 clusters of 6 documents')
    const section = page.locator('section[aria-labelledby=frequent]')
    await section.getByRole('checkbox').first().waitFor()
    for (const box of await section.getByRole('checkbox').all()) {
      const label = await box.getAttribute('aria-label')
      if (TEMPLATE.includes(label!.replace('Ignore ', ''))) await box.check()
    }
    await expect.poll(() => status.innerText()).toContain('1 cluster of 2 documents')
    const [phrases] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'Save phrases' }).click(),
    ])
    workspace.write('phrases.txt', readFileSync(await phrases.path()))
    // The command on the page finds what the page shows.
    const [, command = '', ...args] = (await section.locator('code').innerText()).split(' ')
    expect([command, ...args]).toEqual([
      ...['dedup', 'input.jsonl', ...ARGS],
      ...['--report', 'r-2.html', '--ignore-phrases', 'phrases.txt', '--out', 'out-2'],
    ])
    const outputs = ['--pairs', 'left.jsonl', '--quiet']
    const run = await workspace.run([command, ...args, ...outputs])
    expect([run.code, run.stderr]).toEqual([0, ''])
    expect(workspace.rows('left.jsonl')).toMatchObject([{ a: 's0', b: 's1' }])
    // A pair has the similarity of the tables, and says what it was in the run.
    const goTo = (route: string) =>
      page.evaluate((hash) => {
        location.hash = hash
      }, `#/${route}`)
    await goTo('pairs')
    await expect.poll(() => page.getByRole('grid').innerText()).toContain('s0')
    const listed = /0\.\d{4}/.exec(await page.getByRole('grid').innerText())![0]
    const bar = page.locator('p.bar').first()
    await page.getByRole('gridcell').first().click()
    await expect.poll(() => bar.innerText()).toContain(`similarity ${listed} without the`)
    await goTo('pair/0')
    await expect
      .poll(() => bar.innerText())
      .toMatch(/similarity 0\.[01]\d+ without the \d phrases? that you ignore, 0\.[4-9]\d+ in the run/)
    expect(await page.locator('main').innerText()).toMatch(
      /Without the ignored phrases, the first has \d+ shingles, the second \d+; \d are shared/,
    )
    await goTo('')
    await section.getByRole('button', { name: /are not duplicates/ }).click()
    await saveDecisions()
    expect(await removedIds('--decisions', 'decisions.jsonl')).toEqual(['s1'])
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
  })

  it('says how many shingles two documents share', async () => {
    await showRoute('pair/0')
    expect(await page.locator('main').innerText()).toMatch(
      /\. The first has \d+ shingles, the second \d+; \d+ are shared, \d+ in all/,
    )
    expect(await page.locator('p.bar').first().innerText()).toMatch(/^similarity 0\.\d{4}\s+Mark pairs$/)
    expect(visitor.problems).toEqual([])
  })
})
