/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { reportOf, viewOf } from './report-of.js'
import { faultsOf, show, Visitor } from './visitor.js'

const passage = (name: string, words = 12) => Array.from({ length: words }, (_, i) => `${name}${i}`).join(' ')
const LONG = 'archive-of-the-harbor-office-'.repeat(6)

/** Two texts with three passages in common, in another order, and one with characters that change the writing direction. */
const DOCUMENTS = [
  { id: `${LONG}a`, text: `own words here ${passage('x')} and then ${passage('y')} or so ${passage('z')}` },
  {
    id: `${LONG}b`,
    text: `${passage('y')} other words there ${passage('x')} at last there was ${passage('z')}`,
  },
  { id: 'bidi\u202ea', text: `left \u202eright\u202c \u2067one\u2069 ${passage('q', 30)} \u001b[31m end` },
  { id: 'bidi\u202eb', text: `left \u202eright\u202c \u2067two\u2069 ${passage('q', 30)} \u001b[31m end` },
]

describe.skipIf(part.path === undefined)(titled('two documents side by side in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    await reportOf(workspace, DOCUMENTS, ['--threshold', '0.3', '--recall', '1', '--shingle', 'words:1'])
    visitor = await Visitor.start()
  })

  afterAll(() => visitor?.close())

  const report = (route: string) => viewOf(workspace, route)
  const pressed = (page: Page) => page.locator('.passages [aria-pressed=true]').innerText()
  /** The numbers shown in a text, each with the word after it. */
  const numbered = (page: Page) =>
    page.locator('pre').evaluateAll((panes) =>
      panes.map((pane) =>
        Array.from(pane.querySelectorAll<HTMLElement>('[data-number]'), (one) => {
          const text = one.textContent || one.nextSibling?.textContent
          return `${one.dataset.number} ${text?.split(' ')[0]}`
        }),
      ),
    )

  it('numbers passages in the texts as in the list', async () => {
    const page = await visitor.newPage()
    await show(page, report('pair/0'))
    const inList = await page.locator('.passages li').allInnerTexts()
    expect(inList).toEqual(['1: 12 words', '2: 12 words', '3: 12 words'])
    const [first, second] = await numbered(page)
    expect(first).toEqual(['1 x0', '2 y0', '3 z0'])
    expect(second).toEqual(['2 y0', '1 x0', '3 z0'])
    // The numbers are no part of the text.
    expect(await page.locator('pre').allInnerTexts()).toEqual([DOCUMENTS[0]!.text, DOCUMENTS[1]!.text])
    await page.close()
  })

  it('steps through passages where the browser cannot highlight ranges', async () => {
    const page = await visitor.newPage()
    await page.addInitScript(() => {
      Object.defineProperty(window, 'Highlight', { value: undefined })
    })
    await show(page, report('pair/0'))
    expect(await page.locator('pre mark').count()).toBeGreaterThan(5)
    const marked = () => page.locator('pre mark.current').allInnerTexts()
    await page.keyboard.press('n')
    await expect.poll(marked).toEqual([passage('x'), passage('x')])
    await page.keyboard.press('n')
    await expect.poll(marked).toEqual([passage('y'), passage('y')])
    await page.keyboard.press('p')
    await expect.poll(() => pressed(page)).toBe('1: 12 words')
    const [first, second] = await numbered(page)
    expect([first, second]).toEqual([
      ['1 x0', '2 y0', '3 z0'],
      ['2 y0', '1 x0', '3 z0'],
    ])
    await page.close()
  })

  it('takes a second step before the page has been drawn again', async () => {
    const page = await visitor.newPage()
    await show(page, report('pair/0'))
    await page.evaluate(async () => {
      const press = () =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
      press()
      // The list changes before the next frame.
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      press()
    })
    await expect.poll(() => pressed(page)).toBe('2: 12 words')
    await page.close()
  })

  it('shows characters that change the writing direction, instead of obeying them', async () => {
    const page = await visitor.newPage()
    await show(page, report('pair/1'))
    const [first] = await page.locator('pre').allInnerTexts()
    expect(first).toBe(`left �right� �one� ${passage('q', 30)} �[31m end`)
    expect(await page.locator('figcaption').first().innerText()).toContain('5 control characters shown as �')
    expect(await page.locator('main').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    // From left to right, as they are stored.
    const lefts = await page
      .locator('pre')
      .first()
      .evaluate((pane) => {
        const node = pane.firstChild as Text
        const at = (word: string) => {
          const range = new Range()
          range.setStart(node, node.data.indexOf(word))
          range.setEnd(node, node.data.indexOf(word) + 1)
          return range.getBoundingClientRect().left
        }
        return [at('left'), at('right'), at('one')]
      })
    expect(lefts).toEqual([...lefts].sort((x, y) => x - y))
    await page.close()
  })

  it('prints the texts in color, the list of passages, and what is scrolled on the screen', async () => {
    const page = await visitor.newPage()
    await show(page, report('pair/0'))
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.locator('pre mark.passage-0').first().waitFor()
    const styles = await page.evaluate(() => {
      const mark = getComputedStyle(document.querySelector('pre mark.passage-0')!)
      const pane = getComputedStyle(document.querySelector('pre')!)
      return [mark.printColorAdjust, mark.backgroundColor, pane.maxHeight]
    })
    expect(styles).toEqual(['exact', 'rgb(253, 230, 138)', 'none'])
    expect(await page.locator('.passages button').first().isVisible()).toBe(true)
    expect((await page.pdf()).length).toBeGreaterThan(1000)
    await page.close()
  })

  it('shows boilerplate in gray and says why', async () => {
    const footer = 'this footer ends every document of the site'
    const [first, ...others] = ['s', 't', 'u'].map((name) => passage(name, 40))
    const own = new Workspace()
    await reportOf(
      own,
      // A phrase that only one cluster has must be in three documents to be listed.
      [first!, first!, first!, ...others.flatMap((story) => [story, story])].map((story, i) => ({
        id: `${i}`,
        text: `${story} ${footer} own${i}`,
      })),
      ['--threshold', '0.5', '--recall', '1', '--shingle', 'words:2'],
    )
    const page = await visitor.newPage()
    await show(page, viewOf(own, 'pair/0'))
    const gray = () =>
      page.evaluate(() => Array.from(CSS.highlights.get('boilerplate') ?? [], (range) => String(range)))
    const note = page.locator('.boilerplate-note')
    await expect.poll(gray).toEqual([footer, footer])
    expect(await note.innerText()).toBe(
      `Gray: phrases that many of the texts in this report have, in several clusters, such as “${footer}” in 7 documents. They say little about these two.`,
    )
    await page.getByRole('link', { name: 'Overview' }).click()
    const box = page.getByRole('checkbox', { name: /^Ignore s0 s1 / })
    const phrase = (await box.getAttribute('aria-label'))!.replace('Ignore ', '')
    await box.check()
    await page.evaluate(() => {
      location.hash = '#/pair/0'
    })
    // The phrase and the footer after it.
    await expect.poll(gray).toEqual(Array(2).fill(`${first} ${footer}`))
    const text = await note.innerText()
    expect(text).toContain(`Gray: phrases that you ignore, such as “${phrase.slice(0, 100)}`)
    expect(text).toContain(
      `Also gray: phrases that many of the texts in this report have, in several clusters`,
    )
    // Without the footer, only the reader's own choice is left.
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('checkbox', { name: `Ignore ${footer}` }).check()
    await page.evaluate(() => {
      location.hash = '#/pair/0'
    })
    await expect.poll(() => note.innerText()).not.toContain('several clusters')
    await page.close()
  })

  it.each(['pairs', 'pair/0', 'cluster/0', 'clusters', ''])(
    'keeps long ids inside a narrow window, and buttons on one line: #/%s',
    async (route) => {
      const page = await visitor.newPage({ width: 390, height: 800 })
      await show(page, report(route))
      expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
      const tall = await page
        .locator('main button')
        .evaluateAll(
          (buttons) => buttons.filter((button) => button.getBoundingClientRect().height > 45).length,
        )
      expect(tall).toBe(0)
      await page.close()
    },
  )

  it('reports no error', () => {
    expect(visitor.problems).toEqual([])
  })
})
