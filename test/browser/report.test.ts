/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { HOSTILE, harmIn, shown } from './hostile.js'
import { ARGS, INPUT, SHARED, writeReport } from './hostile-reports.js'
import { show, Visitor, waitForView } from './visitor.js'

describe.skipIf(part.path === undefined)(titled('the report in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    await writeReport(workspace)
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  const showRoute = (route: string, on = page) =>
    show(on, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/${route}`)

  it('shows counts, recall and the histogram, and clusters again when the threshold moves', async () => {
    await showRoute('')
    const tiles = await page.locator('.tiles').innerText()
    expect(tiles.replace(/\s+/g, ' ')).toMatch(/documents 6 pairs 4 clusters 2 .* removed 3 kept 3/i)
    expect(await page.locator('main').innerText()).toContain('The search was exact')
    const status = page.locator('p[role=status]')
    expect(await status.innerText()).toContain('4 pairs, 2 clusters of 5 documents')
    await page.getByRole('slider').fill('0.95')
    await expect.poll(() => status.innerText()).toContain('1 pair, 1 cluster of 2 documents')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => status.innerText()).toContain('4 pairs')
  })

  it('lists pairs, which can be searched and opened by keyboard', async () => {
    await showRoute('pairs')
    const grid = page.getByRole('grid', { name: 'Pairs' })
    expect(await grid.getByRole('row').count()).toBe(5)
    await grid.locator('[tabindex]').focus()
    await page.keyboard.press('ArrowDown')
    // What a screen reader says.
    await expect.poll(() => page.locator('[aria-live]').innerText()).toMatch(/^Row 2 of 4: 0\.\d{4}, /)
    // Sorted by the header that is clicked, first downwards.
    const firstCells = async (column: number) =>
      Promise.all(
        (await grid.getByRole('row').all())
          .slice(1)
          .map((row) => row.getByRole('gridcell').nth(column).innerText()),
      )
    const descending = await firstCells(0)
    expect(descending).toEqual([...descending].sort().reverse())
    await page.getByRole('button', { name: /^similarity/ }).click()
    await expect.poll(() => firstCells(0)).toEqual([...descending].reverse())
    await page.getByRole('button', { name: /^second document/ }).click()
    await expect.poll(async () => (await firstCells(2))[0]).toBe('y')
    expect(await grid.getByRole('columnheader', { name: /^second document/ }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    await page.getByRole('searchbox').fill('y')
    await expect.poll(() => page.locator('p[role=status]').innerText()).toBe('1 pair')
    await grid.locator('[tabindex]').focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.sides')
    expect(await page.locator('h1').innerText()).toContain('y')
  })

  it('shows two documents side by side, what they share and what differs', async () => {
    await showRoute('pair/0')
    expect(await page.locator('pre').allInnerTexts()).toEqual([`${SHARED} by noon`, `${SHARED} by evening`])
    const highlighted = () =>
      page.evaluate(() =>
        Object.fromEntries(
          Array.from(CSS.highlights, ([name, ranges]) => [
            name,
            Array.from(ranges, (range) => (range as Range).toString()),
          ]).filter(([, texts]) => texts!.length > 0),
        ),
      )
    await expect.poll(highlighted).toMatchObject({ only: ['noon', 'evening'] })
    await page.keyboard.press('n')
    await expect.poll(highlighted).toMatchObject({ current: [`${SHARED} by`, `${SHARED} by`] })
  })

  it('marks pairs with the similarity hidden, and undoes a mark', async () => {
    await showRoute('pair/0')
    expect(await page.locator('p.bar').innerText()).toMatch(/similarity 0\.\d{4}/)
    await page.getByRole('button', { name: 'Mark pairs' }).click()
    await expect.poll(() => page.locator('p.bar').innerText()).toContain('hidden until you mark the pair')
    await page.getByRole('button', { name: 'Not a duplicate' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Save 1 mark' }).count()).toBe(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save 1 mark' }).click(),
    ])
    const saved = readFileSync(await download.path(), 'utf8')
    expect(JSON.parse(saved)).toMatchObject({ a: 'a', b: 'b', match: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('button', { name: /Save/ }).count()).toBe(0)
    await waitForView(page, 'a and b')
    // Whether the similarity is shown meanwhile is remembered.
    await page.getByRole('checkbox').uncheck()
    await showRoute('pair/0')
    expect(await page.locator('p.bar').innerText()).toMatch(/similarity 0\.\d{4}/)
    await page.getByRole('button', { name: 'Stop marking' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Mark pairs' }).count()).toBe(1)
  })

  it('shows a cluster with its graph, the chain between two members and the document that is kept', async () => {
    await showRoute('cluster/0')
    expect(await page.locator('h1').innerText()).toBe('Cluster of 3 documents')
    expect(await page.locator('svg.graph a').count()).toBe(3)
    expect(await page.locator('main').innerText()).toMatch(/a — 0\.\d{4} — c/)
    expect(await page.getByRole('row', { name: /^1 a/ }).innerText()).toContain('kept')
    expect(await page.locator('main').innerText()).toContain('the first in the input is kept')
    await page.locator('svg.graph a').first().click()
    await page.waitForSelector('.sides')
  })

  it('saves decisions that dedup obeys', async () => {
    await showRoute('cluster/0')
    await page.getByRole('row', { name: /^2 b/ }).getByRole('button', { name: 'Keep' }).click()
    await page
      .getByRole('row', { name: /a c Not duplicates/ })
      .getByRole('button')
      .click()
    await page.getByRole('row', { name: /^3 c/ }).getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    // A member that is taken out leaves the cluster, until that is taken back.
    await page.getByRole('row', { name: /^3 c/ }).getByRole('button', { name: 'Take out' }).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Cluster of 2 documents')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Cluster of 3 documents')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save decisions' }).click(),
    ])
    const saved = readFileSync(await download.path(), 'utf8')
    expect(saved).toBe('{"keep":"b"}\n{"different":["a","c"]}\n')
    workspace.write('decisions.jsonl', saved)
    const args = [...ARGS, '--decisions', 'decisions.jsonl', '--force', '--json']
    const { stdout } = await workspace.run(['dedup', INPUT, ...args])
    expect(JSON.parse(stdout)).toMatchObject({ kept: 5, removed: 1 })
  })

  it('shows hostile ids and texts as text', async () => {
    await showRoute('pairs')
    expect(await page.locator('.grid').innerText()).toContain(shown(`x${HOSTILE}`))
    expect(await harmIn(page)).toEqual([])
    // The title of the page, of its window and its footer is the name of the file.
    await showRoute('')
    const name = shown(INPUT)
    expect(await page.locator('h1').innerText()).toBe(name)
    expect(await page.title()).toBe(`${name} · Likewise`)
    expect(await page.locator('footer').innerText()).toContain(name)
    expect(await harmIn(page)).toEqual([])
    await showRoute('pair/0')
    expect(await page.locator('.sides').innerText()).toContain(name.slice(0, 59))
    expect(await harmIn(page)).toEqual([])
  })

  it('prints on white, even if the screen is dark', async () => {
    const dark = await visitor.newPage({ width: 800, height: 800 }, 'dark')
    await showRoute('cluster/0', dark)
    const paper = () => dark.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await paper()).not.toBe('rgb(255, 255, 255)')
    await dark.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect.poll(paper).toBe('rgb(255, 255, 255)')
    // Nor does paper have anything to press.
    expect(await dark.getByRole('button').filter({ visible: true }).count()).toBe(0)
    expect(await dark.getByRole('columnheader', { name: 'decision' }).filter({ visible: true }).count()).toBe(
      0,
    )
    await dark.close()
  })

  it('tunes bands, and explains the method step by step', async () => {
    await showRoute('tuner')
    await page.getByLabel('threshold').fill('0.9')
    await expect.poll(() => page.locator('main').innerText()).toContain('--threshold 0.9')
    const facts = (await page.locator('.tiles').innerText()).replace(/\s+/g, ' ')
    expect(facts).toMatch(/expected candidates \d+ memory for keys, sets and candidates \d+ kB/i)
    await showRoute('lab')
    await page.getByLabel('Example').selectOption('figure')
    const signatures = page.getByRole('region', { name: 'Signature matrix' })
    // The signature matrix of section 3.3.5.
    await expect
      .poll(async () => (await signatures.innerText()).replace(/\s+/g, ' '))
      .toContain('h1 1 3 0 1 h2 0 2 0 0')
    // Two of the five rows are not read any more.
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect
      .poll(() => page.locator('section[aria-labelledby=signatures] p[role=status]').innerText())
      .toMatch(/^Row 2, .* has a 1 in S2, S4\. Its values: h1\s=\s3, h2\s=\s2/)
    const bands = page.getByRole('region', { name: 'Bands' })
    expect(await bands.locator('.passage-0').count()).toBeGreaterThan(1)
    // Texts of the reader: two equal ones of three words, and two others.
    await page.getByLabel('Example').selectOption('')
    for (const [i, text] of ['red green blue', 'red green blue', 'one two', 'three four'].entries())
      await page.getByRole('textbox', { name: `D${i + 1}` }).fill(text)
    const cells = (region: string) =>
      page
        .getByRole('region', { name: region, exact: true })
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)))
    const matrix = async () => (await cells('Characteristic matrix')).map((row) => row.slice(1, 6).join(' '))
    await expect
      .poll(async () => (await matrix()).sort())
      .toEqual(['green blue 1 1 0 0', 'one two 0 0 1 0', 'red green 1 1 0 0', 'three four 0 0 0 1'])
    const columns = (await cells('Signature matrix')).map(([, ...values]) => values)
    expect(columns).toHaveLength(12)
    for (const [one, same] of columns) expect(one).toBe(same)
    expect((await cells('Pairs'))[0]).toEqual(['D1, D2', '1.00', '1.00', '6', 'yes'])
  })

  it('keeps the shingles of the lab legible on a phone', async () => {
    const opened = await visitor.newPage({ width: 390, height: 800 }, 'light')
    await showRoute('lab', opened)
    const cell = opened.getByRole('region', { name: 'Characteristic matrix' }).locator('tbody th').first()
    const { height = 0 } = (await cell.boundingBox()) ?? {}
    // Two words of a shingle, each on a line of its own at worst.
    expect(height).toBeLessThan(70)
    await opened.close()
  })

  it('reports no error and sends no network request', () => {
    expect(visitor.problems).toEqual([])
  })
})
