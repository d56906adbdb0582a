import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ARTICLES, Workspace } from './likewise.js'

describe('--open', () => {
  it('writes the page to a temporary file and opens it with BROWSER', async () => {
    const workspace = new Workspace()
    workspace.write('browser', '#!/bin/sh\nprintf %s "$1" > opened\n')
    const browser = join(workspace.folder, 'browser')
    chmodSync(browser, 0o755)
    const { code, stderr } = await workspace.run(['find', ARTICLES, '--open', '--quiet'], '', {
      BROWSER: browser,
    })
    expect([code, stderr]).toEqual([0, ''])
    const path = fileURLToPath(workspace.read('opened'))
    expect(path.startsWith(workspace.temporary)).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain('id="report"')
  })

  it('says where the page is if there is no browser', async () => {
    const workspace = new Workspace()
    const env = { BROWSER: 'no-such-browser' }
    const { code, stderr } = await workspace.run(
      ['find', ARTICLES, '--report', 'r.html', '--open', '--quiet'],
      '',
      env,
    )
    expect(code).toBe(0)
    expect(stderr).toContain('no browser could be started; open ')
    expect(stderr).toContain('r.html')
    expect(existsSync(join(workspace.folder, 'r.html'))).toBe(true)
  })
})
