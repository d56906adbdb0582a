/// <reference lib="dom" />
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

/** Two pairs, and a document that is similar to no other. */
const DOCUMENTS = [
  { id: 'm1', text: words('m', 0, 20), source: 'one' },
  { id: 'm2', text: words('m', 2, 22), source: 'two' },
  { id: 'k1', text: words('k', 0, 20), source: 'one' },
  { id: 'k2', text: words('k', 1, 21), source: 'two' },
  { id: 'z', text: words('z', 0, 20), source: 'one' },
]
const APPLIED = ['{"different":["m2","m1"]}', '{"keep":"k2"}', '{"keep":"z"}', '{"keepSource":"none"}']
const ARGS = ['--threshold', '0.5', '--recall', '1', '--shingle', 'words:1', '--decisions', 'decisions.jsonl']

describe.skipIf(part.path === undefined)(titled('decisions that a run applied, in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    workspace.write('decisions.jsonl', APPLIED.map((line) => `${line}\n`).join(''))
    await reportOf(workspace, DOCUMENTS, [...ARGS, '--keep-source', 'two'])
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  const showRoute = (route: string) => show(page, viewOf(workspace, route))
  const section = () => page.locator('section[aria-labelledby=decisions]')
  const states = () => section().locator('tbody td:nth-child(2)').allInnerTexts()

  async function saved(): Promise<{ name: string; rows: string[] }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save decisions' }).click(),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    workspace.write(download.suggestedFilename(), text)
    return { name: download.suggestedFilename(), rows: text.trimEnd().split('\n') }
  }

  it('are listed, and in effect on the page', async () => {
    await showRoute('')
    const listed = await section().locator('tbody td:first-child').allInnerTexts()
    expect(listed).toEqual([
      'm1 and m2 are not duplicates',
      'Keep k2',
      'Keep z (not in this report)',
      'Never remove from none',
    ])
    expect(await states()).toEqual(Array(4).fill('applied'))
    expect(await section().innerText()).toContain('4 decisions, all applied by this run')
    // Nothing is left to apply.
    expect(await section().locator('code').count()).toBe(0)
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    await showRoute('cluster/0')
    expect(await page.locator('main').innerText()).toContain('in no cluster now')
    await showRoute('cluster/2')
    expect(await page.getByRole('row', { name: /^2 k2/ }).innerText()).toContain('kept by decision')
  })

  it('are saved again with new ones, under a new name, by a command that dedup accepts', async () => {
    await showRoute('')
    await page.getByRole('checkbox', { name: 'Never remove from one' }).check()
    expect(await states()).toEqual([...Array(4).fill('applied'), 'new'])
    expect(await section().innerText()).toContain('5 decisions, 4 of them applied by this run')
    const { name, rows } = await saved()
    expect(name).toBe('decisions-2.jsonl')
    expect(rows.map((row) => JSON.parse(row).different?.toSorted() ?? row)).toEqual([
      ['m1', 'm2'],
      ...APPLIED.slice(1),
      '{"keepSource":"one"}',
    ])
    const [, ...args] = (await section().locator('code').innerText()).split(' ')
    expect(args.join(' ')).toContain('--decisions decisions-2.jsonl')
    const { code, stderr } = await workspace.run([...args, '--quiet'])
    expect([code, stderr]).toEqual([0, ''])
  })

  it('can be withdrawn and restored, even after the page is reloaded', async () => {
    await showRoute('')
    await section().getByRole('button', { name: 'Undo' }).click()
    expect(await section().getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await section().getByRole('button', { name: 'Remove' }).first().click()
    await showRoute('')
    expect(await states()).toEqual(['withdrawn', 'applied', 'applied', 'applied'])
    expect((await saved()).rows).toEqual(APPLIED.slice(1))
    await showRoute('cluster/0')
    expect(await page.locator('h1').innerText()).toBe('Cluster of 2 documents')
    await showRoute('')
    await section().getByRole('button', { name: 'Restore' }).click()
    expect(await states()).toEqual(Array(4).fill('applied'))
    for (let left = 4; left > 0; left--)
      await section().getByRole('button', { name: 'Remove' }).first().click()
    await showRoute('')
    expect(await states()).toEqual(Array(4).fill('withdrawn'))
    const command = await section().locator('code').innerText()
    expect(command).toContain('--keep-source two')
    expect(command).not.toContain('--decisions')
    expect(visitor.problems).toEqual([])
  })
})
