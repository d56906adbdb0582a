/// <reference lib="dom" />
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIN, Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { serve } from '../server/served.js'
import { part } from './chromium.js'
import { show, Visitor, waitForView } from './visitor.js'

const run = promisify(execFile)
const STATIC_PAGE = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url))
const SHARED =
  'the harbor office said that ferries between the islands will not sail until the storm has passed and every pier was checked'

/** Fields that are not detected as text and id, in a table with an unusual delimiter and encoding. */
const ROWS = ['one', 'two', 'three'].map(
  (key, i) => `${i}~${key}~${'not the text of the document '.repeat(9)}~${key}s café and then ${SHARED}\n`,
)
const TABLE = Buffer.from(`number~the key~notes~what's written\n${ROWS.join('')}4~broken\n`, 'latin1')
const READING = "--text 'what'\\''s written' --id 'the key' --encoding latin1 --delimiter '~' --on-error skip"

describe.skipIf(part.path === undefined)(titled('a search without a command line, in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    mkdirSync(join(workspace.folder, 'data'))
    workspace.write('data/my table.csv', TABLE)
    visitor = await Visitor.start(['http://127.0.0.1:', 'file:'])
  })

  afterAll(() => visitor?.close())

  async function goTo(page: Page, route: string, heading: string | RegExp): Promise<void> {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#/${route}`)
    await waitForView(page, heading)
  }

  /** The command that a view shows, and what it finds in a folder. */
  async function runShown(page: Page, folder: string) {
    const shown = await page.locator('main p.bar code').first().innerText()
    const line = shown.replace(/^likewise/, `'${process.execPath}' '${MAIN}'`)
    const { stdout } = await run('sh', ['-c', `${line} --json --quiet`], { cwd: folder })
    return { shown, report: JSON.parse(stdout) }
  }

  it('on the page offers a command that reads the files in the same way', async () => {
    const page = await visitor.newPage()
    await show(page, pathToFileURL(STATIC_PAGE).href)
    await page.locator('input[type=file]').setInputFiles(join(workspace.folder, 'data/my table.csv'))
    await page.getByLabel('Threshold').fill('0.6')
    await page.getByText('How the files are read').click()
    await page.getByLabel('Text fields').fill("what's written")
    await page.getByLabel('Id field').fill('the key')
    await page.getByLabel('CSV delimiter').fill('~')
    await page.getByLabel('Encoding').selectOption('latin1')
    await page.getByLabel('Skip bad records').check()
    await page.getByRole('button', { name: 'Find near-duplicates' }).click()
    await page.getByRole('region', { name: 'Result' }).waitFor()
    expect(await page.getByRole('region', { name: 'Result' }).innerText()).toContain('3 documents, 3 pairs')
    await goTo(page, 'tuner', 'Tuner')
    await page.getByRole('slider', { name: 'threshold' }).fill('0.55')
    const { shown, report } = await runShown(page, join(workspace.folder, 'data'))
    expect(shown).toBe(`likewise find 'my table.csv' ${READING} --threshold 0.55 --recall 0.95`)
    expect(report).toMatchObject({
      pairs: 3,
      fields: { text: ["what's written"], id: 'the key' },
      skipped: 1,
    })
    // How to keep pairs below the threshold.
    await goTo(page, 'cluster/0', /^Cluster of/)
    await page.locator('section[aria-labelledby=outside] code').waitFor()
    expect(await page.locator('section[aria-labelledby=outside] code').innerText()).toContain(READING)
    await page.close()
  })

  it('on a server offers a command with the names that the reader knows', async () => {
    const { address, client } = await serve(workspace, ['--allow', 'data'])
    const options = {
      threshold: 0.6,
      text: "what's written",
      id: 'the key',
      encoding: 'latin1',
      delimiter: '~',
      onError: 'skip',
      survivor: 'longest',
      onePerCluster: true,
    } as const
    const { job } = await client.jobs.start('dedup', [{ path: 'my table.csv' }], options)
    await client.jobs.wait(job)
    const report = await new Response(await client.jobs.result(job, 'report')).text()
    const page = await visitor.newPage()
    await show(page, `${address}/#/jobs`)
    await page.getByRole('button', { name: 'Open' }).click()
    await expect.poll(() => page.locator('.tiles').innerText()).toMatch(/documents\s+3/)
    await goTo(page, 'tuner', 'Tuner')
    const { shown, report: found } = await runShown(page, join(workspace.folder, 'data'))
    expect(shown).toBe(
      `likewise dedup 'my table.csv' ${READING} --survivor longest --one-per-cluster --threshold 0.6 --recall 0.95`,
    )
    expect(found).toMatchObject({ documents: 3, removed: 2, skipped: 1 })
    // The report does not say where the server keeps its files.
    workspace.write('job.html', report)
    await show(page, pathToFileURL(join(workspace.folder, 'job.html')).href)
    expect(await page.locator('body').innerText()).not.toContain(workspace.folder)
    await page.close()
  })

  it('cannot be repeated on a server that no longer has the file, and the report says what to do', async () => {
    const { address, client } = await serve(workspace, [])
    const page = await visitor.newPage()
    const before = visitor.problems.length
    const same = ['one', 'two', 'three'].map((id) => ({ id, text: `${id}s own words and then ${SHARED}` }))
    workspace.write('same.jsonl', same.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const again = page.getByRole('button', { name: 'Search again without them' })
    const section = page.locator('section[aria-labelledby=frequent]')
    /** Uploads the file, opens the report of its job, and ignores what the documents share. */
    const openReport = async () => {
      await goTo(page, 'jobs', 'Jobs')
      await page.getByLabel('Threshold').fill('0.5')
      await page.getByLabel('File to upload').setInputFiles(join(workspace.folder, 'same.jsonl'))
      await page.getByRole('button', { name: 'Start' }).click()
      await page.getByRole('button', { name: 'Open' }).click()
      await ignore()
    }
    const ignore = async () => {
      await section.getByRole('checkbox').first().waitFor()
      for (const box of await section.getByRole('checkbox').all()) await box.check()
    }
    await show(page, address)
    await openReport()
    await again.waitFor()
    // The reader removes the job.
    await goTo(page, 'jobs', 'Jobs')
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.locator('main').innerText()).toContain('No jobs yet.')
    await goTo(page, '', 'same.jsonl')
    const removed = 'cannot search again, because the file that was uploaded for this job was removed'
    await expect.poll(() => section.innerText()).toContain(removed)
    expect(await again.count()).toBe(0)
    expect(await section.locator('code').innerText()).toBe(
      'likewise find same.jsonl --threshold 0.5 --recall 0.95 --ignore-phrases phrases.txt',
    )
    // Somebody else removes the file.
    await openReport()
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/v1/jobs')),
      again.click(),
    ])
    const { upload } = (request.postDataJSON() as { inputs: { upload: string }[] }).inputs[0]!
    await expect.poll(() => page.getByRole('button', { name: 'Open' }).count()).toBe(2)
    await client.jobs.removeUpload(upload)
    await page.getByRole('button', { name: 'Open' }).last().click()
    await ignore()
    await again.click()
    await expect.poll(() => section.innerText()).toContain(removed)
    // A page that did not start the job.
    const other = await visitor.newPage()
    await show(other, `${address}/#/jobs`)
    await other.getByRole('button', { name: 'Open' }).last().click()
    await other.locator('section[aria-labelledby=frequent]').getByRole('checkbox').first().check()
    await expect
      .poll(() => other.locator('section[aria-labelledby=frequent]').innerText())
      .toContain('cannot search again, because it did not start this job')
    await other.close()
    // The browser reports the refused request; nothing else may have gone wrong.
    expect(visitor.problems.splice(before).filter((problem) => !problem.includes('404'))).toEqual([])
    await page.close()
  })

  it('reports no error and sends no request to other hosts', () => {
    expect(visitor.problems).toEqual([])
  })
})
