/// <reference lib="dom" />
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { percent } from '../../src/model/quantities.js'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { faultsOf, show, Visitor } from './visitor.js'

const run = promisify(execFile)
const PROGRAM = new URL('../../dist/cli/main.js', import.meta.url).pathname
const STORY =
  'the ferry between both islands stopped after its engine had failed twice within one single week'
const DOCUMENTS = [
  { key: 'a', body: `${STORY} said the owner` },
  { key: 'b', body: `${STORY} said the captain` },
  { key: 'c', body: 'a local choir won the national contest for the second time' },
]
/** A name that a shell would take apart. */
const INPUT = "it's $HOME.jsonl"
const ARGS = ['--text', 'body', '--id', 'key', '--threshold', '0.6', '--shingle', 'words:2']

describe.skipIf(part.path === undefined)(titled('the tuner in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    workspace.write(INPUT, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const found = await workspace.run(['find', INPUT, ...ARGS, '--report', 'r.html', '--quiet'])
    expect([found.code, found.stderr]).toEqual([0, ''])
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  /** Runs the command that the page shows in a shell, as it is; what it wrote is removed, because no command overwrites files. */
  async function runShown() {
    const shown = await page.locator('p.bar code').first().innerText()
    const line = shown.replace(/^likewise/, `'${process.execPath}' '${PROGRAM}'`)
    const { stdout } = await run('sh', ['-c', `${line} --json`], { cwd: workspace.folder })
    rmSync(join(workspace.folder, 'r-2.html'))
    return { shown, report: JSON.parse(stdout) }
  }

  /** A figure below the curve. */
  const fact = (name: string) =>
    page
      .locator('.tiles div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .innerText()

  it('offers the command of the run with the chosen threshold, and with bands only if they were moved', async () => {
    await show(page, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/tuner`)
    await page.getByRole('slider', { name: 'threshold' }).fill('0.5')
    const first = await runShown()
    expect(first.shown).toContain('--text body --id key --shingle words:2')
    expect(first.shown).not.toContain('--bands')
    expect(first.report).toMatchObject({ threshold: 0.5, pairs: 1, inputs: [INPUT] })

    await page.getByRole('slider', { name: 'bands' }).fill('9')
    await page.getByRole('slider', { name: 'rows' }).fill('2')
    const second = await runShown()
    // Without the clipboard, the command is selected instead.
    const shownCode = page.locator('p.bar code').first()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    const status = page.locator('p.bar span[role=status]').first()
    await expect
      .poll(async () => (await status.innerText()) || (await page.evaluate(() => String(getSelection()))))
      .toMatch(/^Copied$|^likewise find/)
    expect(await shownCode.innerText()).toBe(second.shown)
    expect(second.report.plan).toMatchObject({ method: 'bands', bands: 9, rows: 2, recall: 0.924 })
    expect(await page.locator('main').innerText()).toContain('do not reach the recall 0.95')
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })

    // A single band misses some of the one pair that the report lists.
    expect(await fact('listed pairs this would miss')).toBe('0.0')
    await page.getByRole('slider', { name: 'bands' }).fill('1')
    await expect.poll(async () => Number(await fact('listed pairs this would miss'))).toBeGreaterThan(0.1)
  })

  it('says how to keep pairs below the threshold, and then shows them separately', async () => {
    await show(page, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/cluster/0`)
    expect(await page.locator('main').innerText()).toContain('This report has no pairs below 0.6')
    const line = await page.locator('section[aria-labelledby=outside] code').innerText()
    expect(line).toContain('--keep-pairs-from 0.4')

    const more = [...DOCUMENTS, { key: 'd', body: `${STORY.slice(0, 60)} other words end this one` }]
    workspace.write('more.jsonl', more.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const kept = [...ARGS, '--keep-pairs-from', '0.2', '--report', 'kept.html', '--quiet']
    const found = await workspace.run(['find', 'more.jsonl', ...kept])
    expect([found.code, found.stderr]).toEqual([0, ''])
    await show(page, `${pathToFileURL(join(workspace.folder, 'kept.html'))}#/cluster/0`)
    const main = page.locator('main')
    expect(await main.getByRole('heading', { level: 1 }).innerText()).toBe('Cluster of 2 documents')
    expect(await main.innerText()).toMatch(/Close, but outside.*0\.[234]\d+.*d/s)
    await page.getByRole('slider').fill('0.2')
    await expect
      .poll(() => main.getByRole('heading', { level: 1 }).innerText())
      .toBe('Cluster of 3 documents')
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
  })

  it('shows estimates below the threshold for a search that was planned from a sample', async () => {
    const random = new Random(7)
    const words = () => Array.from({ length: 40 }, () => `w${random.below(60)}`).join(' ')
    const documents = Array.from({ length: 3000 }, (_, i) => ({ key: `k${i}`, body: words() }))
    documents.push({ key: 'copy', body: `${documents[0]!.body} w1` })
    workspace.write('many.jsonl', documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const args = ['--text', 'body', '--id', 'key', '--shingle', 'words:1', '--threshold', '0.8']
    const found = await workspace.run([
      ...['find', 'many.jsonl', ...args, '--method', 'bands'],
      ...['--report', 'many.html', '--quiet'],
    ])
    expect([found.code, found.stderr]).toEqual([0, ''])
    for (const route of ['', 'tuner']) {
      await show(page, `${pathToFileURL(join(workspace.folder, 'many.html'))}#/${route}`)
      expect(await page.locator('rect.estimated').count()).toBeGreaterThan(5)
      expect(await page.locator('main').innerText()).toContain('bars below 0.8 are estimates from a sample')
    }
  })

  it('chooses bands by the recall, and shades wasted comparisons and missed pairs', async () => {
    await show(page, `${pathToFileURL(join(workspace.folder, 'many.html'))}#/tuner`)
    const layout = async () => {
      const [bands, rows] = await Promise.all(
        ['bands', 'rows'].map((name) => page.getByRole('slider', { name }).inputValue()),
      )
      return { bands: Number(bands), rows: Number(rows) }
    }
    const shaded = (name: string) =>
      page.locator(`svg.curve polygon.${name}`).evaluate((area) => {
        const { width, height } = (area as SVGPolygonElement).getBBox()
        return { width: Math.round(width), height }
      })
    const recall = page.getByRole('slider', { name: 'recall' })
    const seen = []
    for (const wanted of [0.6, 0.999]) {
      await recall.fill(`${wanted}`)
      const { bands, rows } = await layout()
      // The S-curve at the threshold.
      const reached = 1 - (1 - 0.8 ** rows) ** bands
      expect(reached).toBeGreaterThanOrEqual(wanted)
      expect(await fact('found at the threshold')).toBe(percent(reached))
      // Below the threshold of 0.8, and above it.
      const [wasted, missed] = [await shaded('wasted'), await shaded('missed')]
      expect([wasted.width, missed.width]).toEqual([512, 128])
      expect(wasted.height).toBeGreaterThan(1)
      seen.push({ bands, rows, missed: missed.height })
    }
    const [low, high] = seen
    expect(high!.bands * high!.rows).toBeGreaterThan(low!.bands * low!.rows)
    expect(high!.missed).toBeLessThan(low!.missed)
    expect(visitor.problems).toEqual([])
  })
})
