/// <reference lib="dom" />
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Place } from '../cli/likewise.js'
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
  const place = new Place()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    place.write(INPUT, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const found = await place.run(['find', INPUT, ...ARGS, '--report', 'r.html', '--quiet'])
    expect([found.code, found.stderr]).toEqual([0, ''])
    visitor = await Visitor.start()
    page = await visitor.newPage()
  }, 120_000)

  afterAll(() => visitor?.close())

  /** Runs the command that the page shows in a shell, with --json instead of the report. */
  async function runShown() {
    const shown = await page.locator('code').first().innerText()
    const line = shown.replace(/^likewise/, `'${process.execPath}' '${PROGRAM}'`).replace(/--report \S+/, '')
    const { stdout } = await run('sh', ['-c', `${line} --json`], { cwd: place.folder })
    return { shown, report: JSON.parse(stdout) }
  }

  it('offers the command of the run with the chosen threshold, and with bands only if they were moved', async () => {
    await show(page, `${pathToFileURL(join(place.folder, 'r.html'))}#/tuner`)
    await page.getByRole('slider', { name: 'threshold' }).fill('0.5')
    const first = await runShown()
    expect(first.shown).toContain('--text body --id key --shingle words:2')
    expect(first.shown).not.toContain('--bands')
    expect(first.report).toMatchObject({ threshold: 0.5, pairs: 1, inputs: [INPUT] })

    await page.getByRole('slider', { name: 'bands' }).fill('9')
    await page.getByRole('slider', { name: 'rows' }).fill('2')
    const second = await runShown()
    expect(second.report.plan).toMatchObject({ method: 'bands', bands: 9, rows: 2, recall: 0.924 })
    expect(await page.locator('main').innerText()).toContain('do not reach the recall 0.95')
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
  })
})
