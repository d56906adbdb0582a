/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { serve } from '../server/served.js'
import { part } from './chromium.js'
import { show, Visitor, waitForView } from './visitor.js'

const TOKEN = '0123456789abcdef0123456789abcdef'
const TEXT =
  'the harbor office said that ferries between the islands will not sail until the storm has passed'

describe.skipIf(part.path === undefined)(titled('an answer that comes late, in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    visitor = await Visitor.start(['http://127.0.0.1:'])
  })

  afterAll(() => visitor?.close())

  /** Holds back the first answer from an address; the returned function delivers it and waits until the page has it. */
  async function holdFirst(page: Page, address: string): Promise<() => Promise<void>> {
    let deliver = () => {}
    const isWanted = new Promise<void>((resolve) => {
      deliver = resolve
    })
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith(address))
    await page.route(
      `**${address}`,
      async (route) => {
        const response = await route.fetch()
        await isWanted
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    return async () => {
      deliver()
      await arrived
      // The page has had time to show it.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    }
  }

  it('does not replace that to a later query', async () => {
    const { address, client } = await serve(workspace, [])
    await client.add({ id: 'a', text: TEXT })
    const page = await visitor.newPage()
    await show(page, address)
    const status = page.locator('p[role=status]').first()
    const query = async (text: string) => {
      const sent = page.waitForRequest('**/v1/query')
      await page.getByRole('textbox').fill(text)
      await page.getByRole('button', { name: 'Find similar documents' }).click()
      await sent
    }
    const finish = await holdFirst(page, '/v1/query')
    await query('nothing like it, only a few words of its own')
    await query(TEXT)
    await expect.poll(() => status.innerText()).toBe('1 similar document in the index')
    await finish()
    expect(await status.innerText()).toBe('1 similar document in the index')
    await page.close()
  })

  it('does not ask again for a token that was entered meanwhile', async () => {
    const { address } = await serve(workspace, [], { env: { LIKEWISE_TOKEN: TOKEN } })
    const page = await visitor.newPage()
    const before = visitor.problems.length
    const finish = await holdFirst(page, '/v1/namespaces')
    await show(page, address)
    const field = page.getByLabel('This server requires a token')
    await field.fill(TOKEN)
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect.poll(() => page.locator('.tiles').count()).toBe(1)
    await finish()
    expect(await field.count()).toBe(0)
    // The browser reports the refused requests; nothing else may have gone wrong.
    expect(visitor.problems.splice(before).filter((problem) => !problem.includes('401'))).toEqual([])
    await page.close()
  })

  it('does not replace a later list of jobs', async () => {
    const { address, client } = await serve(workspace, ['--allow', '.'])
    workspace.write('input.jsonl', `${JSON.stringify({ id: 'a', text: TEXT })}\n`)
    const page = await visitor.newPage()
    const finish = await holdFirst(page, '/v1/jobs')
    await show(page, `${address}/#/jobs`)
    const { job } = await client.jobs.start('find', [{ path: 'input.jsonl' }], { threshold: 0.5 })
    await client.jobs.wait(job)
    const goTo = async (route: string, heading: string) => {
      await page.evaluate((hash) => {
        location.hash = hash
      }, `#/${route}`)
      await waitForView(page, heading)
    }
    await goTo('lab', 'Lab')
    await goTo('jobs', 'Jobs')
    const done = page.getByRole('region', { name: 'Jobs' }).getByText('done')
    await done.waitFor()
    await finish()
    expect(await done.count()).toBe(1)
    await page.close()
  })

  it('reports no error', () => {
    expect(visitor.problems).toEqual([])
  })
})
