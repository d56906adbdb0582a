/// <reference lib="dom" />
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { HOSTILE, HOSTILE_NAME, harmIn, shown } from './hostile.js'
import { show, Visitor } from './visitor.js'

const words = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${name}${from + i}`).join(' ')

/** Pairs of similar documents; the second of each comes from another source, of which nothing is left. */
const DOCUMENTS = Array.from({ length: 40 }, (_, i) => {
  const story = `s${i >> 1}x`
  return {
    id: `${i}${HOSTILE}`,
    source: i % 2 === 0 ? 'web' : `mirror${HOSTILE}`,
    text: `${words(story, 0, 30)} ${HOSTILE} ${words('footer', 0, 9)} ${words(`${story}end`, i % 2, 8)}`,
  }
})
const INPUT = `in${HOSTILE_NAME}.jsonl`
const TABLE = `people${HOSTILE_NAME}.csv`
/** Two tables whose columns have each other's names. */
const SWAPPED = ['first.csv', 'second.csv'] as const

describe.skipIf(part.path === undefined)(titled('hostile text in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    workspace.write(INPUT, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const column = HOSTILE.replaceAll('"', '""')
    const quoted = `"${column}"`
    const people = Array.from(
      { length: 60 },
      (_, i) => `${i}${quoted},name${i % 30} ${quoted.slice(1, -1).replaceAll('""', '')},street ${i % 30}`,
    )
    workspace.write(TABLE, `id,"name${column}",street\n${people.join('\n')}\n`)
    for (const [side, name] of SWAPPED.entries()) {
      const rows = Array.from({ length: 60 }, (_, i) => {
        const values = [`anna${i * 7} meyer${i * 3}`, `harbor${i * 11} street ${i * 5}`]
        return `${i},${(side === 0 ? values : values.reverse()).join(',')}`
      })
      workspace.write(name, `id,"name${column}","street${column}"\n${rows.join('\n')}\n`)
    }
    const commands = [
      ['dedup', INPUT, '--threshold', '0.5', '--keep-pairs-from', '0.2', '--report', 'dedup.html'],
      ['plagiarism', INPUT, '--report', 'plagiarism.html'],
      ['match', TABLE, '--report', 'match.html'],
      ['match', ...SWAPPED, '--report', 'swapped.html'],
    ]
    for (const command of commands) {
      const { code, stderr } = await workspace.run([...command, '--quiet'])
      expect([code, stderr]).toEqual([0, ''])
    }
    visitor = await Visitor.start()
    page = await visitor.newPage()
  })

  afterAll(() => visitor?.close())

  const showRoute = (report: string, route: string) =>
    show(page, `${pathToFileURL(join(workspace.folder, `${report}.html`))}#/${route}`)

  it.each(
    ['dedup', 'plagiarism', 'match'].flatMap((report) =>
      ['', 'pairs', 'clusters', 'pair/0', 'cluster/0', 'tuner'].map((route) => ({ report, route })),
    ),
  )('is shown as text: $report, #/$route', async ({ report, route }) => {
    await showRoute(report, route)
    expect(await harmIn(page)).toEqual([])
    // The views of documents show hostile text at all, or this test would prove nothing.
    const main = await page.locator('main').innerText()
    const starts = [HOSTILE, HOSTILE_NAME].map((text) => shown(text).slice(0, 20))
    if (route !== 'tuner') expect(starts.some((start) => main.includes(start))).toBe(true)
  })

  it('is shown as text in warnings that name columns', async () => {
    await showRoute('swapped', '')
    expect(await page.locator('main').innerText()).toContain(
      shown(`the column name${HOSTILE} of the first table corresponds to street${HOSTILE} of the second`),
    )
    expect(await harmIn(page)).toEqual([])
  })

  it('does not keep the page from warning of a source that lost nearly all its documents', async () => {
    await showRoute('dedup', '')
    const section = page.locator('section[aria-labelledby=sources]')
    expect(await section.locator('p.warning').innerText()).toMatch(/^1 source lost nearly all its documents/)
    const row = section.getByRole('row', { name: /^mirror/ })
    expect(await row.innerText()).toMatch(/20\s+20\s+100 %/)
    await row.getByRole('checkbox').check()
    // The command that applies the decision, quoted for a shell, overwrites nothing.
    const command = await page.locator('p.bar code').last().innerText()
    expect(command).toMatch(/--report dedup-2\.html --decisions decisions\.jsonl --out out-2$/)
  })

  it('reports no error and asks nothing of the network', () => {
    expect(visitor.problems).toEqual([])
  })
})
