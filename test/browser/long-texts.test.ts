/// <reference lib="dom" />
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
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

/** More than a report shows of one text. */
const CUT = 100_000
/** A text of 1.1 MB in a single line: words, and a word of a third of a megabyte. */
const LINES = ['a', 'b'].map((id) => {
  const text = `${own(`${id}x`, 9000)} ${EARLY} ${`${id}12345678`.repeat(35_000)} ${own(`${id}y`, 110_000)}`
  const line = text.replaceAll('\n', ' ')
  return {
    id: `line ${id}`,
    text: `${line.slice(0, 1_000_000 - LATE.length - 1)} ${LATE}${' end'.repeat(CUT / 4)}`,
  }
})

describe.skipIf(part.path === undefined)(titled('long texts in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    workspace.write('input.jsonl', DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const args = ['--threshold', '0.0001', '--recall', '1', '--report', 'r.html', '--quiet']
    const { code, stderr } = await workspace.run(['find', 'input.jsonl', ...args])
    expect([code, stderr]).toEqual([0, ''])
    workspace.write('lines.jsonl', LINES.map((document) => `${JSON.stringify(document)}\n`).join(''))
    const lines = await workspace.run(['find', 'lines.jsonl', ...args.with(-2, 'lines.html')])
    expect([lines.code, lines.stderr]).toEqual([0, ''])
    visitor = await Visitor.start()
  })

  afterAll(() => visitor?.close())

  /** The current passage in both texts, and whether it is in view. */
  const currentIn = (page: Page) =>
    page.evaluate(() =>
      Array.from(CSS.highlights.get('current') ?? [], (range) => {
        const node = (range as Range).startContainer
        const pane = (node.parentElement as HTMLElement).closest('pre')!.getBoundingClientRect()
        const { top, bottom } = (range as Range).getBoundingClientRect()
        return { text: String(range), isInView: top >= pane.top && bottom <= pane.bottom }
      }),
    )

  it('are shown in chunks, in which passages are found, highlighted and scrolled to', async () => {
    const page = await visitor.newPage()
    await show(page, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/pair/0`)
    expect(await page.locator('pre').first().locator('.chunk').count()).toBeGreaterThan(20)
    const texts = await page.locator('pre').evaluateAll((panes) => panes.map((pane) => pane.textContent))
    expect(texts).toEqual(DOCUMENTS.map(({ text }) => text))
    const current = () => currentIn(page)
    for (const text of [EARLY, LATE, EARLY]) {
      await page.keyboard.press('n')
      await expect.poll(current).toEqual([
        { text, isInView: true },
        { text, isInView: true },
      ])
    }
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    await page.close()
  })

  it('are shown in chunks if they are a single line of a megabyte, and what is cut off is reported', async () => {
    const page = await visitor.newPage()
    const report = pathToFileURL(join(workspace.folder, 'lines.html'))
    await show(page, `${report}#/pair/0`)
    const shown = await page.locator('pre').evaluateAll((panes) => panes.map((pane) => pane.textContent))
    expect(shown).toEqual(LINES.map(({ text }) => text.slice(0, 1_000_000)))
    expect(await page.locator('pre').first().locator('.chunk').count()).toBeGreaterThan(200)
    expect(await page.locator('figcaption').allInnerTexts()).toEqual(
      LINES.map(({ id }) => `${id} lines.jsonl (100,000 characters cut off)`),
    )
    for (const text of [EARLY, LATE]) {
      await page.getByRole('button', { name: text === EARLY ? /^1: / : /^2: / }).click()
      await expect
        .poll(() => currentIn(page))
        .toEqual(Array(2).fill({ text: expect.stringContaining(text), isInView: true }))
    }
    // Even a word of a third of a megabyte is wrapped.
    expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
    const wide = await page
      .locator('pre')
      .evaluateAll((panes) => panes.filter((pane) => pane.scrollWidth > pane.clientWidth).length)
    expect(wide).toBe(0)
    await show(page, `${report}#/`)
    expect(await page.getByRole('region', { name: 'What this report omits' }).innerText()).toContain(
      '200,000 characters at the end of 2 long texts are cut off.',
    )
    await page.close()
  })

  it('scroll to a passage that is clicked in the list, or in the other text', async () => {
    const page = await visitor.newPage()
    await show(page, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/pair/0`)
    const panes = page.locator('pre')
    const isShown = (text: string) =>
      expect.poll(() => currentIn(page)).toEqual(Array(2).fill({ text, isInView: true }))
    /** Scrolls one text away, and clicks the passage in the other. */
    const click = async (side: number, text: string) => {
      // Again and again: the text may still be scrolling to the passage.
      const scrollAway = () =>
        panes.nth(1 - side).evaluate((pane) => {
          pane.scrollTop = 0
          const { top, bottom } = pane.getBoundingClientRect()
          return Array.from(CSS.highlights.get('current') ?? []).some((range) => {
            const place = (range as Range).getBoundingClientRect()
            return pane.contains(range.startContainer) && place.top >= top && place.bottom <= bottom
          })
        })
      await expect.poll(scrollAway).toBe(false)
      const position = await panes.nth(side).evaluate(async (pane, passage) => {
        // A text is scrolled again in the frame after a step.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        const texts = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode as Text
          const at = node.data.indexOf(passage.slice(0, 20))
          if (at < 0) continue
          const range = new Range()
          range.setStart(node, at + 3)
          range.setEnd(node, at + 4)
          const { x, y, height } = range.getBoundingClientRect()
          return { x, y: y + height / 2 }
        }
        return undefined
      }, text)
      await page.mouse.click(position!.x, position!.y)
      await isShown(text)
    }
    await page.getByRole('button', { name: '2: 30 words' }).click()
    await isShown(LATE)
    await click(0, LATE)
    await page.getByRole('button', { name: '1: 30 words' }).click()
    await isShown(EARLY)
    // Browsers without the standard function have another one.
    await page.evaluate(() => {
      Object.defineProperty(document, 'caretPositionFromPoint', { value: undefined })
    })
    await click(1, EARLY)
    await page.close()
    expect(visitor.problems).toEqual([])
  })
})
