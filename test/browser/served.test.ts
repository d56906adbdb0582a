/// <reference lib="dom" />
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { serve } from '../server/served.js'
import { part } from './chromium.js'
import { HOSTILE, harmIn, shown } from './hostile.js'
import { slowToSearch } from './slow-search.js'
import { faultsOf, JUMP, shiftOf, show, Visitor } from './visitor.js'

const TOKEN = '0123456789abcdef0123456789abcdef'
const SHARED =
  'the harbor office said that ferries between the islands will not sail until the storm has passed and every pier was checked'
const DOCUMENTS = [
  { id: `a${HOSTILE}`, text: `${SHARED} by noon ${HOSTILE}` },
  { id: 'b', text: `${SHARED} by evening` },
  { id: 'z', text: 'nothing like any of the others, only a few words of its own' },
]

describe.skipIf(part.path === undefined)(titled('the page of a server in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    workspace.write('input.jsonl', DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const built = await workspace.run([
      'index',
      'build',
      'seen',
      'input.jsonl',
      '--keep-texts',
      '--threshold',
      '0.5',
      '--quiet',
    ])
    expect([built.code, built.stderr]).toEqual([0, ''])
    visitor = await Visitor.start(['http://127.0.0.1:'])
  })

  afterAll(() => visitor?.close())

  it('shows what a text resembles and where, and statistics', async () => {
    const { address } = await serve(workspace, ['seen'])
    const headers = (await fetch(address)).headers
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-.*connect-src 'self'/,
    )
    const page = await visitor.newPage()
    await show(page, address)
    await expect.poll(() => page.locator('.tiles').innerText()).toMatch(/documents\s+3/)
    expect(await shiftOf(page)).toBeLessThan(JUMP)
    const settings = await page.locator('section[aria-labelledby=statistics] table').innerText()
    expect(settings).toMatch(/threshold\s+0\.5\s+recall\s+at least 9[5-9]\.\d % at the threshold/)
    expect(settings).toMatch(/shingles\s+runs of 5 words/)
    expect(settings).toMatch(/texts\s+stored\s+documents expire\s+never/)
    // No JSON.
    expect(settings).not.toMatch(/[{}]/)
    await page.getByRole('textbox').fill(`Yesterday ${SHARED} by noon`)
    await page.getByRole('button', { name: 'Find similar documents' }).click()
    await expect
      .poll(() => page.locator('p[role=status]').first().innerText())
      .toBe('2 similar documents in the index')
    await page
      .getByRole('row', { name: shown(`a${HOSTILE}`) })
      .getByRole('button', { name: 'Compare' })
      .click()
    await page.waitForSelector('.sides')
    expect(await page.locator('pre').allInnerTexts()).toEqual([
      `Yesterday ${SHARED} by noon`,
      shown(`${SHARED} by noon ${HOSTILE}`),
    ])
    await page.keyboard.press('Tab')
    await page.locator('h1').click()
    await page.keyboard.press('n')
    const current = () =>
      page.evaluate(() => Array.from(CSS.highlights.get('current') ?? [], (range) => String(range)))
    await expect.poll(current).toEqual([`${SHARED} by noon`, `${SHARED} by noon`])
    expect(await harmIn(page)).toEqual([])
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    await page.close()
  })

  it('runs jobs, opens their reports, and removes them', async () => {
    const { address } = await serve(workspace, ['seen'])
    const page = await visitor.newPage({ width: 390, height: 800 }, 'dark')
    await show(page, `${address}/#/jobs`)
    await page.getByLabel('Threshold').fill('0.5')
    await page.getByLabel('File to upload').setInputFiles(join(workspace.folder, 'input.jsonl'))
    await page.getByRole('button', { name: 'Start' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Open' }).count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Jobs' }).innerText()).toContain('3 documents, 1 pair')
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    await page.getByRole('button', { name: 'Open' }).click()
    await expect.poll(() => page.locator('.tiles').innerText()).toMatch(/documents\s+3\s+pairs\s+1/)
    await page.goto(`${address}/#/pair/0`)
    await page.waitForSelector('.sides')
    expect(await page.locator('h1').innerText()).toContain(shown(HOSTILE))
    expect(await harmIn(page)).toEqual([])
    await page.goto(`${address}/#/jobs`)
    const removed = page.waitForResponse((response) => /\/v1\/uploads\/[^/]+$/.test(response.url()))
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.locator('main').innerText()).toContain('No jobs yet.')
    // With the file that was uploaded for it.
    const response = await removed
    expect([response.request().method(), response.ok()]).toEqual(['DELETE', true])
    // A file that is no documents: the reason is shown.
    workspace.write('bad.jsonl', '{"id": 1}\n')
    await page.getByLabel('File to upload').setInputFiles(join(workspace.folder, 'bad.jsonl'))
    await page.getByRole('button', { name: 'Start' }).click()
    await expect.poll(() => page.getByRole('region', { name: 'Jobs' }).innerText()).toContain('failed')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    // Until the list is there, the page does not say that it is empty, and nothing moves when it comes.
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/jobs', async (route) => {
      await asked
      await route.continue()
    })
    await show(page, `${address}/#/jobs`)
    expect(await page.locator('main').innerText()).toContain('Reading the list of jobs …')
    answer()
    await expect.poll(() => page.getByRole('region', { name: 'Jobs' }).innerText()).toContain('failed')
    expect(await shiftOf(page)).toBeLessThan(JUMP)
    await page.close()
  })

  it('shows the progress of a job, and cancels it while it runs', async () => {
    const { address } = await serve(workspace, ['seen'])
    const page = await visitor.newPage()
    workspace.write('many.jsonl', slowToSearch())
    await show(page, `${address}/#/jobs`)
    await page.getByLabel('Threshold').fill('0.3')
    await page.getByLabel('File to upload').setInputFiles(join(workspace.folder, 'many.jsonl'))
    await page.getByRole('button', { name: 'Start' }).click()
    const progress = page.getByRole('region', { name: 'Jobs' }).getByRole('progressbar')
    await expect
      .poll(() => progress.evaluateAll((bars) => bars.map((bar) => (bar as HTMLProgressElement).position)))
      .toEqual([expect.toSatisfy((share) => share > 0 && share <= 1)])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    await expect.poll(() => page.locator('main').innerText()).toMatch(/canceled|No jobs yet/)
    expect(await page.getByRole('button', { name: 'Open' }).count()).toBe(0)
    await page.close()
  })

  it('shows messages that quote hostile text as text', async () => {
    const { address } = await serve(workspace, ['seen'])
    const page = await visitor.newPage()
    const before = visitor.problems.length
    await page.route('**/v1/**', (route) =>
      route.fulfill({
        status: 409,
        json: { error: { code: 'conflict', message: `no ${HOSTILE}`, hint: '' } },
      }),
    )
    const message = shown(`no ${HOSTILE}`)
    await show(page, `${address}/#/jobs`)
    await expect.poll(() => page.locator('p[role=status]').innerText()).toContain(message)
    expect(await harmIn(page)).toEqual([])
    await show(page, `${address}/#/live`)
    await page.getByRole('textbox').fill(SHARED)
    await page.getByRole('button', { name: 'Find similar documents' }).click()
    await expect.poll(() => page.locator('p[role=status]').innerText()).toContain(message)
    expect(await page.locator('section[aria-labelledby=statistics] p').innerText()).toContain(message)
    expect(await harmIn(page)).toEqual([])
    expect(visitor.problems.splice(before).filter((problem) => !problem.includes('409'))).toEqual([])
    await page.close()
  })

  it('keeps n and p for the text that a reader types', async () => {
    const { address } = await serve(workspace, ['seen'])
    const page = await visitor.newPage()
    await show(page, address)
    await page.getByRole('textbox').fill(`Yesterday ${SHARED} by noon`)
    await page.getByRole('button', { name: 'Find similar documents' }).click()
    await page
      .getByRole('row', { name: shown(`a${HOSTILE}`) })
      .getByRole('button', { name: 'Compare' })
      .click()
    await page.waitForSelector('.sides')
    await page.getByRole('textbox').press('n')
    expect(await page.locator('.passages [aria-pressed=true]').count()).toBe(0)
    await page.locator('h1').click()
    await page.keyboard.press('n')
    await expect.poll(() => page.locator('.passages [aria-pressed=true]').count()).toBe(1)
    await page.close()
  })

  it('runs a job again without phrases that the reader ignores', async () => {
    const { address } = await serve(workspace, ['seen'])
    const page = await visitor.newPage()
    const same = ['one', 'two', 'three'].map((id) => ({
      id,
      text: `${id}s own words here and then ${SHARED}`,
    }))
    workspace.write('same.jsonl', same.map((document) => `${JSON.stringify(document)}\n`).join(''))
    await show(page, `${address}/#/jobs`)
    await page.getByLabel('Threshold').fill('0.5')
    await page.getByLabel('File to upload').setInputFiles(join(workspace.folder, 'same.jsonl'))
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    await page
      .getByRole('checkbox', { name: /^Ignore / })
      .first()
      .waitFor()
    for (const box of await page.getByRole('checkbox', { name: /^Ignore / }).all()) await box.check()
    await page.getByRole('button', { name: 'Search again without them' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Open' }).count()).toBe(2)
    const shown = await page.getByRole('region', { name: 'Jobs' }).innerText()
    expect(shown).toContain('3 documents, 3 pairs')
    expect(shown).toContain('3 documents, 0 pairs')
    await page.close()
  })

  it('asks for the token of a server that has one', async () => {
    const { address, log } = await serve(workspace, ['seen'], { env: { LIKEWISE_TOKEN: TOKEN } })
    const page = await visitor.newPage()
    const before = visitor.problems.length
    await show(page, address)
    await page.getByLabel('This server requires a token').fill(TOKEN)
    // The form does not push the view down.
    expect(await shiftOf(page)).toBeLessThan(JUMP)
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect.poll(() => page.locator('.tiles').count()).toBe(1)
    expect(await page.getByLabel('This server requires a token').count()).toBe(0)
    // The browser reports the refused requests; nothing else may have gone wrong.
    expect(visitor.problems.splice(before).filter((problem) => !problem.includes('401'))).toEqual([])
    expect(log()).not.toContain(TOKEN)
    await page.close()
  })

  it('reports no error and sends no request to other hosts', () => {
    expect(visitor.problems).toEqual([])
  })
})
