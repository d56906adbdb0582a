/// <reference lib="dom" />
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { faultsOf, show, Visitor } from './visitor.js'

/** Words that no other document has. */
const own = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name}${i.toString(36)}${i % 15 === 14 ? '\n' : ''}`).join(' ')
const passage = (name: string) => Array.from({ length: 30 }, (_, i) => `${name}${i}`).join(' ')
const [EARLY, LATE] = [passage('early'), passage('late')]

/** Texts of a few hundred thousand characters that share two passages, far apart. */
const DOCUMENTS = ['a', 'b'].map((id) => ({
  id,
  text: [own(`${id}x`, 9000), EARLY, own(`${id}y`, 25_000), LATE, own(`${id}z`, 5000)].join(' '),
}))

describe.skipIf(part.path === undefined)(titled('long texts in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    workspace.write('input.jsonl', DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const args = ['--threshold', '0.0001', '--recall', '1', '--report', 'r.html', '--quiet']
    const { code, stderr } = await workspace.run(['find', 'input.jsonl', ...args])
    expect([code, stderr]).toEqual([0, ''])
    visitor = await Visitor.start()
  }, 120_000)

  afterAll(() => visitor?.close())

  it('are shown in chunks, in which passages are found, highlighted and scrolled to', async () => {
    const page = await visitor.newPage()
    await show(page, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/pair/0`)
    expect(await page.locator('pre').first().locator('.chunk').count()).toBeGreaterThan(20)
    const texts = await page.locator('pre').evaluateAll((panes) => panes.map((pane) => pane.textContent))
    expect(texts).toEqual(DOCUMENTS.map(({ text }) => text))
    const current = () =>
      page.evaluate(() =>
        Array.from(CSS.highlights.get('current') ?? [], (range) => {
          const node = (range as Range).startContainer
          const pane = (node.parentElement as HTMLElement).closest('pre')!.getBoundingClientRect()
          const { top, bottom } = (range as Range).getBoundingClientRect()
          return { text: String(range), isInView: top >= pane.top && bottom <= pane.bottom }
        }),
      )
    for (const text of [EARLY, LATE, EARLY]) {
      await page.keyboard.press('n')
      await expect.poll(current).toEqual([
        { text, isInView: true },
        { text, isInView: true },
      ])
    }
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    expect(visitor.problems).toEqual([])
  })
})
