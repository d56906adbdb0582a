/// <reference lib="dom" />
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIN, Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { serve } from '../server/served.js'
import { part } from './chromium.js'
import { HOSTILE, HOSTILE_NAME, harmIn, shown } from './hostile.js'
import { show, Visitor } from './visitor.js'

const run = promisify(execFile)
const SHARED =
  'the harbor office said that ferries between the islands will not sail until the storm has passed and every pier was checked'
/** A name that a shell or a terminal would act on, too. */
const INPUT = `in $(touch hacked) ' ${HOSTILE_NAME}.jsonl`
const FIELD = `body ${HOSTILE} \`touch hacked\``

describe.skipIf(part.path === undefined)(titled('hostile text that readers enter, in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    visitor = await Visitor.start(['file:', 'http://127.0.0.1:'])
  })

  afterAll(() => visitor?.close())

  it('is shown as text in the names of namespaces', async () => {
    const { address, client } = await serve(workspace, [])
    await client.namespace(HOSTILE).add({ id: `a${HOSTILE}`, text: SHARED })
    const page = await visitor.newPage()
    await show(page, address)
    const names = page.getByLabel('Namespace')
    await expect
      .poll(() => names.locator('option').allInnerTexts())
      .toContain(`${shown(HOSTILE).slice(0, 59)}…`)
    expect(await harmIn(page)).toEqual([])
    // The name is still the one that the server knows.
    await names.selectOption({ index: 1 })
    await expect.poll(() => page.locator('.tiles').innerText()).toMatch(/documents\s+1/)
    await page.getByRole('textbox').fill(SHARED)
    await page.getByRole('button', { name: 'Find similar documents' }).click()
    await expect.poll(() => page.locator('main table').first().innerText()).toContain(shown(`a${HOSTILE}`))
    expect(await harmIn(page)).toEqual([])
    await page.close()
  })

  it.each([
    ['words', /img/],
    ['chars', /</],
    ['stopwords', /31m/],
  ] as const)('is shown as text in the lab: %s', async (kind, expected) => {
    workspace.write('d.jsonl', `${JSON.stringify({ id: 1, text: SHARED })}\n`)
    const { code, stderr } = await workspace.run([
      ...['find', 'd.jsonl', '--report', 'lab.html', '--force', '--quiet'],
    ])
    expect([code, stderr]).toEqual([0, ''])
    const page = await visitor.newPage()
    await show(page, `${pathToFileURL(join(workspace.folder, 'lab.html'))}#/lab`)
    await page.getByLabel('Shingles of').selectOption(kind)
    const text = `the ${HOSTILE} and the \u0000\u0007\u009b31m\u2067 of it`
    for (const name of ['D1', 'D2']) await page.getByLabel(name, { exact: true }).fill(text)
    // Shingles of the text are shown at all.
    await expect.poll(() => page.locator('main').innerText()).toMatch(expected)
    expect(await harmIn(page)).toEqual([])
    await page.close()
  })

  it('does nothing in a shell when a command is copied and pasted', async () => {
    const rows = ['noon', 'evening'].map((end, id) => ({ id, [FIELD]: `${SHARED} by ${end}` }))
    workspace.write(INPUT, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const args = ['--text', FIELD, '--threshold', '0.5', '--report', 'r.html']
    const { code, stderr } = await workspace.run(['find', INPUT, ...args, '--quiet'])
    expect([code, stderr]).toEqual([0, ''])
    const page = await visitor.newPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await show(page, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/tuner`)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await expect.poll(() => page.locator('p.bar span[role=status]').first().innerText()).toBe('Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await page.locator('p.bar code').first().innerText())
    // Nothing that a terminal acts on, not even a line break, and no character that hides another.
    expect(copied).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(await harmIn(page)).toEqual([])
    const line = copied.replace(/^likewise/, `'${process.execPath}' '${MAIN}'`)
    const { stdout } = await run('bash', ['-c', `${line} --json --quiet`], { cwd: workspace.folder })
    expect(JSON.parse(stdout)).toMatchObject({ pairs: 1, inputs: [INPUT], fields: { text: [FIELD] } })
    expect(workspace.names()).not.toContain('hacked')
    await page.close()
  })

  it('reports no error and sends no request to other hosts', () => {
    expect(visitor.problems).toEqual([])
  })
})
