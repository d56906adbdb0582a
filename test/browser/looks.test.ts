/// <reference lib="dom" />
// Every view of a report in two looks.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { writeMatchReport, writePlagiarismReport, writeReport } from './hostile-reports.js'
import { faultsOf, JUMP, shiftOf, show, Visitor } from './visitor.js'

const VIEWS = ['', 'pairs', 'clusters', 'pair/0', 'cluster/0']
const REPORTS = [
  { name: 'dedup', write: writeReport, views: [...VIEWS, 'tuner', 'lab'], wide: 'light', narrow: 'dark' },
  { name: 'plagiarism', write: writePlagiarismReport, views: VIEWS, wide: 'light', narrow: 'dark' },
  { name: 'match', write: writeMatchReport, views: VIEWS, wide: 'dark', narrow: 'light' },
] as const

describe.skipIf(part.path === undefined)(titled('a report in Chromium', part), () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await Visitor.start()
  })
  afterAll(() => visitor?.close())

  describe.each(REPORTS)('of $name', ({ write, views, wide, narrow }) => {
    const workspace = new Workspace()
    beforeAll(() => write(workspace))

    const looks = views.flatMap((view) => [[view, 1280, wide] as const, [view, 390, narrow] as const])

    it.each(looks)(
      'does not jump and has no serious accessibility finding: #/%s, %d wide, %s',
      async (view, width, scheme) => {
        const page = await visitor.newPage({ width, height: 800 }, scheme)
        await show(page, `${pathToFileURL(join(workspace.folder, 'r.html'))}#/${view}`)
        expect(await shiftOf(page)).toBeLessThan(JUMP)
        // A chosen passage looks different.
        await page.keyboard.press('n')
        expect(await faultsOf(page)).toEqual({ findings: [], overflow: 0 })
        await page.close()
      },
    )
  })

  it('would be noticed if it jumped', async () => {
    const page = await visitor.newPage()
    const workspace = new Workspace()
    workspace.write('plain.html', '<main><h1>Heading</h1><p>Text</p></main>')
    await show(page, pathToFileURL(join(workspace.folder, 'plain.html')).href)
    expect(await shiftOf(page)).toBe(0)
    await page.evaluate(() => {
      const late = document.createElement('div')
      late.style.height = '300px'
      document.querySelector('main')!.prepend(late)
    })
    await expect.poll(() => shiftOf(page)).toBeGreaterThan(0)
    await page.close()
  })

  it('reports no error and sends no network request', () => {
    expect(visitor.problems).toEqual([])
  })
})
