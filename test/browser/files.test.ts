/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { openChromium, type Pages, part } from './chromium.js'
import { HOSTILE, HOSTILE_NAME, harmIn, shown } from './hostile.js'
import { PageServer } from './page-server.js'
import { slowToSearch } from './slow-search.js'
import { faultsOf } from './visitor.js'

const STATIC_PAGE = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url))
/** Megabytes of a large file: enough for several workers. */
const LARGE = 5
const VERY_LARGE = 50

/** Documents of some hundred words, every fifth a changed copy of an earlier one. */
function documents(bytes: number): { id: string; text: string }[] {
  const random = new Random(5)
  const word = () => `w${Math.floor(random.unit() ** 3 * 50_000).toString(36)}`
  const made: { id: string; text: string }[] = []
  for (let size = 0; size < bytes; ) {
    const words =
      made.length % 5 === 4
        ? made[Math.floor(random.unit() * made.length)]!.text.split(' ')
        : Array.from({ length: 60 + Math.floor(random.unit() * 300) }, word)
    for (let change = Math.floor(random.unit() * 6); change > 0; change--) {
      words[Math.floor(random.unit() * words.length)] = word()
    }
    made.push({ id: `d${made.length}`, text: words.join(' ') })
    size += made.at(-1)!.text.length + 30
  }
  return made
}

const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

describe.skipIf(part.path === undefined)(titled('the page that searches files, in Chromium', part), () => {
  const workspace = new Workspace()
  let browser: Pages
  let isolated: PageServer
  let plain: PageServer
  const problems: string[] = []

  beforeAll(async () => {
    const files = new Map([['index.html', readFileSync(STATIC_PAGE, 'utf8')]])
    isolated = await PageServer.start(files, true)
    plain = await PageServer.start(files, false)
    browser = await openChromium()
    workspace.write(`${LARGE}.jsonl`, jsonLines(documents(LARGE * 1e6)))
    const some = documents(100_000)
    workspace.write(
      'some.csv',
      `id,text\n${some.map(({ id, text }) => `${id},"${text}, ""quoted"""\n`).join('')}`,
    )
    workspace.write('some.jsonl.gz', gzipSync(jsonLines(some)))
    const members = [some.slice(0, 100), some.slice(100)].map((rows) => gzipSync(jsonLines(rows)))
    workspace.write('members.jsonl.gz', Buffer.concat(members))
    workspace.write('some.json', JSON.stringify(some))
    workspace.write(
      'latin.csv',
      Buffer.from('id;text\n1;ein schöner Tag für alle\n2;ein schöner Tag für alle\n', 'latin1'),
    )
    const column = (name: 'id' | 'text') => ({
      name,
      data: some.map((row) => row[name]),
      type: 'STRING' as const,
    })
    for (const codec of ['SNAPPY', 'UNCOMPRESSED'] as const) {
      const file = parquetWriteBuffer({ columnData: [column('id'), column('text')], codec })
      workspace.write(`${codec.toLowerCase()}.parquet`, new Uint8Array(file))
    }
    for (const [i, { text }] of some.slice(0, 12).entries()) workspace.write(`text-${i}.txt`, text)
    workspace.write('page.html', `<h1>${some[0]!.text}</h1><script>var x = 1</script>`)
  })

  afterAll(async () => {
    await browser?.close()
    isolated?.close()
    plain?.close()
  })

  async function open(url: string, viewport = { width: 1280, height: 900 }): Promise<Page> {
    const page = await browser.newPage({ viewport })
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => {
      if (![url, `${url}/`].includes(request.url()) && !/^(blob|data):/.test(request.url()))
        problems.push(request.url())
    })
    await page.goto(url)
    await page.waitForSelector('main h1')
    return page
  }

  async function choose(page: Page, names: readonly string[]): Promise<void> {
    await page.locator('input[type=file]').setInputFiles(names.map((name) => join(workspace.folder, name)))
  }

  const start = (page: Page) => page.getByRole('button', { name: 'Find near-duplicates' }).click()
  const result = (page: Page) => page.getByRole('region', { name: 'Result' })

  async function saved(page: Page, button: string): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return download.path()
  }

  /** The pairs and clusters that the command line finds. */
  async function byCommand(names: readonly string[]): Promise<{ pairs: string; clusters: string }> {
    const outputs = ['--pairs', 'pairs.jsonl', '--clusters', 'clusters.jsonl', '--force', '--quiet']
    const { code, stderr } = await workspace.run(['find', ...names, ...outputs])
    expect([code, stderr]).toEqual([0, ''])
    return { pairs: workspace.read('pairs.jsonl'), clusters: workspace.read('clusters.jsonl') }
  }

  async function byPage(page: Page, names: readonly string[]) {
    await choose(page, names)
    return found(page)
  }

  /** The pairs and clusters in the chosen files. */
  async function found(page: Page) {
    await start(page)
    await Promise.race([result(page).waitFor(), page.getByRole('alert').waitFor()])
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    return {
      pairs: readFileSync(await saved(page, 'Save pairs'), 'utf8'),
      clusters: readFileSync(await saved(page, 'Save clusters'), 'utf8'),
    }
  }

  it(`finds in a file of ${LARGE} MB what the command line finds, with shared memory, without it, and from disk`, async () => {
    const name = `${LARGE}.jsonl`
    const expected = await byCommand([name])
    expect(expected.pairs.split('\n').length).toBeGreaterThan(100 * LARGE)
    for (const url of [isolated.origin, plain.origin, pathToFileURL(STATIC_PAGE).href]) {
      const page = await open(url)
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(url === isolated.origin)
      expect(await byPage(page, [name])).toEqual(expected)
      await page.close()
    }
  })

  it(`finds in a dropped file of ${VERY_LARGE} MB what the command line finds`, async () => {
    const name = `${VERY_LARGE}.jsonl`
    workspace.write(name, jsonLines(documents(VERY_LARGE * 1e6)))
    const page = await open(isolated.origin)
    await choose(page, [name])
    // A script cannot make a file of the disk itself, but drop one that was chosen.
    await page.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
      const dataTransfer = new DataTransfer()
      for (const file of input.files ?? []) dataTransfer.items.add(file)
      input.value = ''
      input.dispatchEvent(new Event('change', { bubbles: true }))
      const zone = input.closest('.drop')!
      zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    expect(await page.getByRole('list', { name: 'Chosen files' }).innerText()).toContain(name)
    expect(await found(page)).toEqual(await byCommand([name]))
    await page.close()
  })

  it('reads every format as the command line does', async () => {
    const page = await open(plain.origin)
    for (const names of [
      ['some.csv'],
      ['some.jsonl.gz'],
      ['members.jsonl.gz'],
      ['some.json'],
      ['latin.csv'],
      ['snappy.parquet'],
      ['uncompressed.parquet'],
      ['text-0.txt', 'text-4.txt', 'text-9.txt', 'page.html'],
    ]) {
      expect([names, await byPage(page, names)]).toEqual([names, await byCommand(names)])
    }
    await page.close()
  })

  it('shows what it found in the views of a report, and saves it as a report of its own', async () => {
    const page = await open(plain.origin)
    await byPage(page, ['some.csv'])
    workspace.write('saved.html', readFileSync(await saved(page, 'Save report')))
    await page.getByRole('link', { name: 'Show the overview' }).click()
    const tiles = (shown: Page) => shown.locator('.tiles').innerText()
    const expected = await tiles(page)
    await page.evaluate(() => {
      location.hash = '#/pair/0'
    })
    await page.waitForSelector('.sides')
    await page.close()
    const saving = await open(pathToFileURL(join(workspace.folder, 'saved.html')).href)
    expect(await tiles(saving)).toBe(expected)
    expect(await saving.getByRole('link', { name: 'Files' }).count()).toBe(0)
    await saving.close()
  })

  it('searches again without phrases that the reader ignores', async () => {
    const footer = 'this footer is the same in every document of the site and says nothing'
    const rows = documents(20_000).map(({ id, text }) => ({
      id,
      text: `${text.split(' ').slice(0, 12).join(' ')} ${footer}`,
    }))
    workspace.write('footers.jsonl', jsonLines(rows))
    workspace.write('phrases.txt', `${footer}\n`)
    const page = await open(plain.origin)
    await page.getByLabel('Threshold').fill('0.2')
    await byPage(page, ['footers.jsonl'])
    await page.getByRole('link', { name: 'Show the overview' }).click()
    await page.getByRole('checkbox', { name: `Ignore ${footer}` }).check()
    await page.getByRole('button', { name: 'Search again without them' }).click()
    await result(page).waitFor()
    const found = readFileSync(await saved(page, 'Save pairs'), 'utf8')
    const args = ['--threshold', '0.2', '--ignore-phrases', 'phrases.txt', '--pairs', 'left.jsonl']
    const { code, stderr } = await workspace.run(['find', 'footers.jsonl', ...args, '--force', '--quiet'])
    expect([code, stderr]).toEqual([0, ''])
    expect(found).toBe(workspace.read('left.jsonl'))
    await page.close()
  })

  it('accepts dropped files, and shows hostile names, errors, ids and texts as text', async () => {
    const page = await open(plain.origin)
    const text = `${HOSTILE} one two three four five six seven eight nine ten`
    const rows = [
      { id: `a${HOSTILE}`, text },
      { id: `b${HOSTILE}`, text: `${text} eleven` },
      { id: 'c', text: 5 },
    ]
    // Anywhere on the page.
    await page.locator('h1').evaluate(
      (zone, [name, content]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([content!], name!))
        zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [`${HOSTILE_NAME}.jsonl`, jsonLines(rows)],
    )
    const name = shown(`${HOSTILE_NAME}.jsonl`)
    expect(await page.getByRole('list', { name: 'Chosen files' }).innerText()).toContain(name)
    await start(page)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toBe(
      `${name}, line 3: the field "text" is not a string; fix the record, or skip bad records`,
    )
    expect(await harmIn(page)).toEqual([])
    await page.getByText('How the files are read').click()
    await page.getByLabel('Skip bad records').check()
    await start(page)
    await result(page).waitFor()
    expect(await result(page).innerText()).toContain('2 documents, 1 pair, 1 cluster, 1 bad record skipped')
    expect(await harmIn(page)).toEqual([])
    await page.getByRole('link', { name: 'Show the overview' }).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe(name)
    expect(await harmIn(page)).toEqual([])
    await page.getByRole('link', { name: 'Pairs' }).click()
    await page.getByRole('gridcell').first().click()
    await page.waitForSelector('.sides')
    expect(await page.locator('main').innerText()).toContain(shown(`a${HOSTILE}`))
    expect(await harmIn(page)).toEqual([])
    await page.close()
  })

  it('can be canceled, and searches again', async () => {
    const page = await open(isolated.origin)
    workspace.write('slow.jsonl', slowToSearch())
    await page.getByLabel('Threshold').fill('0.3')
    await choose(page, ['slow.jsonl'])
    await start(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.getByRole('region', { name: 'Progress' }).count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByLabel('Threshold').fill('0.8')
    expect((await byPage(page, ['some.csv'])).pairs).toBe((await byCommand(['some.csv'])).pairs)
    await page.close()
  })

  it('lets neither the page nor its workers send anything', async () => {
    const page = await browser.newPage()
    await page.goto(plain.origin)
    const sent = await page.evaluate(async (url) => {
      const isSent = `fetch(${JSON.stringify(url)}).then(() => true, () => false)`
      const script = `${isSent}.then((sent) => postMessage(sent))`
      const worker = new Worker(URL.createObjectURL(new Blob([script])))
      const byWorker = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
      })
      const byPage = await fetch(url).then(
        () => true,
        () => false,
      )
      return [byPage, byWorker]
    }, `${isolated.origin}/`)
    expect(sent).toEqual([false, false])
    await page.close()
  })

  it('has no serious accessibility finding before and after a search, wide and narrow, light and dark', async () => {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      const page = await open(plain.origin, { width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.getByText('How the files are read').click()
      await choose(page, ['some.csv'])
      expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
      await start(page)
      await result(page).waitFor()
      expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
      await page.close()
    }
  })

  it('reports no error and sends no network request', () => {
    expect(problems).toEqual([])
  })
})
