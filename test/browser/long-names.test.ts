/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortName } from '../../src/hash/short-name.js'
import { Workspace } from '../cli/likewise.js'
import { reportIn } from '../cli/report-in.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { reportOf, viewOf } from './report-of.js'
import { faultsOf, show, Visitor } from './visitor.js'

const words = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${name}${from + i}`).join(' ')

/** Names that differ only at the end. */
const long = (end: string) => `https://example.com/${'long-'.repeat(20_000)}${end}`

/** A cluster of three and three of two; one source loses nothing but two documents. */
const DOCUMENTS = [
  { id: long('k1'), source: 'web', text: words('k', 0, 20) },
  { id: long('k2'), source: 'web', text: words('k', 1, 21) },
  { id: long('k3'), source: 'web', text: words('k', 2, 22) },
  { id: long('m1'), source: 'web', text: words('m', 0, 20) },
  { id: long('m2'), source: 'web', text: words('m', 2, 22) },
  { id: 'a1', source: 'web', text: words('a', 0, 20) },
  { id: 'a2', source: long('mirror'), text: words('a', 2, 22) },
  { id: 'b1', source: 'web', text: words('b', 0, 20) },
  { id: 'b2', source: 'web', text: words('b', 2, 22) },
]
const ARGS = ['--threshold', '0.5', '--recall', '1', '--shingle', 'words:1']

describe.skipIf(part.path === undefined)(titled('ids and names of any length, in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    await reportOf(workspace, DOCUMENTS, ARGS)
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  async function saved(button: RegExp): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return readFileSync(await download.path(), 'utf8')
  }

  const removed = async (...args: readonly string[]) => {
    const run = await workspace.run(['dedup', 'input.jsonl', ...ARGS, '--force', '--quiet', ...args])
    expect([run.code, run.stderr]).toEqual([0, ''])
    return workspace.rows('input.removed.jsonl').map(({ id }) => String(id).slice(-2))
  }

  it('take little space in the report, which says that they are shortened', async () => {
    const { documents, sources, leftOut } = reportIn(workspace.read('r.html'))
    expect(documents.ids).toEqual(DOCUMENTS.map(({ id }) => shortName(id)))
    expect(sources!.map(({ source }) => source)).toEqual(['web', shortName(long('mirror'))])
    expect(leftOut.ids).toBe(5)
    await show(page, viewOf(workspace, ''))
    const omitted = await page.getByRole('region', { name: 'What this report omits' }).innerText()
    expect(omitted).toContain('5 long ids are shortened: to the first characters, the length and a hash.')
    expect(omitted).toContain('1 long name of files, sources or fields is shortened in the same way.')
    for (const route of ['', 'pairs', 'clusters', 'pair/0', 'cluster/0']) {
      await show(page, viewOf(workspace, route))
      expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    }
  })

  it('can be named in decisions that dedup applies', async () => {
    expect(await removed()).toEqual(['k2', 'k3', 'm2', 'a2', 'b2'])
    await show(page, viewOf(workspace, 'cluster/0'))
    await page
      .getByRole('row', { name: /^2 https/ })
      .getByRole('button', { name: 'Keep' })
      .click()
    await show(page, viewOf(workspace, 'cluster/3'))
    await page.getByRole('button', { name: 'Not duplicates' }).click()
    await show(page, viewOf(workspace, ''))
    await page.getByRole('checkbox', { name: /^Never remove from https/ }).check()
    workspace.write('decisions.jsonl', await saved(/^Save decisions/))
    expect(await removed('--decisions', 'decisions.jsonl', '--report', 'r.html')).toEqual(['k3', 'b2'])
    // The report of that run knows them again.
    await show(page, viewOf(workspace, ''))
    const decisions = page.getByRole('region', { name: 'Decisions' })
    expect(await decisions.getByRole('row').count()).toBe(4)
    expect(await decisions.innerText()).toMatch(/Keep https.*3 decisions, all applied by this run/s)
    expect(await page.getByRole('checkbox', { name: /^Never remove from https/ }).isChecked()).toBe(true)
    // Decisions about full ids are known as well.
    workspace.write('decisions.jsonl', `${JSON.stringify({ keep: long('k3') })}\n`)
    expect(await removed('--decisions', 'decisions.jsonl', '--report', 'r.html')).not.toContain('k3')
    await show(page, viewOf(workspace, ''))
    expect(await decisions.innerText()).not.toContain('not in this report')
  })

  it('can be named in labels that match reads', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${long(`${i}`)},anna${i % 30} meyer,street ${i % 30}\n`,
    )
    workspace.write('people.csv', `id,name,street\n${rows.join('')}`)
    const args = ['match', 'people.csv', '--report', 'r.html', '--force', '--quiet']
    const first = await workspace.run(args)
    expect([first.code, first.stderr]).toEqual([0, ''])
    await show(page, viewOf(workspace, 'pair/0'))
    await page.getByRole('button', { name: 'Mark pairs' }).click()
    await page.getByRole('button', { name: 'Match', exact: true }).click()
    const labels = await saved(/^Save 1 label/)
    expect(JSON.parse(labels).a).toMatch(/…#\d+-\w+$/)
    workspace.write('labels.jsonl', labels)
    const second = await workspace.run([...args, '--labels', 'labels.jsonl'])
    expect([second.code, second.stderr]).toEqual([0, ''])
    // A label about a record that is not in the table is still refused.
    workspace.write('labels.jsonl', labels.replace(/…#\d+-/, '…#7-'))
    const third = await workspace.run([...args, '--labels', 'labels.jsonl'])
    expect(third.code).not.toBe(0)
    expect(third.stderr).toContain('has the id')
    expect(visitor.problems).toEqual([])
  })
})
