/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { HOSTILE, harmIn, shown } from './hostile.js'
import { writeMatchReport } from './hostile-reports.js'
import { show, Visitor } from './visitor.js'

describe.skipIf(part.path === undefined)(titled('the report of match in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    await writeMatchReport(workspace)
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  const showRoute = (route: string, on = page) =>
    show(on, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/${route}`)

  it('shows what is expected of the pairs, and how fields agree', async () => {
    await showRoute('')
    const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ')
    expect(text).toMatch(/Expected precision: [\d.]+ % \(95 % CI [\d.]+ %–[\d.]+ %\)/)
    const table = page.getByRole('region', { name: 'Agreement by field' })
    expect(await table.innerText()).toMatch(/name\s+[\d.e-]+\s+[\d.e-]+\s+[+−]\d/)
  })

  it('shows a pair field by field, with the evidence adding up to the odds', async () => {
    await showRoute('pair/0')
    const table = page.getByRole('table')
    expect(await table.innerText()).toContain('any two records')
    const bits = await table.locator('td.number').allInnerTexts()
    const sum = bits.reduce((total, text) => total + Number(text.replace('−', '-').replace('+', '')), 0)
    const [, total] = /In all ([+−][\d.]+) bits/.exec(await page.locator('main').innerText())!
    // Each row is rounded to a tenth.
    expect(Math.abs(sum - Number(total!.replace('−', '-').replace('+', '')))).toBeLessThan(
      0.05 * (bits.length + 2),
    )
  })

  it('shows values, bits and bars of a field below each other on a phone', async () => {
    const phone = await visitor.newPage({ width: 390, height: 800 })
    await showRoute('pair/0', phone)
    const cells = await phone.locator('.evidence tbody tr').nth(1).locator('th, td').all()
    expect(cells).toHaveLength(6)
    for (const cell of cells) {
      const { x, width } = (await cell.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(390)
    }
    await phone.close()
  })

  it('shows how fields agree without scrolling sideways on a phone', async () => {
    const phone = await visitor.newPage({ width: 390, height: 800 })
    await showRoute('', phone)
    const table = phone.locator('section[aria-labelledby=agreement] table')
    expect(await table.innerText()).toMatch(/name\s+equal\s+[\d.]+\s+[\d.]+\s+[+−]\d/)
    const { x, width } = (await table.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(390)
    await phone.close()
  })

  it('offers pairs to mark with the evidence hidden, and saves labels that match reads', async () => {
    await showRoute('')
    const worth = page.locator('section[aria-labelledby=worth]')
    // The list must not reveal what is hidden while a pair is marked.
    expect(await worth.getByRole('table').innerText()).not.toMatch(/\d\.\d{4}/)
    await worth.getByRole('link').first().click()
    await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
    expect(await page.getByRole('table').innerText()).not.toContain('any two records')
    await page.getByRole('button', { name: 'Match', exact: true }).click()
    // The next pair.
    await expect
      .poll(() => page.locator('p.bar').first().innerText())
      .toMatch(/hidden until you mark the pair.*Save 1 label/s)
    await page.getByRole('button', { name: 'Not a match' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save 2 labels' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('labels.jsonl')
    workspace.write('labels.jsonl', readFileSync(await download.path(), 'utf8'))
    const labels = workspace.rows('labels.jsonl')
    await showRoute('')
    expect(await worth.getByRole('row', { name: /match$/ }).count()).toBe(2)
    expect(labels.map(({ match }) => match)).toEqual([true, false])
    const run = await workspace.run([
      'match',
      'a.csv',
      'b.csv',
      '--labels',
      'labels.jsonl',
      '--pairs',
      'p.jsonl',
      '--quiet',
    ])
    expect([run.code, run.stderr]).toEqual([0, ''])
    const pairs = workspace.rows('p.jsonl').map(({ a, b }) => `${a} ${b}`)
    expect(pairs).toContain(`${labels[0]!.a} ${labels[0]!.b}`)
    expect(pairs).not.toContain(`${labels[1]!.a} ${labels[1]!.b}`)
  })

  it('shows hostile values as text', async () => {
    await showRoute('pairs')
    await page.getByRole('searchbox').fill('S78')
    await page.getByRole('grid').locator('[tabindex]').focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.evidence')
    expect(await page.locator('.evidence').innerText()).toContain(shown(HOSTILE))
    expect(await harmIn(page)).toEqual([])
  })

  it('reports no error and sends no network request', () => {
    expect(visitor.problems).toEqual([])
  })
})
